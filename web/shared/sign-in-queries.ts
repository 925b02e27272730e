import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The sign-in methods besides the code; constant while the server runs. */
export const signInOptionsQuery = queryOptions({
  queryKey: queryKey('sign_in', 'options'),
  queryFn: ({ signal }) => call('auth.options', { signal }),
  staleTime: Infinity,
})

/**
 * The account of the temporary token or of the session, for people without a team or new in a team.
 */
export const accountQuery = queryOptions({
  queryKey: queryKey('account'),
  queryFn: ({ signal }) => call('auth.account', { temporary: true, signal }),
  retry: false,
})
