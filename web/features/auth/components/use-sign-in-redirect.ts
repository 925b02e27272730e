import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'
import { call } from '#web/lib/client.ts'
import { type SignInForm, session } from '#web/lib/session.ts'

type SignInOutcome = 'in' | 'choose' | 'create' | 'unknown'

/**
 * What follows a proof of the address, by code or by Google. One team: straight in, except for
 * somebody who came to create one by a code. Several: choose. None: create one, or read first that
 * no team knows the address.
 */
export async function completeSignIn(
  { workspaces, access_token: accessToken }: OutputOf<'auth.verify_code'>,
  form: SignInForm,
  by: 'code' | 'google',
): Promise<SignInOutcome> {
  session.setTemporaryToken(accessToken)
  const [only, second] = workspaces
  if (!only) return form === 'login' ? 'unknown' : 'create'
  if (second || (form === 'sign_up' && by === 'code')) return 'choose'
  const entry = await call('auth.create_session', {
    body: { workspace_id: only.id },
    temporary: true,
  })
  session.start(entry.access_token)
  return 'in'
}

/** Goes the way that signing in has shown, and back to where somebody wanted to go. */
export function useSignInRedirect(next: string | undefined): (way: SignInOutcome) => void {
  const navigate = useNavigate()
  return (way) => {
    if (way === 'in') void navigate({ to: safeNextPath(next) ?? '/feed' })
    else if (way === 'choose' || way === 'unknown')
      void navigate({ to: '/workspaces', search: next ? { next } : {} })
    else void navigate({ to: '/create-team' })
  }
}
