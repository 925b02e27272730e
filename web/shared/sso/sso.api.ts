import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The connections for the domain of an address. */
export const ssoChoicesQuery = (email: string) =>
  queryOptions({
    queryKey: queryKey('sso', 'choices', email),
    queryFn: ({ signal }) => call('sso.discover', { body: { email }, signal }),
    retry: false,
  })
