import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '../query-keys.ts'

export const taxRulesQuery = queryOptions({
  queryKey: queryKey('tax_rules'),
  queryFn: ({ signal }) => call('tax_rules.list', { signal }),
})
