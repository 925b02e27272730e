import { useState } from 'react'
import type { Budget, BudgetPeriod } from '#contract/schemas/budgets.ts'
import {
  includesEveryone,
  listAudienceFields,
  toAudienceForm,
  toAudienceInput,
  listTypedMonths,
} from '#web/shared/audiences/audience-form.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useCreateBudget, useUpdateBudget } from '../api/queries.ts'

const formFieldNames = [
  'name',
  'points',
  'period',
  'ends_on',
  'carry_over_max',
  'owner_ids',
  ...listAudienceFields('givers'),
  ...listAudienceFields('recipients'),
]

const toInitialValues = (budget: Budget | undefined) => ({
  name: budget?.name ?? '',
  points: budget ? String(budget.points) : '',
  period: budget?.period ?? ('month' satisfies BudgetPeriod as BudgetPeriod),
  ends_on: '',
  carries_over: budget?.carry_over_max ? ('yes' as const) : ('no' as const),
  carry_over_max: budget?.carry_over_max ? String(budget.carry_over_max) : '',
  owner_ids: (budget?.owners ?? []).map(({ id, name }) => ({ id, name })),
  has_givers: budget?.givers ? ('yes' as const) : ('no' as const),
  givers: toAudienceForm(budget?.givers ?? undefined),
  for_everyone: !budget || includesEveryone(budget.recipients) ? ('yes' as const) : ('no' as const),
  recipients: toAudienceForm(budget?.recipients),
})
/** The answers of choices are texts, as the segmented controls hold them. */
type Choice = 'yes' | 'no'
export type BudgetFormValues = Omit<
  ReturnType<typeof toInitialValues>,
  'carries_over' | 'has_givers' | 'for_everyone'
> &
  Record<'carries_over' | 'has_givers' | 'for_everyone', Choice>

/** A budget that is filled once has no rest to carry over. */
const carriesOver = ({
  period,
  carries_over: answer,
}: Pick<BudgetFormValues, 'period' | 'carries_over'>) => period !== 'once' && answer === 'yes'

/** The numbers as typed; those of hidden fields do not count. */
const listTypedNumbers = ({ givers, recipients, ...values }: BudgetFormValues): string[] => [
  values.points,
  ...(carriesOver(values) ? [values.carry_over_max] : []),
  ...(values.has_givers === 'yes' ? listTypedMonths(givers) : []),
  ...(values.for_everyone === 'no' ? listTypedMonths(recipients) : []),
]

/** Returns the fields that creation and change share. */
const toBody = (values: BudgetFormValues) => ({
  name: values.name,
  points: parseWholeNumber(values.points) ?? 0,
  carry_over_max: carriesOver(values) ? (parseWholeNumber(values.carry_over_max) ?? 0) : 0,
  owner_ids: values.owner_ids.map(({ id }) => id),
  givers: values.has_givers === 'yes' ? toAudienceInput(values.givers) : null,
  recipients: values.for_everyone === 'yes' ? {} : toAudienceInput(values.recipients),
})

/** The state of the form of a new budget, or of one that changes. */
export function useBudgetForm(budget: Budget | undefined, onClose: () => void) {
  const { t } = useTranslation('organization')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [loaded] = useState(() => toInitialValues(budget))
  const form = useServerForm<BudgetFormValues>({
    initialValues: loaded,
    fieldNames: formFieldNames,
    // A double click or a retry creates one budget; a changed form is another one.
    onValuesChange: () => setKey(crypto.randomUUID()),
    validate: {
      // Without points nothing would carry over.
      carry_over_max: (typed, values) =>
        carriesOver(values) && !parseWholeNumber(typed) && !hasInvalidNumber(typed)
          ? t('errors:required')
          : null,
    },
  })
  const callbacks = {
    onSuccess: () => {
      notifySuccess(t('budgets.saved'))
      onClose()
    },
    onError: form.showRefusal,
  }
  const create = useCreateBudget(callbacks)
  const update = useUpdateBudget(budget?.id ?? '', callbacks)
  const submit = form.submitTo((values) => {
    if (hasInvalidNumber(...listTypedNumbers(values))) return
    const body = toBody(values)
    if (budget) update.mutate(pickChanged(body, toBody(loaded)))
    else {
      const { period, ends_on: lastDay } = values
      create.mutate({
        body: { ...body, period, ends_on: period === 'once' && lastDay ? lastDay : null },
        key,
      })
    }
  })
  return { form, submit, isSaving: create.isPending || update.isPending }
}
