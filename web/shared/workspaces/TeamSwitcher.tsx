import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { firstGrapheme } from '#web/ui/initials.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { requestPresenceProof, withPresenceProof } from '#web/shared/presence/presence-request.ts'
import css from './team-switcher.module.css'
import { flushPendingUndos } from '#web/shared/undo.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

function TeamButton({
  team,
  isCurrent,
  isDisabled,
  onEnter,
}: {
  team: OutputOf<'auth.list_workspaces'>[number]
  isCurrent: boolean
  isDisabled: boolean
  onEnter: () => void
}) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={`plain ${css['team']}`}
      disabled={isCurrent || isDisabled}
      onClick={onEnter}
    >
      <span className={css['mark']} aria-hidden="true">
        {team.logo.url ? (
          <img className={css['logo']} src={team.logo.url} alt="" />
        ) : (
          firstGrapheme(team.name)
        )}
      </span>
      <span>
        <Text component="span" fw={550} display="block">
          {team.name}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {isCurrent ? t('switcher.here') : t('people', { count: team.users_count })}
        </Text>
      </span>
    </button>
  )
}

function ConfinedNotice({ isBusy, onConfirm }: { isBusy: boolean; onConfirm: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Text mt="md" mb="sm">
        {t('switcher.confined')}
      </Text>
      <Button variant="default" fullWidth loading={isBusy} onClick={onConfirm}>
        {t('switcher.confirm')}
      </Button>
    </>
  )
}

/** Starts a session in a team, or opens the page of its company sign-in. */
function useEnterTeam(onClose: () => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (workspaceId: string) =>
      flushPendingUndos().then(() =>
        withPresenceProof(() =>
          call('auth.create_session', { body: { workspace_id: workspaceId } }),
        ),
      ),
    onSuccess: ({ access_token: accessToken }) => {
      session.start(accessToken)
      // A full page load drops every state of the former team.
      location.assign('/feed')
    },
    onError: (error, workspaceId) => {
      if (!(error instanceof ApiCallError && error.has('sso_required')))
        return notifyError(t, error)
      onClose()
      return navigate({ to: '/workspaces', search: { team: workspaceId } })
    },
  })
}

/** Lists the person's teams; a click starts a session in that team. */
export function TeamSwitcher({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { workspace, workspaces_count: workspacesCount, signed_in_by: signedInBy } = useConfig()
  const teams = useQuery({
    queryKey: queryKey('workspaces', 'of_session'),
    queryFn: () => call('auth.list_workspaces'),
  })
  const presence = useQuery({ queryKey: queryKey('presence'), queryFn: () => call('presence.get') })
  const prove = useMutation({
    mutationFn: requestPresenceProof,
    onSuccess: () => Promise.all([presence.refetch(), teams.refetch()]),
    onError: (error) => notifyError(t, error),
  })
  const enter = useEnterTeam(onClose)
  return (
    <Dialog onClose={onClose} title={t('switcher.title')} close={t('close')}>
      <Text c="dimmed" mb="md">
        {t('switcher.count', { count: workspacesCount })}
      </Text>
      {teams.isLoadingError ? (
        <ErrorState error={teams.error} retry={() => void teams.refetch()} />
      ) : null}
      <Stack gap="xs">
        {teams.isPending
          ? Array.from({ length: workspacesCount }, (_, index) => (
              <Skeleton key={index} height={66} radius="md" />
            ))
          : null}
        {teams.data?.map((team) => (
          <TeamButton
            key={team.id}
            team={team}
            isCurrent={team.id === workspace.id}
            isDisabled={enter.isPending}
            onEnter={() => enter.mutate(team.id)}
          />
        ))}
      </Stack>
      {presence.data?.confined && signedInBy === 'account' ? (
        <ConfinedNotice isBusy={prove.isPending} onConfirm={() => prove.mutate()} />
      ) : null}
      <Button
        component={Link}
        to="/workspaces"
        variant="subtle"
        fullWidth
        mt="md"
        onClick={onClose}
      >
        {t('switcher.other')}
      </Button>
    </Dialog>
  )
}
