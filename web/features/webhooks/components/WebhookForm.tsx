import { Alert, Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  webhookEvents,
  type WebhookEvent,
  type WebhookKind,
  isPurchaseEvent,
} from '#contract/webhook-events.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import type { FormErrors } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import type { Webhook } from '../api/queries.ts'
import css from './webhooks.module.css'

export const webhookFieldNames = ['url', 'description', 'events'] as const
export type WebhookFormValues = { url: string; description: string; events: WebhookEvent[] }

/**
 * The events of a webhook. Purchase events require manage_rewards; events chosen by another
 * administrator stay.
 */
function EventCheckboxes({
  chosen,
  known,
  problem,
  onChange,
}: {
  chosen: WebhookEvent[]
  known: WebhookEvent[]
  problem: string | undefined
  onChange: (events: WebhookEvent[]) => void
}) {
  const { t } = useTranslation('connections')
  const { abilities } = useConfig()
  const allowed = (event: WebhookEvent) =>
    !isPurchaseEvent(event) || abilities.includes('manage_rewards') || known.includes(event)
  return (
    <fieldset className={css['events']}>
      <legend>{t('events')}</legend>
      {webhookEvents.map((event) => (
        <Checkbox
          key={event}
          label={t(`event.${event}`)}
          checked={chosen.includes(event)}
          disabled={!allowed(event)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              webhookEvents.filter((one) => (one === event ? checked : chosen.includes(one))),
            )
          }
        />
      ))}
      {webhookEvents.every(allowed) ? null : <p className={css['hint']}>{t('events_rewards')}</p>}
      {problem ? (
        <p className={css['problem']} role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  )
}

function NameField({
  kind,
  value,
  problem,
  onChange,
}: {
  kind: WebhookKind
  value: string
  problem: string | undefined
  onChange: (description: string) => void
}) {
  const { t } = useTranslation('connections')
  return (
    <TextInput
      label={t('name')}
      name="description"
      placeholder={t(`name_place.${kind}`)}
      maxLength={limits.hook_description_chars_max}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type Props = {
  kind: WebhookKind
  hook?: Webhook
  action: string
  busy: boolean
  problems: FormErrors
  onSubmit: (fields: WebhookFormValues) => void
  onCancel: () => void
  children?: ReactNode
}
const toFormValues = (hook: Webhook | undefined): WebhookFormValues => ({
  url: hook?.url ?? '',
  description: hook?.description ?? '',
  events: hook?.events ?? ['post.created'],
})

/** The address, the name and, for a webhook, the events. */
export function WebhookForm({
  kind,
  hook,
  action,
  busy,
  problems,
  onSubmit,
  onCancel,
  children,
}: Props) {
  const { t } = useTranslation('connections')
  const [fields, setFields] = useState(() => toFormValues(hook))
  const fixed = hook?.abilities.change === false
  const set = (part: Partial<WebhookFormValues>) => setFields((old) => ({ ...old, ...part }))
  return (
    <Form
      problems={problems}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(fields)
      }}
      className={css['form']}
    >
      {problems.general ? (
        <Alert color="red" role="alert">
          {problems.general}
        </Alert>
      ) : null}
      {hook ? null : <p className={css['hint']}>{t(`how.${kind}`)}</p>}
      <TextInput
        label={t('url')}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder={t(`place.${kind}`)}
        maxLength={limits.hook_url_chars_max}
        value={fields.url}
        error={problems.fields['url']}
        {...(hook && kind !== 'webhook'
          ? {
              description: t('url_kept'),
              inputWrapperOrder: ['label', 'input', 'description', 'error'] as const,
            }
          : {})}
        {...(fixed ? { readOnly: true, variant: 'filled' } : { 'data-autofocus': true })}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <NameField
        kind={kind}
        value={fields.description}
        problem={problems.fields['description']}
        onChange={(description) => set({ description })}
      />
      {kind === 'webhook' ? (
        <EventCheckboxes
          chosen={fields.events}
          known={hook?.events ?? []}
          problem={problems.fields['events']}
          onChange={(events) => set({ events })}
        />
      ) : null}
      {children}
      <FormActions action={action} busy={busy} onCancel={onCancel} />
    </Form>
  )
}
