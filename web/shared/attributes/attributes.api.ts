import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The custom attributes that the reader may see, by name. */
export const attributesQuery = queryOptions({
  queryKey: queryKey('attributes'),
  queryFn: ({ signal }) => call('attributes.list', { signal }),
})
