import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Budget } from '#contract/schemas/budgets.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFundBudget } from '../api/queries.ts'
import css from './budgets.module.css'

type FormValues = { direction: 'add' | 'return'; points: string; reason: string }

function useFundForm(budget: Budget, onClose: () => void) {
  const { t } = useTranslation('organization')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useServerForm<FormValues>({
    initialValues: { direction: 'add', points: '', reason: '' },
    fieldNames: ['points', 'reason'],
    // A double click or a retry counts once; a changed form is another change.
    onValuesChange: () => setKey(crypto.randomUUID()),
    validate: {
      points: (typed) => ((parseWholeNumber(typed) ?? 0) > 0 ? null : t('errors:invalid_amount')),
    },
  })
  const fund = useFundBudget(budget.id, {
    onSuccess: () => {
      notifySuccess(t(`budgets.fund.done_${form.values.direction}`))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ direction, points: typed, reason }) => {
    const points = parseWholeNumber(typed) ?? 0
    fund.mutate({ body: { points: direction === 'add' ? points : -points, reason }, key })
  })
  return { form, submit, isSaving: fund.isPending }
}

/** Adds points to a budget, or returns some of them, with a reason. */
export function FundBudgetDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = useFundForm(budget, onClose)
  const { problems } = form
  return (
    <Dialog
      title={t('budgets.fund.title', { name: budget.name })}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <SegmentedControl
          fullWidth
          aria-label={t('budgets.fund.direction')}
          {...form.getInputProps('direction', { withError: false })}
          data={[
            { value: 'add', label: t('budgets.fund.add') },
            { value: 'return', label: t('budgets.fund.return') },
          ]}
        />
        <NumberField
          label={t('budgets.field.points')}
          description={t('budgets.left_now', { n: formatNumber(budget.left) })}
          name="points"
          {...form.getInputProps('points')}
          data-autofocus
        />
        <TextInput
          label={t('budgets.reason')}
          description={t('budgets.reason_text')}
          name="reason"
          autoComplete="off"
          maxLength={limits.comment_chars_max}
          {...form.getInputProps('reason')}
        />
        <FormActions
          action={t(`budgets.fund.${form.values.direction}`)}
          busy={isSaving}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
