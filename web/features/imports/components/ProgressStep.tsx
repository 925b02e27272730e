import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UserImport } from '#contract/schemas/imports.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useImportChange } from '../api/queries.ts'
import { ImportFigures } from './ImportFigures.tsx'
import css from './imports.module.css'

/** Invitations on their way: how far it is, and a way to stop. */
export function ImportProgress({ one }: { one: UserImport }) {
  const { t } = useTranslation('imports')
  const [asked, setAsked] = useState(false)
  const cancel = useImportChange('imports.cancel', one.id, () => setAsked(false))
  const share = one.rows ? Math.round((one.done / one.rows) * 100) : 0
  return (
    <Card>
      <h2 className={css['heading']} id="import-progress">
        {t('running.title')}
      </h2>
      <p className={css['lead']}>{t('running.text')}</p>
      <div
        className={css['track']}
        role="progressbar"
        aria-labelledby="import-progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      <p className={css['count']}>
        {t('running.count', { done: formatNumber(one.done), total: formatNumber(one.rows) })}
      </p>
      <div className={css['actions']}>
        <Button variant="default" component={Link} to="/settings/team">
          {t('team')}
        </Button>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('running.cancel')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asked}
        danger
        title={t('running.cancel_title')}
        text={t('running.cancel_text')}
        confirm={t('running.cancel_confirm')}
        cancel={t('running.go_on')}
        busy={cancel.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() => cancel.mutate()}
      />
    </Card>
  )
}

const icons = { finished: IconCheck, canceled: IconPlayerStop, failed: IconAlertTriangle } as const

/** The end of an import, whichever it was: what happened, what did not, and what to do next. */
export function ImportResult({ one, state }: { one: UserImport; state: keyof typeof icons }) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const Icon = icons[state]
  const refused = useMutation({
    mutationFn: () =>
      downloadFromApi('imports.refused', { params: { id: one.id } }, `${t('refused_file')}.csv`),
    onError: (error) => notifyError(t, error),
  })
  const figures = { done: formatNumber(one.done), total: formatNumber(one.rows) }
  const spread = state === 'finished' && one.mails_until !== null
  const text =
    state === 'canceled' && one.done === 0
      ? t('ended.discarded_text')
      : spread
        ? t('ended.spread_text', figures)
        : t(`ended.${state}_text`, figures)
  return (
    <Card>
      <div className={css['ended']} data-state={state} role="status">
        <span className={css['endedIcon']} aria-hidden="true">
          <Icon size={30} stroke={2.4} />
        </span>
        <h2>{t(`ended.${state}`)}</h2>
        <p>{text}</p>
        {one.mails_until ? (
          <p>{t('later', { date: formatDate(one.mails_until, timezone) })}</p>
        ) : null}
      </div>
      {one.done ? (
        <ImportFigures
          figures={[
            { key: 'invited', value: one.invited, tone: 'good' },
            { key: 'updated', value: one.updated, tone: 'plain' },
            { key: 'refused', value: one.refused, tone: 'bad' },
          ]}
        />
      ) : null}
      {one.failed_mails ? (
        <Alert color="red" mb="md" role="alert" title={t('errors:invitations_failed')}>
          {t('ended.failed_mails', { count: one.failed_mails, n: formatNumber(one.failed_mails) })}
        </Alert>
      ) : null}
      {one.refused ? (
        <div className={css['refused']}>
          <p>{t('ended.refused', { count: one.refused, n: formatNumber(one.refused) })}</p>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={refused.isPending}
            onClick={() => refused.mutate()}
          >
            {t('ended.download')}
          </Button>
        </div>
      ) : null}
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
