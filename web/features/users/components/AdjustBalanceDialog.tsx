import { Alert, SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Member } from '#contract/schemas/users.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useAdjustBalance } from '../api/queries.ts'
import css from './team.module.css'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

type FormValues = { direction: 'add' | 'take'; amount: string; comment: string }
const amountOf = ({ direction, amount }: FormValues) => {
  const points = parseWholeNumber(amount) ?? 0
  return direction === 'add' ? points : -points
}

/** The state of the form. Each change gets a new idempotency key. */
function useAdjustForm(user: Member, onClose: () => void) {
  const { t } = useTranslation('team')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useServerForm<FormValues>({
    initialValues: { direction: 'add', amount: '', comment: '' },
    fieldNames: ['amount', 'comment'],
    // A double click or a retry adjusts once; a changed form is another adjustment with a new key.
    onValuesChange: () => setKey(crypto.randomUUID()),
    validate: {
      amount: (typed) => ((parseWholeNumber(typed) ?? 0) > 0 ? null : t('errors:invalid_amount')),
    },
  })
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
        {problems.general ? (
          <Alert color="red" role="alert">
            {problems.general}
          </Alert>
        ) : null}
        <SegmentedControl
          fullWidth
          radius="md"
          aria-label={t('adjust.direction')}
          {...form.getInputProps('direction', { withError: false })}
          data={[
            { value: 'add' as const, label: t('adjust.add') },
            { value: 'take' as const, label: t('adjust.take') },
          ]}
        />
        <NumberField label={t('adjust.amount')} data-autofocus {...form.getInputProps('amount')} />
        <Textarea
          label={t('adjust.comment')}
          description={t('adjust.comment_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxLength={limits.comment_chars_max}
          {...form.getInputProps('comment')}
        />
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
