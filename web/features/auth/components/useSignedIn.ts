import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes.ts'
import { ownPath } from '#web/app/guards.ts'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'

type Way = 'in' | 'choose' | 'create'

/** What follows a proof of who somebody is, by code or by Google. One team: straight in. Several: choose. None: create one. */
export async function enterByProof({ workspaces, access_token }: OutputOf<'auth.verify_code'>, straight: boolean): Promise<Way> {
  session.setTemporary(access_token)
  const [only, second] = workspaces
  if (!only) return 'create'
  if (second || !straight) return 'choose'
  const entry = await call('auth.create_session', { body: { workspace_id: only.id }, temporary: true })
  session.start(entry.access_token)
  return 'in'
}

/** Goes the way that signing in has shown, and back to where somebody wanted to go. */
export function useWayIn(next: string | undefined): (way: Way) => void {
  const navigate = useNavigate()
  return (way) => {
    if (way === 'in') void navigate({ to: ownPath(next) ?? '/feed' })
    else if (way === 'choose') void navigate({ to: '/workspaces', search: next ? { next } : {} })
    else void navigate({ to: '/create-team' })
  }
}
