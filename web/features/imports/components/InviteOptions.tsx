import { Button, Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InvitationMail, InvitationPlan } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import type { FormErrors } from '#web/shared/errors/error-messages.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { usePreviewMail } from '../api/queries.ts'
import { MailPreview } from './MailPreview.tsx'
import type { InviteChoice } from './use-invite-choice.ts'
import css from './invites.module.css'

const plans = ['now', 'date', 'later'] as const satisfies InvitationPlan['when'][]

function MessageField({ choice, error }: { choice: InviteChoice; error: string | undefined }) {
  const { t } = useTranslation('imports')
  const [mail, setMail] = useState<InvitationMail | null>(null)
  const preview = usePreviewMail(setMail)
  return (
    <div className={css['message']}>
      <Textarea
        label={t('invites.message')}
        description={t('invites.message_hint', {
          left: formatNumber(limits.invite_message_chars_max - choice.message.length),
        })}
        error={error}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={limits.invite_message_chars_max}
        value={choice.message}
        onChange={(event) => choice.setMessage(event.currentTarget.value)}
      />
      <Button
        variant="default"
        size="sm"
        loading={preview.isPending}
        onClick={() =>
          preview.mutate(choice.message, { onError: (failure) => notifyError(t, failure) })
        }
      >
        {t('invites.preview')}
      </Button>
      {mail ? <MailPreview mail={mail} onClose={() => setMail(null)} /> : null}
    </div>
  )
}

function DayField({ choice, error }: { choice: InviteChoice; error: string | undefined }) {
  const { t } = useTranslation('imports')
  return (
    <TextInput
      className={css['day'] ?? ''}
      type="date"
      label={t('invites.day')}
      required
      min={choice.days.first}
      max={choice.days.last}
      error={error}
      value={choice.date}
      onChange={(event) => choice.setDate(event.currentTarget.value)}
    />
  )
}

/** When the invitations are sent, their message, and whether sample people are removed first. */
export function InviteOptions({ choice, errors }: { choice: InviteChoice; errors: FormErrors }) {
  const { t } = useTranslation('imports')
  return (
    <section className={css['options']} aria-labelledby="import-invites">
      <h3 id="import-invites" className={css['title']}>
        {t('invites.title')}
      </h3>
      <div className={css['grid']}>
        <Radio.Group
          name="invites"
          label={t('invites.when')}
          value={choice.when}
          onChange={(when) => choice.setWhen(when as InvitationPlan['when'])}
        >
          <Stack gap="sm" mt="xs">
            {plans.map((when) => (
              <div key={when}>
                <Radio
                  value={when}
                  label={t(`invites.${when}`)}
                  description={t(`invites.${when}_text`, {
                    timezone: choice.timezone.replaceAll('_', ' '),
                  })}
                />
                {when === 'date' && choice.when === when ? (
                  <DayField choice={choice} error={errors.fields['date']} />
                ) : null}
              </div>
            ))}
          </Stack>
        </Radio.Group>
        {choice.when === 'later' ? null : (
          <MessageField choice={choice} error={errors.fields['message']} />
        )}
      </div>
      {choice.offersDemoRemoval ? (
        <Checkbox
          className={css['demo'] ?? ''}
          checked={choice.removesDemo}
          onChange={(event) => choice.setRemovesDemo(event.currentTarget.checked)}
          label={t('invites.demo')}
          description={t('invites.demo_text')}
        />
      ) : null}
    </section>
  )
}
