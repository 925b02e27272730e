import { NativeSelect, TextInput } from '@mantine/core'
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
import { useMoveBudgetPoints } from '../api/queries.ts'
import css from './budgets.module.css'

function useMoveForm(budget: Budget, targets: Budget[], onClose: () => void) {
  const { t } = useTranslation('organization')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useServerForm({
    initialValues: {
      // The only target needs no choice.
      to_budget_id: targets.length === 1 ? (targets[0]?.id ?? '') : '',
      points: '',
      reason: '',
    },
    fieldNames: ['to_budget_id', 'points', 'reason'],
    // A double click or a retry moves once; a changed form is another move.
    onValuesChange: () => setKey(crypto.randomUUID()),
    validate: {
      to_budget_id: (id) => (id ? null : t('errors:required')),
      points: (typed) => ((parseWholeNumber(typed) ?? 0) > 0 ? null : t('errors:invalid_amount')),
    },
  })
  const move = useMoveBudgetPoints(budget.id, {
    onSuccess: () => {
      notifySuccess(t('budgets.move.done'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ points, ...values }) =>
    move.mutate({ body: { ...values, points: parseWholeNumber(points) ?? 0 }, key }),
  )
  return { form, submit, isSaving: move.isPending }
}

/** Moves points of a budget to one of `targets`, with a reason. */
export function MovePointsDialog({
  budget,
  targets,
  onClose,
}: {
  budget: Budget
  targets: Budget[]
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = useMoveForm(budget, targets, onClose)
  const { problems } = form
  return (
    <Dialog
      title={t('budgets.move.title', { name: budget.name })}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <NativeSelect
          label={t('budgets.move.target')}
          name="to_budget_id"
          data={[
            ...(targets.length === 1 ? [] : [{ value: '', label: t('budgets.move.choose') }]),
            ...targets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('to_budget_id')}
        />
        <NumberField
          label={t('budgets.field.points')}
          description={t('budgets.left_now', { n: formatNumber(budget.left) })}
          name="points"
          {...form.getInputProps('points')}
        />
        <TextInput
          label={t('budgets.reason')}
          description={t('budgets.reason_text')}
          name="reason"
          autoComplete="off"
          maxLength={limits.comment_chars_max}
          {...form.getInputProps('reason')}
        />
        <FormActions action={t('budgets.move.action')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
