import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('profiles', id),
    queryFn: ({ signal }) => call('profiles.get', { params: { id }, signal }),
  })
