import { useState } from 'react'
import type { Member } from '#contract/schemas/users.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useAdjustBalance } from '../api/queries.ts'
import { AdjustmentFields, amountOf, useAdjustmentForm } from './AdjustmentFields.tsx'
import css from './team.module.css'

/** The state of the form. Each change gets a new idempotency key. */
function useAdjustForm(user: Member, onClose: () => void) {
  const { t } = useTranslation('team')
  const [key, setKey] = useState(() => crypto.randomUUID())
  // A double click or a retry adjusts once; a changed form is another adjustment with a new key.
  const form = useAdjustmentForm(() => setKey(crypto.randomUUID()))
  const adjust = useAdjustBalance((balance) => {
    notifySuccess(
      t('adjust.done', { name: user.name, points: t('common:points', { count: balance }) }),
    )
    onClose()
  })
  const amount = amountOf(form.values)
  const newBalance = user.balance + (amount || 0)
  const submit = form.submitTo((values) =>
    adjust.mutate(
      { user, amount: amountOf(values), comment: values.comment.trim(), key },
      { onError: form.showRefusal },
    ),
  )
  return { form, amount, newBalance, isPending: adjust.isPending, submit }
}

/** Adds or subtracts points and previews the new balance, which is never negative. */
export function AdjustBalanceDialog({ user, onClose }: { user: Member; onClose: () => void }) {
  const { t } = useTranslation('team')
  const { form, amount, newBalance, isPending, submit } = useAdjustForm(user, onClose)
  const { problems } = form
  return (
    <Dialog
      onClose={onClose}
      title={t('adjust.title', { name: user.name })}
      close={t('common:close')}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <AdjustmentFields form={form} />
        <dl className={css['sum']} aria-live="polite">
          <div>
            <dt>{t('adjust.now')}</dt>
            <dd>{formatNumber(user.balance)}</dd>
          </div>
          <div>
            <dt>{t('adjust.after')}</dt>
            <dd data-wrong={newBalance < 0 && amount < 0}>{formatNumber(newBalance)}</dd>
          </div>
        </dl>
        <FormActions action={t('adjust.action')} busy={isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
