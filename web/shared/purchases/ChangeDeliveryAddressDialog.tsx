import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useChangeDeliveryAddress } from './purchases.api.ts'

/** Asks for another address after the mail with a gift card bounced. */
export function ChangeDeliveryAddressDialog({
  purchase,
  onClose,
}: {
  purchase: Purchase
  onClose: () => void
}) {
  const { t } = useTranslation('shop')
  const [email, setEmail] = useState(purchase.delivery?.email ?? '')
  const [problems, setProblems] = useState(noFormErrors)
  const send = useChangeDeliveryAddress({
    onSuccess: () => {
      notifySuccess(t('delivery.done'))
      onClose()
    },
    onError: (error) => setProblems(toFormErrors(t, error, ['email'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    send.mutate({ id: purchase.id, email: email.trim() })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('delivery.title', { title: purchase.title })}
      close={t('common:close')}
    >
      <Form problems={problems} onSubmit={submit}>
        <GeneralProblem text={problems.general} mb="md" />
        <TextInput
          type="email"
          label={t('delivery.email')}
          autoComplete="email"
          required
          maxLength={limits.email_chars_max}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.fields['email']}
          data-autofocus
        />
        <FormActions apart action={t('delivery.send')} busy={send.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
