import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The suggested values in the reader's language. */
export const valueSuggestionsQuery = queryOptions({
  queryKey: queryKey('values', 'suggestions'),
  queryFn: ({ signal }) => call('values.suggestions', { signal }),
})
