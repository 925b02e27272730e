import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'

/** What the sign-in pages offer besides the code; it does not change while the server runs. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign_in_options'],
  queryFn: ({ signal }) => call('auth.options', { signal }),
  staleTime: Infinity,
})

/**
 * The account of the temporary token, or of the session: for those who are not in a team yet, or
 * new in one.
 */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('auth.account', { temporary: true, signal }),
  retry: false,
})
