import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Money } from '#contract/schemas/common.ts'
import type { YearlyBudget } from '#contract/schemas/yearly-budget.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { addDays } from '#web/lib/add-days.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { formatTypedMoney, parseMoney } from '#web/lib/typed-money.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { listCurrencies } from './list-currencies.ts'
import { useSetYearlyBudget } from './yearly-budget.ts'
import css from './yearly-budget-dialog.module.css'

type BudgetDraft = { amount_minor: string; currency: string; starts_on: string }
type DialogProps = {
  /** The budget to change, or null to set one. */
  budget: YearlyBudget | null
  /** The amount to start with instead of the one of the budget. */
  amount?: Money | undefined
  onClose: () => void
}

const isAmount = (minor: number | null): minor is number =>
  minor !== null && minor >= 1 && minor <= limits.yearly_budget_minor_max

function useBudgetForm({ budget, amount, onClose }: DialogProps) {
  const { t } = useTranslation('finance')
  const { timezone, hundred_points: hundredPoints } = useConfig().settings
  const known: Money | null =
    amount ?? (budget && { currency: budget.currency, minor: budget.amount_minor })
  const today = todayInTimezone(timezone)
  const form = useServerForm<BudgetDraft>({
    initialValues: {
      amount_minor: known ? formatTypedMoney(known.minor, known.currency) : '',
      currency: (known ?? hundredPoints)?.currency ?? 'USD',
      starts_on: budget?.starts_on ?? `${today.slice(0, 4)}-01-01`,
    },
    fieldNames: ['amount_minor', 'currency', 'starts_on'],
  })
  const [isChecked, setChecked] = useState(false)
  const save = useSetYearlyBudget({
    onSuccess: () => {
      notifySuccess(t('budget.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const { values } = form
  const minor = parseMoney(values.amount_minor, values.currency)
  const submit = form.submitTo(({ currency, starts_on: startsOn }) => {
    setChecked(true)
    if (isAmount(minor)) save.mutate({ amount_minor: minor, currency, starts_on: startsOn })
  })
  return {
    form,
    submit,
    isAmountWrong: (isChecked || values.amount_minor !== '') && !isAmount(minor),
    isSaving: save.isPending,
    today,
  }
}

/** Sets or changes the yearly budget, and offers to remove it where `onRemove` is given. */
export function YearlyBudgetDialog({
  onRemove,
  ...props
}: DialogProps & { onRemove?: () => void }) {
  const { t } = useTranslation('finance')
  const { form, submit, isAmountWrong, isSaving, today } = useBudgetForm(props)
  return (
    <Dialog title={t('budget.title')} close={t('common:cancel')} onClose={props.onClose}>
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <p className={css['text']}>{t('budget.text')}</p>
        <GeneralProblem text={form.problems.general} />
        <div className={css['amount']}>
          <TextInput
            label={t('budget.amount')}
            name="amount_minor"
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('amount_minor')}
            {...(isAmountWrong ? { error: t('budget.amount_invalid') } : {})}
          />
          <NativeSelect
            label={t('settings:budget.currency')}
            name="currency"
            data={listCurrencies()}
            {...form.getInputProps('currency')}
          />
        </div>
        <TextInput
          type="date"
          label={t('budget.starts_on')}
          description={t('budget.starts_on_text')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="starts_on"
          min={addDays(today, -365)}
          max={today}
          {...form.getInputProps('starts_on')}
        />
        {onRemove ? (
          <Button
            variant="transparent"
            color="red"
            px={0}
            className={css['remove']}
            onClick={onRemove}
          >
            {t('budget.remove.action')}
          </Button>
        ) : null}
        <FormActions action={t('budget.save')} busy={isSaving} onCancel={props.onClose} />
      </Form>
    </Dialog>
  )
}
