import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'
import { call } from '#web/lib/client.ts'
import { type SignInForm, session } from '#web/lib/session.ts'

type SignInOutcome = 'in' | 'choose' | 'create' | 'unknown'

/**
 * Stores the temporary token and returns the next step after the address is verified. An account
 * with one team enters it, except after a code sign-up, which may create a team. Several teams:
 * choose. None: create, or the page for an unknown address.
 */
export async function completeSignIn(
  { workspaces, access_token: accessToken }: OutputOf<'auth.verify_code'>,
  form: SignInForm,
  method: 'code' | 'google',
): Promise<SignInOutcome> {
  session.setTemporaryToken(accessToken)
  const [only, second] = workspaces
  if (!only) return form === 'login' ? 'unknown' : 'create'
  if (second || (form === 'sign_up' && method === 'code')) return 'choose'
  const created = await call('auth.create_session', {
    body: { workspace_id: only.id },
    temporary: true,
  })
  session.start(created.access_token)
  return 'in'
}

/** Returns a function that navigates to the outcome's page, or back to the requested page. */
export function useSignInRedirect(next: string | undefined): (outcome: SignInOutcome) => void {
  const navigate = useNavigate()
  return (outcome) => {
    if (outcome === 'in') void navigate({ to: safeNextPath(next) ?? '/feed' })
    else if (outcome === 'choose' || outcome === 'unknown')
      void navigate({ to: '/workspaces', search: next ? { next } : {} })
    else void navigate({ to: '/create-team' })
  }
}
