import { Alert, SegmentedControl, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Member } from '#contract/schemas/users.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useAdjustBalance } from '../api/queries.ts'
import css from './team.module.css'

const emptyForm = () => ({
  direction: 'add' as 'add' | 'take',
  amount: '',
  comment: '',
  key: crypto.randomUUID(),
})

/** The state of the form. Each change gets a new idempotency key. */
function useAdjustForm(user: Member, onClose: () => void) {
  const { t } = useTranslation('team')
  const [form, setForm] = useState(emptyForm)
  const [problems, setProblems] = useState(noFormErrors)
  // A double click or a retry adjusts once; a changed form is another adjustment with a new key.
  const set = (part: Partial<typeof form>) =>
    setForm((old) => ({ ...old, ...part, key: crypto.randomUUID() }))
  const adjust = useAdjustBalance((balance) => {
    notifySuccess(
      t('adjust.done', { name: user.name, points: t('common:points', { count: balance }) }),
    )
    onClose()
  })
  const points = parseWholeNumber(form.amount) ?? 0
  const amount = form.direction === 'add' ? points : -points
  const newBalance = user.balance + (amount || 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!(points > 0))
      return setProblems({ fields: { amount: t('errors:invalid_amount') }, general: null })
    setProblems(noFormErrors)
    adjust.mutate(
      { user, amount, comment: form.comment.trim(), key: form.key },
      { onError: (error) => setProblems(toFormErrors(t, error, ['amount', 'comment'])) },
    )
  }
  return { form, set, problems, amount, newBalance, isPending: adjust.isPending, submit }
}

/** Adds or subtracts points and previews the new balance, which is never negative. */
export function AdjustBalanceDialog({ user, onClose }: { user: Member; onClose: () => void }) {
  const { t } = useTranslation('team')
  const { form, set, problems, amount, newBalance, isPending, submit } = useAdjustForm(
    user,
    onClose,
  )
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
          value={form.direction}
          onChange={(direction) => set({ direction })}
          data={[
            { value: 'add' as const, label: t('adjust.add') },
            { value: 'take' as const, label: t('adjust.take') },
          ]}
        />
        <NumberField
          label={t('adjust.amount')}
          value={form.amount}
          error={problems.fields['amount']}
          data-autofocus
          onChange={(text) => set({ amount: text })}
        />
        <Textarea
          label={t('adjust.comment')}
          description={t('adjust.comment_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxLength={limits.comment_chars_max}
          value={form.comment}
          error={problems.fields['comment']}
          onChange={(event) => set({ comment: event.currentTarget.value })}
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
