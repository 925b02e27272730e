import { Button, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { safeNextPath } from '#web/shared/safe-next-path.ts'
import { requestPresenceProof } from '#web/shared/presence/presence-request.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { configQuery } from '#web/shared/config.ts'
import { leaveSignIn } from '#web/shared/session-actions.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { CompanyTeam } from '../components/CompanyTeam.tsx'
import { JoinableTeams } from '../components/JoinableTeams.tsx'
import { NoWorkspace } from '../components/NoWorkspace.tsx'
import { WorkspaceButton } from '../components/WorkspaceButton.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/** A company sign-in opens one team: the other teams need a sign-in by code. */
function CompanySessionNotice() {
  const { t } = useTranslation('auth')
  return (
    <>
      <Text mb="sm">{t('sso.confined')}</Text>
      <Button fullWidth size="md" mb="sm" onClick={() => void leaveSignIn()}>
        {t('sso.leave')}
      </Button>
    </>
  )
}

function ConfinedNotice({ busy, onConfirm }: { busy: boolean; onConfirm: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <>
      <Text mb="sm">{t('common:switcher.confined')}</Text>
      <Button fullWidth size="md" mb="sm" loading={busy} onClick={onConfirm}>
        {t('common:switcher.confirm')}
      </Button>
    </>
  )
}

/**
 * Loads the own teams, the teams to join, and whether this session must still verify its address.
 */
function useTeams() {
  const { t } = useTranslation('auth')
  const teams = useQuery({
    queryKey: queryKey('workspaces', 'of_sign_in'),
    queryFn: () => call('auth.list_workspaces', { temporary: true }),
  })
  const joinable = useQuery({
    queryKey: queryKey('workspaces', 'joinable'),
    queryFn: () => call('joining.list_teams', { temporary: true }),
  })
  const joinableTeams = joinable.data ?? []
  // A temporary token comes from a recent verification; a session may still need one.
  const presence = useQuery({
    queryKey: queryKey('presence'),
    queryFn: () => call('presence.get'),
    enabled: session.temporaryToken() === null,
  })
  const prove = useMutation({
    mutationFn: requestPresenceProof,
    onSuccess: () => Promise.all([presence, teams, joinable].map((query) => query.refetch())),
    onError: (error) => notifyError(t, error),
  })
  const { data: config } = useQuery({
    ...configQuery,
    enabled: session.temporaryToken() === null && session.token() !== null,
  })
  const isCompanySession = config?.signed_in_by === 'sso'
  return { teams, joinable, presence, prove, joinableTeams, isCompanySession }
}

/** Starts a session in a team, or offers its company sign-in. */
function useEnterWorkspace(next: string | undefined) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const client = useQueryClient()
  return useCall('auth.create_session', {
    provesPresence: true,
    input: (workspaceId: string) => ({ body: { workspace_id: workspaceId }, temporary: true }),
    onSuccess: ({ access_token: accessToken }) => {
      session.start(accessToken)
      client.clear()
      void navigate({ to: safeNextPath(next) ?? '/feed' })
    },
    onError: (error, workspaceId) => {
      if (!(error instanceof ApiCallError && error.has('sso_required')))
        return notifyError(t, error)
      return navigate({
        to: '/workspaces',
        search: { team: workspaceId, ...(next ? { next } : {}) },
      })
    },
  })
}

/** Choose one of the teams, or create another. */
export function WorkspacesScreen() {
  const { t } = useTranslation('auth')
  const { next, team: companyTeamId } = useSearch({ strict: false }) as {
    next?: string
    team?: string
  }
  usePageTitle(t('teams.title'))
  const { teams, joinable, presence, prove, joinableTeams, isCompanySession } = useTeams()
  const enter = useEnterWorkspace(next)
  const hasNoTeam = teams.data?.length === 0
  if (companyTeamId)
    return (
      <CompanyTeam
        workspaceId={companyTeamId}
        name={
          [...(teams.data ?? []), ...joinableTeams].find(({ id }) => id === companyTeamId)?.name
        }
        next={next}
      />
    )
  if (hasNoTeam && joinable.data?.length === 0) return <NoWorkspace />
  // Without an own team, the teams to join decide what the page says.
  const failed = [teams, ...(hasNoTeam ? [joinable] : [])].find((query) => query.isLoadingError)
  return (
    <AuthLayout
      title={t(hasNoTeam && joinableTeams.length ? 'teams.joinable' : 'teams.title')}
      lead={t('teams.lead')}
    >
      {failed ? <ErrorState error={failed.error} retry={() => void failed.refetch()} /> : null}
      <div className={css['teams']}>
        {teams.isPending || (hasNoTeam && joinable.isPending)
          ? [0, 1].map((index) => <Skeleton key={index} height={74} radius="lg" />)
          : null}
        {teams.data?.map((team) => (
          <WorkspaceButton
            key={team.id}
            workspace={team}
            detail={team.state === 'pending' ? t('teams.invited') : undefined}
            disabled={enter.isPending}
            onClick={() => enter.mutate(team.id)}
          />
        ))}
      </div>
      {joinableTeams.length ? (
        <>
          {hasNoTeam ? null : <h2 className={css['subtitle']}>{t('teams.joinable')}</h2>}
          <JoinableTeams teams={joinableTeams} next={next} />
        </>
      ) : null}
      {isCompanySession ? <CompanySessionNotice /> : null}
      {presence.data?.confined && !isCompanySession ? (
        <ConfinedNotice busy={prove.isPending} onConfirm={() => prove.mutate()} />
      ) : null}
      {isCompanySession ? null : (
        <Button component={Link} to="/create-team" variant="default" fullWidth size="md">
          {t('teams.create')}
        </Button>
      )}
    </AuthLayout>
  )
}
