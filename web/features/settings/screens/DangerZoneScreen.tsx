import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { createOtherWorkspacesToken } from '#web/shared/workspaces/other-workspaces-token.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { call } from '#web/lib/client.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ConfirmByNameDialog } from '../components/ConfirmByNameDialog.tsx'
import css from '../components/settings.module.css'
import { WorkspaceExports } from '../components/WorkspaceExports.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall, callAndInvalidate } from '#web/shared/use-call.ts'

/** A scheduled deletion: its date, its requester and the button to cancel it. */
function PendingDeletion({ dueAt, name }: { dueAt: string; name: string }) {
  const { t } = useTranslation('settings')
  const {
    settings: { timezone },
    impersonated,
  } = useConfig()
  const cancelDeletion = useCall('workspace.cancel_deletion', {
    waitsFor: ['config'],
    onError: (error) => notifyError(t, error),
  })
  return (
    <Card className={css['danger']}>
      <div>
        <h2 className={css['heading']}>{t('danger.pending')}</h2>
        <p>{t('danger.pending_text', { day: formatDateTime(dueAt, timezone), name })}</p>
      </div>
      <Button
        disabled={impersonated}
        loading={cancelDeletion.isPending}
        onClick={() => cancelDeletion.mutate()}
      >
        {t('danger.keep')}
      </Button>
    </Card>
  )
}

/** Deletes the team. With a grace period the user stays; without it the session ends. */
function DeleteWorkspaceDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const config = useConfig()
  const { deletion_grace_days: days } = config
  const run = async (name: string) => {
    const temporary = days === 0 ? await createOtherWorkspacesToken(config) : null
    await callAndInvalidate(
      client,
      'workspace.delete',
      { body: { name } },
      days === 0 ? 'everything' : [],
    )
    return temporary
  }
  const onDone = (temporary: string | null) => {
    if (days === 0) return session.leaveWorkspace(temporary)
    onClose()
    notifySuccess(t('danger.delete_done'))
  }
  return (
    <ConfirmByNameDialog
      run={run}
      title={t('danger.delete')}
      text={text}
      action={t('danger.delete_action')}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function ResetWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const onDone = () => {
    onClose()
    notifySuccess(t('danger.reset_done'))
  }
  return (
    <ConfirmByNameDialog
      run={(name) => callAndInvalidate(client, 'workspace.reset', { body: { name } })}
      title={t('danger.reset')}
      text={t('danger.reset_text')}
      action={t('danger.reset_action')}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** /settings/danger: download everything, reset the history or delete the team. */
export function DangerZoneScreen() {
  const { t } = useTranslation('settings')
  const {
    impersonated,
    deletion,
    deletion_grace_days: days,
    settings: { timezone },
  } = useConfig()
  const [openDialog, setOpenDialog] = useState<'reset' | 'delete' | null>(null)
  const presence = useQuery({
    queryKey: queryKey('presence'),
    queryFn: () => call('presence.get'),
    enabled: !impersonated,
  })
  const opensAt = presence.data?.danger_zone_from ?? null
  const close = () => setOpenDialog(null)
  const deleteText =
    days === 0 ? t('danger.delete_now_text') : t('danger.delete_text', { count: days })
  usePageTitle(t('menu.danger'))
  const renderCard = (key: 'reset' | 'delete', text: string) => (
    <Card key={key} className={css['danger']}>
      <div>
        <h2 className={css['heading']}>{t(`danger.${key}`)}</h2>
        <p>{text}</p>
      </div>
      <Button
        variant="outline"
        color="red"
        disabled={impersonated || opensAt !== null}
        onClick={() => setOpenDialog(key)}
      >
        {t(`danger.${key}`)}
      </Button>
    </Card>
  )
  return (
    <Page title={t('menu.danger')} narrow back={<SettingsNavigation />}>
      {opensAt ? (
        <Alert variant="light" mb="md" role="note">
          {t('danger.wait', { time: formatDateTime(opensAt, timezone) })}
        </Alert>
      ) : null}
      <div className={css['cards']}>
        <WorkspaceExports isLocked={impersonated || opensAt !== null} isShown={!impersonated} />
        {renderCard('reset', t('danger.reset_text'))}
        {deletion ? (
          <PendingDeletion
            dueAt={deletion.due_at}
            name={deletion.asked_by?.name || t('common:former')}
          />
        ) : (
          renderCard('delete', deleteText)
        )}
      </div>
      {impersonated ? <p className={css['hint']}>{t('danger.impersonated')}</p> : null}
      {openDialog === 'reset' ? <ResetWorkspaceDialog onClose={close} /> : null}
      {openDialog === 'delete' ? <DeleteWorkspaceDialog text={deleteText} onClose={close} /> : null}
    </Page>
  )
}
