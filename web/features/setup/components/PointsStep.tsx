import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { hasInvalidNumber, NumberField } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { BudgetLine } from '#web/shared/points/BudgetLine.tsx'
import { isInvalidPointWorth } from '#web/shared/points/point-worth.ts'
import { PointWorthField } from '#web/shared/points/PointWorthField.tsx'
import { useCall } from '#web/shared/use-call.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseCents } from '#web/lib/typed-money.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useNavigate } from '@tanstack/react-router'
import { useNeighbors } from '../setup-steps.ts'
import css from './setup.module.css'
import { StepFoot } from './StepFoot.tsx'

const periods = ['day', 'week', 'month', 'quarter'] as const satisfies LimitPeriod[]
/** Numbers as typed. `people` is not stored; it is only used for the budget. */
export type PointsDraft = {
  limit_period: LimitPeriod
  limit: string
  hundred_points_cents: string
  people: string
}

function PointsFields({ form }: { form: UseFormReturnType<PointsDraft> }) {
  const { t } = useTranslation('settings')
  return (
    <>
      <div className={css['two']}>
        <NumberField label={t('global.limit')} name="limit" {...form.getInputProps('limit')} />
        <NativeSelect
          label={t('global.limit_period')}
          name="limit_period"
          data={periods.map((value) => ({ value, label: t(`global.period.${value}`) }))}
          {...form.getInputProps('limit_period')}
        />
      </div>
      <PointWorthField {...form.getInputProps('hundred_points_cents')} />
      <NumberField
        mt="md"
        maw={260}
        label={t('setup:points.people')}
        name="people"
        {...form.getInputProps('people')}
      />
    </>
  )
}

/** Step 2: the points of each person per period, and their maximum cost. */
export function PointsStep({
  draft,
  onChange,
}: {
  draft: PointsDraft
  onChange: (draft: PointsDraft) => void
}) {
  const { t } = useTranslation('setup')
  const navigate = useNavigate()
  const { after } = useNeighbors('points')
  const form = useServerForm<PointsDraft>({
    initialValues: draft,
    fieldNames: ['limit', 'limit_period', 'hundred_points_cents'],
    onValuesChange: onChange,
  })
  const save = useCall('settings.update', {
    input: ({ limit, limit_period: period, hundred_points_cents: worth }: PointsDraft) => ({
      body: {
        limit: parseWholeNumber(limit),
        limit_period: period,
        hundred_points_cents: parseCents(worth),
      },
    }),
    onSuccess: () => void navigate({ to: '/setup', search: { step: after } }),
    onError: form.showRefusal,
  })
  const { values } = form
  const isInvalid =
    hasInvalidNumber(values.limit, values.people) ||
    isInvalidPointWorth(values.hundred_points_cents)
  return (
    <Form
      problems={form.problems}
      onSubmit={form.submitTo((sent) => {
        if (!isInvalid) save.mutate(sent)
      })}
    >
      <PointsFields form={form} />
      {isInvalid ? null : (
        <BudgetLine
          people={parseWholeNumber(values.people) ?? 1}
          limit={parseWholeNumber(values.limit)}
          period={values.limit_period}
          hundredPointsCents={parseCents(values.hundred_points_cents)}
        />
      )}
      <StepFoot
        step="points"
        action={t('next')}
        busy={save.isPending}
        problem={form.problems.general}
      />
    </Form>
  )
}
