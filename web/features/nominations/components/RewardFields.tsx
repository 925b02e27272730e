import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { budgetsQuery } from '#web/shared/budgets/budgets.api.ts'
import { useConfig } from '#web/shared/config.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import css from './round-form.module.css'
import type { RoundForm } from './use-round-form.ts'

/**
 * The number of winners, the points of each and what pays them, and the value of their posts. After
 * the start only the budget changes.
 */
export function RewardFields({ form, hasStarted }: { form: RoundForm; hasStarted: boolean }) {
  const { t } = useTranslation('organization')
  const { values } = useConfig()
  const { data: budgets = [] } = useQuery(budgetsQuery)
  const { budget_id: budgetId, points: typed } = form.values
  const offered = budgets.filter(
    ({ id, closed_at: closedAt }) => closedAt === null || id === budgetId,
  )
  const hasPoints = (parseWholeNumber(typed) ?? 0) > 0
  return (
    <>
      {hasStarted ? <p className={css['note']}>{t('nominations.locked.reward')}</p> : null}
      <div className={css['two']}>
        <NumberField
          label={t('nominations.field.winners_max')}
          name="winners_max"
          disabled={hasStarted}
          {...form.getInputProps('winners_max')}
        />
        <NumberField
          label={t(
            form.values.nominee_kind === 'group'
              ? 'nominations.field.points_group'
              : 'nominations.field.points',
          )}
          placeholder={t('nominations.field.no_points')}
          name="points"
          disabled={hasStarted}
          {...form.getInputProps('points')}
        />
      </div>
      {hasPoints ? (
        <NativeSelect
          label={t('awards.field.budget')}
          name="budget_id"
          data={[
            { value: '', label: t('awards.issued') },
            ...offered.map(({ id, name, left }) => ({
              value: id,
              label: t('awards.budget_left', { name, n: formatNumber(left) }),
            })),
          ]}
          {...form.getInputProps('budget_id')}
        />
      ) : null}
      <NativeSelect
        label={t('nominations.field.value')}
        description={t('nominations.field.value_text')}
        name="value_id"
        disabled={hasStarted}
        data={values.map(({ id, emoji, name }) => ({ value: id, label: `${emoji} ${name}` }))}
        {...form.getInputProps('value_id')}
      />
    </>
  )
}
