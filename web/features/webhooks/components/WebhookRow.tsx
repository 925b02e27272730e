import { Button } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { formatTimeAgo, formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import {
  type Webhook,
  type WebhookDelivery,
  useTestWebhook,
  useUpdateWebhook,
} from '../api/queries.ts'
import { webhookName, deliveryOutcomeText, webhookStatus } from '../webhook-labels.ts'
import css from './webhooks.module.css'
import { EditWebhookDialog, DeleteWebhookDialog } from './EditWebhookDialog.tsx'
import { DeliveryLogDialog } from './DeliveryLogDialog.tsx'

/** Why it is not working, what waits, and when something arrived last. */
function WebhookStatus({ hook }: { hook: Webhook }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  return (
    <div className={css['facts']}>
      {hook.off_reason ? (
        <span className={css['why']}>
          {t(`off.${hook.off_reason}`, { days: limits.hook_failing_days })}
        </span>
      ) : null}
      {hook.waiting && hook.state === 'active' && hook.failures > 0 ? (
        <span>
          {hook.next_at
            ? t('waiting_until', {
                count: hook.waiting,
                time: formatDateTime(hook.next_at, timezone),
              })
            : t('waiting', { count: hook.waiting })}
        </span>
      ) : null}
      {hook.waiting && hook.state !== 'active' ? (
        <span>{t('waiting', { count: hook.waiting })}</span>
      ) : null}
      <span>
        {hook.delivered_at
          ? t('last', { time: formatTimeAgo(hook.delivered_at, timezone) })
          : t('last_none')}
      </span>
    </div>
  )
}

/** One connection: how it is, and what can be done with it. */
export function WebhookRow({ hook }: { hook: Webhook }) {
  const { t } = useTranslation('connections')
  const { impersonated } = useConfig()
  const [open, setOpen] = useState<'log' | 'edit' | 'remove' | null>(null)
  const [result, setResult] = useState<WebhookDelivery | null>(null)
  const name = webhookName(t, hook)
  const of = <span className="sr-only"> {name}</span>
  const { mood, text } = webhookStatus(t, hook)
  const test = useTestWebhook(hook.id, {
    onSuccess: setResult,
    onError: (error) => notifyError(t, error),
  })
  const resume = useUpdateWebhook(hook.id, {
    onSuccess: () => {
      setResult(null)
      notifySuccess(t('resumed'))
    },
    onError: (error) => notifyError(t, error),
  })
  const close = () => setOpen(null)
  return (
    <li className={css['row']}>
      <div>
        <div className={css['top']}>
          <h3>{name}</h3>
          <span className={css['badge']} data-mood={mood}>
            {text}
          </span>
        </div>
        <p className={css['url']}>{hook.url}</p>
      </div>
      <WebhookStatus hook={hook} />
      {hook.abilities.change ? null : <p className={css['hint']}>{t('carries_purchases')}</p>}
      <p
        role="status"
        className={result ? css['result'] : 'sr-only'}
        data-mood={result?.state === 'delivered' ? 'good' : 'bad'}
      >
        {result
          ? result.state === 'delivered'
            ? t('tested_good')
            : t('tested_bad', { why: deliveryOutcomeText(t, result) })
          : ''}
      </p>
      <div className={css['acts']}>
        {hook.state === 'active' || !hook.abilities.change ? null : (
          <Button
            size="sm"
            disabled={impersonated}
            loading={resume.isPending}
            onClick={() => resume.mutate({ paused: false })}
          >
            {t('resume')}
            {of}
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          disabled={impersonated}
          loading={test.isPending}
          onClick={() => {
            setResult(null)
            test.mutate()
          }}
        >
          {t('test')}
          {of}
        </Button>
        {hook.abilities.change ? (
          <Button size="sm" variant="default" onClick={() => setOpen('log')}>
            {t('log.open')}
            {of}
          </Button>
        ) : null}
        <Button size="sm" variant="default" disabled={impersonated} onClick={() => setOpen('edit')}>
          {t('edit')}
          {of}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          color="red"
          disabled={impersonated}
          onClick={() => setOpen('remove')}
        >
          {t('remove')}
          {of}
        </Button>
      </div>
      {open === 'log' ? <DeliveryLogDialog hook={hook} onClose={close} /> : null}
      {open === 'edit' ? <EditWebhookDialog hook={hook} onClose={close} /> : null}
      {open === 'remove' ? <DeleteWebhookDialog hook={hook} onClose={close} /> : null}
    </li>
  )
}
