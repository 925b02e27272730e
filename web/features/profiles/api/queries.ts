import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => call('profiles.get', { params: { id }, signal }),
  })
