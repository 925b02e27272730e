import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { call, ApiCallError } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import i18n from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'

/**
 * Starts an impersonation session from an operator's link; a failure redirects to /login with the
 * reason.
 */
export async function startImpersonation(client: QueryClient, token: string): Promise<never> {
  let newSession
  try {
    newSession = await call('auth.impersonate', { body: { token } })
  } catch (error) {
    const why =
      error instanceof ApiCallError && error.has('impersonation_invalid')
        ? 'impersonation_invalid'
        : 'unavailable'
    // /login redirects a signed-in user at once, so only a notification can show the reason.
    if (session.token()) notifyError(i18n.t, error)
    throw redirect({ to: '/login', search: { why } })
  }
  session.replace(newSession.access_token)
  client.clear()
  throw redirect({ to: '/feed' })
}
