import type { GetInputPropsReturnType } from '@mantine/form'
import { Checkbox, TextInput } from '@mantine/core'
import { type ReactNode } from 'react'
import {
  webhookEvents,
  type WebhookEvent,
  type WebhookKind,
  isPurchaseEvent,
} from '#contract/webhook-events.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import type { Webhook } from '../api/queries.ts'
import css from '#web/shared/webhooks/webhooks.module.css'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

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
  problem: ReactNode
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
              webhookEvents.filter((name) => (name === event ? checked : chosen.includes(name))),
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
  inputProps,
}: {
  kind: WebhookKind
  inputProps: GetInputPropsReturnType
}) {
  const { t } = useTranslation('connections')
  return (
    <TextInput
      label={t('name')}
      name="description"
      placeholder={t(`name_place.${kind}`)}
      maxLength={limits.hook_description_chars_max}
      {...inputProps}
    />
  )
}

type Props = {
  kind: WebhookKind
  hook?: Webhook
  action: string
  busy: boolean
  onSubmit: (fields: WebhookFormValues, showRefusal: (error: unknown) => void) => void
  onCancel: () => void
  children?: ReactNode
}
const toFormValues = (hook: Webhook | undefined): WebhookFormValues => ({
  url: hook?.url ?? '',
  description: hook?.description ?? '',
  events: hook?.events ?? ['post.created'],
})

/** The address, the name and, for a webhook, the events. */
export function WebhookForm({ kind, hook, action, busy, onSubmit, onCancel, children }: Props) {
  const { t } = useTranslation('connections')
  const form = useServerForm<WebhookFormValues>({
    initialValues: toFormValues(hook),
    fieldNames: ['url', 'description', 'events'],
  })
  const { problems } = form
  const fixed = hook?.abilities.change === false
  return (
    <Form
      problems={problems}
      onSubmit={form.submitTo((fields) => onSubmit(fields, form.showRefusal))}
      className={css['form']}
    >
      <GeneralProblem text={problems.general} />
      {hook ? null : <p className={css['hint']}>{t(`how.${kind}`)}</p>}
      <TextInput
        label={t('url')}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder={t(`place.${kind}`)}
        maxLength={limits.hook_url_chars_max}
        {...form.getInputProps('url')}
        {...(hook && kind !== 'webhook'
          ? {
              description: t('url_kept'),
              inputWrapperOrder: ['label', 'input', 'description', 'error'] as const,
            }
          : {})}
        {...(fixed ? { readOnly: true, variant: 'filled' } : { 'data-autofocus': true })}
      />
      <NameField kind={kind} inputProps={form.getInputProps('description')} />
      {kind === 'webhook' ? (
        <EventCheckboxes
          chosen={form.values.events}
          known={hook?.events ?? []}
          problem={form.errors['events']}
          onChange={(events) => form.setFieldValue('events', events)}
        />
      ) : null}
      {children}
      <FormActions action={action} busy={busy} onCancel={onCancel} />
    </Form>
  )
}
