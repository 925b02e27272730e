import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export const shopQuery = queryOptions({
  queryKey: queryKey('shop'),
  queryFn: ({ signal }) => call('shop.list', { signal }),
})
