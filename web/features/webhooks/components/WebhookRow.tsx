import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { chatAppsQuery } from '#web/shared/chat/chat.api.ts'
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
import { deliveryOutcomeText } from '#web/shared/webhooks/delivery-labels.ts'
import { webhookName, webhookStatus } from '../webhook-labels.ts'
import css from '#web/shared/webhooks/webhooks.module.css'
import { EditWebhookDialog, DeleteWebhookDialog } from './EditWebhookDialog.tsx'
import { DeliveryLogDialog } from '#web/shared/webhooks/DeliveryLogDialog.tsx'

/** Why the webhook does not work, its pending deliveries and its last delivery. */
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

type OpenDialog = 'log' | 'edit' | 'remove'

function TestResult({ result }: { result: WebhookDelivery | null }) {
  const { t } = useTranslation('connections')
  const resultText = () => {
    if (!result) return ''
    return result.state === 'delivered'
      ? t('tested_good')
      : t('tested_bad', { why: deliveryOutcomeText(t, result) })
  }
  return (
    <p
      role="status"
      className={result ? css['result'] : 'sr-only'}
      data-mood={result?.state === 'delivered' ? 'good' : 'bad'}
    >
      {resultText()}
    </p>
  )
}

function ResumeButton({
  hook,
  onResult,
  children,
}: {
  hook: Webhook
  onResult: (result: null) => void
  children: ReactNode
}) {
  const { t } = useTranslation('connections')
  const { impersonated } = useConfig()
  const resume = useUpdateWebhook(hook.id, {
    onSuccess: () => {
      onResult(null)
      notifySuccess(t('resumed'))
    },
    onError: (error) => notifyError(t, error),
  })
  return (
    <Button
      size="sm"
      variant="default"
      disabled={impersonated}
      loading={resume.isPending}
      onClick={() => resume.mutate({ paused: false })}
    >
      {t('resume')}
      {children}
    </Button>
  )
}

/** Moves a bridge to the app of its chat; nothing while the app is not connected. */
function MoveLink({ hook: { id, kind }, children }: { hook: Webhook; children: ReactNode }) {
  const { t } = useTranslation('connections')
  const { data: apps } = useQuery(chatAppsQuery)
  const isReplaceable = apps?.some(
    ({ provider, state }) => provider === kind && state === 'connected',
  )
  if (!isReplaceable) return null
  return (
    <Button
      component={Link}
      to={`/settings/connections/${kind}?replaces=${id}`}
      size="sm"
      variant="default"
    >
      {t('move')}
      {children}
    </Button>
  )
}

function WebhookActions({
  hook,
  onResult,
  onOpen,
}: {
  hook: Webhook
  onResult: (result: WebhookDelivery | null) => void
  onOpen: (dialog: OpenDialog) => void
}) {
  const { t } = useTranslation('connections')
  const { impersonated } = useConfig()
  const nameSuffix = <span className="sr-only"> {webhookName(t, hook)}</span>
  const test = useTestWebhook(hook.id, {
    onSuccess: onResult,
    onError: (error) => notifyError(t, error),
  })
  return (
    <div className={css['acts']}>
      {hook.state === 'active' || !hook.abilities.change ? null : (
        <ResumeButton hook={hook} onResult={onResult}>
          {nameSuffix}
        </ResumeButton>
      )}
      <Button
        size="sm"
        variant="default"
        disabled={impersonated}
        loading={test.isPending}
        onClick={() => {
          onResult(null)
          test.mutate()
        }}
      >
        {t('test')}
        {nameSuffix}
      </Button>
      {hook.abilities.change ? (
        <Button size="sm" variant="default" onClick={() => onOpen('log')}>
          {t('log.open')}
          {nameSuffix}
        </Button>
      ) : null}
      <Button size="sm" variant="default" disabled={impersonated} onClick={() => onOpen('edit')}>
        {t('edit')}
        {nameSuffix}
      </Button>
      <MoveLink hook={hook}>{nameSuffix}</MoveLink>
      <Button
        size="sm"
        variant="subtle"
        color="red"
        disabled={impersonated}
        onClick={() => onOpen('remove')}
      >
        {t('remove')}
        {nameSuffix}
      </Button>
    </div>
  )
}

/** A webhook with its status and actions. */
export function WebhookRow({ hook }: { hook: Webhook }) {
  const { t } = useTranslation('connections')
  const [open, setOpen] = useState<'log' | 'edit' | 'remove' | null>(null)
  const [result, setResult] = useState<WebhookDelivery | null>(null)
  const name = webhookName(t, hook)
  const { tone, text } = webhookStatus(t, hook)
  const close = () => setOpen(null)
  return (
    <li className={css['row']}>
      <div>
        <div className={css['top']}>
          <h4>{name}</h4>
          <span className={css['badge']} data-mood={tone}>
            {text}
          </span>
        </div>
        <p className={css['url']}>{hook.url}</p>
      </div>
      <WebhookStatus hook={hook} />
      {hook.abilities.change ? null : <p className={css['hint']}>{t('carries_purchases')}</p>}
      <TestResult result={result} />
      <WebhookActions hook={hook} onResult={setResult} onOpen={setOpen} />
      {open === 'log' ? <DeliveryLogDialog hookId={hook.id} name={name} onClose={close} /> : null}
      {open === 'edit' ? <EditWebhookDialog hook={hook} onClose={close} /> : null}
      {open === 'remove' ? <DeleteWebhookDialog hook={hook} onClose={close} /> : null}
    </li>
  )
}
