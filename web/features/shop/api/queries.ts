import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'

export const shopQuery = queryOptions({
  queryKey: ['shop', 'rewards'],
  queryFn: ({ signal }) => call('shop.list', { signal }),
})
