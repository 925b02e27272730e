import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Celebration } from '#contract/schemas/celebrations.ts'
import { budgetsQuery } from '#web/shared/budgets/budgets.api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { CelebrationForm } from './use-celebration-form.ts'

/** Where the points come from: issued ones, or a budget with what it has left. */
export function BudgetField({
  budget,
  field,
}: {
  budget: Celebration['budget']
  field: ReturnType<CelebrationForm['getInputProps']>
}) {
  const { t } = useTranslation('celebrations')
  const { data: budgets = [] } = useQuery(budgetsQuery)
  const open = budgets.filter((one) => one.closed_at === null)
  const options = open.map(({ id, name, left }) => ({
    value: id,
    label: t('field.budget_option', { name, left: formatNumber(left) }),
  }))
  // The chosen budget stays in the list while the others load, and after it was closed.
  if (budget && !open.some(({ id }) => id === budget.id))
    options.push({ value: budget.id, label: budget.name })
  return (
    <NativeSelect
      label={t('field.budget')}
      name="budget_id"
      data={[{ value: '', label: t('field.budget_none') }, ...options]}
      {...field}
    />
  )
}
