import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UserImport } from '#contract/schemas/imports.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { ProgressTrack } from '#web/shared/people-files/ProgressTrack.tsx'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useCancelImport } from '../api/queries.ts'
import { HeldInvites } from './HeldInvites.tsx'
import { ImportFigures } from './ImportFigures.tsx'
import { NextSteps } from './NextSteps.tsx'
import css from './imports.module.css'

/** The progress of a running import, with a cancel button. */
export function ImportProgress({ userImport }: { userImport: UserImport }) {
  const { t } = useTranslation('imports')
  const [isConfirming, setIsConfirming] = useState(false)
  const cancel = useCancelImport(userImport.id, {
    onSuccess: () => setIsConfirming(false),
    onError: (error) => {
      setIsConfirming(false)
      notifyError(t, error)
    },
  })
  const percent = userImport.rows ? Math.round((userImport.done / userImport.rows) * 100) : 0
  return (
    <Card>
      <h2 className={css['heading']} id="import-progress">
        {t(userImport.holds_invites ? 'running.held_title' : 'running.title')}
      </h2>
      <p className={css['lead']}>{t('running.text')}</p>
      <ProgressTrack
        labelId="import-progress"
        percent={percent}
        count={t('running.count', {
          done: formatNumber(userImport.done),
          total: formatNumber(userImport.rows),
        })}
      />
      <div className={css['actions']}>
        <Button variant="default" component={Link} to="/settings/team">
          {t('team')}
        </Button>
        <Button variant="default" onClick={() => setIsConfirming(true)}>
          {t('running.cancel')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isConfirming}
        danger
        title={t('running.cancel_title')}
        text={t('running.cancel_text')}
        confirm={t('running.cancel_confirm')}
        cancel={t('running.go_on')}
        busy={cancel.isPending}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => cancel.mutate()}
      />
    </Card>
  )
}

const icons = { finished: IconCheck, canceled: IconPlayerStop, failed: IconAlertTriangle } as const

/** The numbers of skipped rows and of unreadable cells, with a CSV of both. */
function ReportedRows({ userImport }: { userImport: UserImport }) {
  const { t } = useTranslation('imports')
  const downloadRefused = useMutation({
    mutationFn: () =>
      downloadFromApi(
        'imports.refused',
        { params: { id: userImport.id } },
        `${t('refused_file')}.csv`,
      ),
    onError: (error) => notifyError(t, error),
  })
  return (
    <div className={css['refused']}>
      <p>
        {(['refused', 'warned'] as const)
          .filter((key) => userImport[key])
          .map((key) =>
            t(`ended.${key}`, { count: userImport[key], n: formatNumber(userImport[key]) }),
          )
          .join(' ')}
      </p>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={downloadRefused.isPending}
        onClick={() => downloadRefused.mutate()}
      >
        {t('ended.download')}
      </Button>
    </div>
  )
}

/** The result of a finished, canceled or failed import, and the next actions. */
export function ImportResult({
  userImport,
  state,
}: {
  userImport: UserImport
  state: keyof typeof icons
}) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const Icon = icons[state]
  const figures = { done: formatNumber(userImport.done), total: formatNumber(userImport.rows) }
  const sendsSoon =
    userImport.invited > 0 && userImport.mails_until === null && !userImport.holds_invites
  const isDiscarded = state === 'canceled' && userImport.done === 0
  const text =
    state === 'finished' && !sendsSoon
      ? t('ended.spread_text', figures)
      : t(`ended.${state}_text`, figures)
  return (
    <Card>
      <div className={css['ended']} data-state={state} role="status">
        <span className={css['endedIcon']} aria-hidden="true">
          <Icon size={30} stroke={2.4} />
        </span>
        <h2>{t(`ended.${state}`)}</h2>
        <p>{isDiscarded ? t('ended.discarded_text') : text}</p>
        {userImport.mails_until ? (
          <p>{t('later', { date: formatDate(userImport.mails_until, timezone) })}</p>
        ) : null}
      </div>
      {userImport.done ? (
        <ImportFigures
          figures={[
            {
              key: userImport.holds_invites ? 'added' : 'invited',
              value: userImport.invited,
              tone: 'good',
            },
            { key: 'updated', value: userImport.updated, tone: 'plain' },
            ...(userImport.deactivated
              ? [{ key: 'deactivated', value: userImport.deactivated, tone: 'plain' } as const]
              : []),
            { key: 'refused', value: userImport.refused, tone: 'bad' },
          ]}
        />
      ) : null}
      {userImport.held ? <HeldInvites userImport={userImport} /> : null}
      {userImport.failed_mails ? (
        <Alert color="red" mb="md" role="alert" title={t('errors:invitations_failed')}>
          {t('ended.failed_mails', {
            count: userImport.failed_mails,
            n: formatNumber(userImport.failed_mails),
          })}
        </Alert>
      ) : null}
      {userImport.refused || userImport.warned ? <ReportedRows userImport={userImport} /> : null}
      {state === 'finished' ? <NextSteps /> : null}
      <div className={css['actions']}>
        <Button variant="default" component={Link} to="/settings/team/import">
          {t('ended.again')}
        </Button>
        <Button component={Link} to="/settings/team">
          {t('team')}
        </Button>
      </div>
    </Card>
  )
}
