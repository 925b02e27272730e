import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { AwardGift } from '#contract/schemas/awards.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { isDecided, useDeclineGift } from '../api/queries.ts'
import css from './awards.module.css'

/** Declines a gift with a reason, which only its giver reads. */
export function DeclineDialog({ gift, onClose }: { gift: AwardGift; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const [key] = useState(() => crypto.randomUUID())
  const form = useServerForm({
    initialValues: { reason: '' },
    fieldNames: ['reason'],
    validate: { reason: (reason) => (reason.trim() ? null : t('awards.decide.no_reason')) },
  })
  const decline = useDeclineGift({
    onSuccess: () => {
      notifySuccess(t('awards.decide.declined'))
      onClose()
    },
    onError: (error) => {
      if (!isDecided(error)) return form.showRefusal(error)
      notifyError(t, error)
      return onClose()
    },
  })
  return (
    <Dialog
      title={t('awards.decide.decline_title', { name: gift.award.name })}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form
        problems={form.problems}
        onSubmit={form.submitTo(({ reason }) =>
          decline.mutate({
            id: gift.id,
            key,
            body: { approve: false, step: gift.steps_done, reason },
          }),
        )}
        className={css['form']}
      >
        <GeneralProblem text={form.problems.general} />
        <Textarea
          label={t('awards.gift.reason')}
          description={t('awards.decide.reason_text', { name: nameOf(gift.giver) })}
          name="reason"
          autosize
          minRows={3}
          maxLength={limits.comment_chars_max}
          {...form.getInputProps('reason')}
          data-autofocus
        />
        <FormActions
          action={t('awards.decide.decline')}
          busy={decline.isPending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
