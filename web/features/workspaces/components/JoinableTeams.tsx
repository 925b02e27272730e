import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import css from '#web/shared/layout/auth-layout.module.css'
import { safeNextPath } from '#web/shared/safe-next-path.ts'
import { useCall } from '#web/shared/use-call.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { WorkspaceButton } from './WorkspaceButton.tsx'

/** The teams that the verified address may join by its domain. A click joins and opens `next`. */
export function JoinableTeams({
  teams,
  next,
}: {
  teams: OutputOf<'joining.list_teams'>
  next: string | undefined
}) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const client = useQueryClient()
  const join = useCall('joining.join_by_domain', {
    provesPresence: true,
    input: (workspaceId: string) => ({ body: { workspace_id: workspaceId }, temporary: true }),
    onSuccess: ({ access_token: accessToken }) => {
      session.start(accessToken)
      client.clear()
      // The guard redirects new users to the page for their name.
      void navigate({ to: safeNextPath(next) ?? '/feed' })
    },
    onError: (error, workspaceId) =>
      error instanceof ApiCallError && error.has('sso_required')
        ? navigate({ to: '/workspaces', search: { team: workspaceId, ...(next ? { next } : {}) } })
        : notifyError(t, error),
  })
  return (
    <div className={css['teams']}>
      {teams.map((team) => (
        <WorkspaceButton
          key={team.id}
          workspace={team}
          disabled={join.isPending}
          onClick={() => join.mutate(team.id)}
        />
      ))}
    </div>
  )
}
