import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'

/** What the sign-in pages offer besides the code; it does not change while the server runs. */
export const signInOptionsQuery = queryOptions({ queryKey: ['sign_in_options'], queryFn: ({ signal }) => call('auth.options', { signal }), staleTime: Infinity })
