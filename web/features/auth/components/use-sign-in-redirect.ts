import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { type SignInForm, session } from '#web/lib/session.ts'

type SignInOutcome =
  | 'in'
  | 'choose'
  | 'create'
  | 'unknown'
  | 'join'
  /** The only team signs in through its company. */
  | { company: string }

/** Returns whether the verified address may join a team by its domain. */
const hasJoinableTeam = () =>
  call('joining.list_teams', { temporary: true }).then(
    (teams) => teams.length > 0,
    () => false,
  )

/**
 * Stores the temporary token and returns the next step after the address is verified. An account
 * with one team enters it, except after a code sign-up, which may create a team. Several teams:
 * choose. None: a team that the address may join, else create, or the page for an unknown address.
 * A join link has its own page.
 */
export async function completeSignIn(
  { workspaces, access_token: accessToken }: OutputOf<'auth.verify_code'>,
  form: SignInForm,
  method: 'code' | 'google',
): Promise<SignInOutcome> {
  session.setTemporaryToken(accessToken)
  if (form === 'join') return 'join'
  const [only, second] = workspaces
  if (!only && form === 'login') return 'unknown'
  if (!only) return (await hasJoinableTeam()) ? 'choose' : 'create'
  if (second || (form === 'sign_up' && method === 'code')) return 'choose'
  try {
    const created = await call('auth.create_session', {
      body: { workspace_id: only.id },
      temporary: true,
    })
    session.start(created.access_token)
    return 'in'
  } catch (error) {
    if (error instanceof ApiCallError && error.has('sso_required')) return { company: only.id }
    throw error
  }
}

/** Returns a function that navigates to the outcome's page, or back to the requested page. */
export function useSignInRedirect(next: string | undefined): (outcome: SignInOutcome) => void {
  const navigate = useNavigate()
  return (outcome) => {
    if (typeof outcome === 'object')
      void navigate({
        to: '/workspaces',
        search: { team: outcome.company, ...(next ? { next } : {}) },
      })
    else if (outcome === 'join') void navigate({ to: '/join' })
    else if (outcome === 'in') void navigate({ to: safeNextPath(next) ?? '/feed' })
    else if (outcome === 'choose' || outcome === 'unknown')
      void navigate({ to: '/workspaces', search: next ? { next } : {} })
    else void navigate({ to: '/create-team' })
  }
}
