import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { UseFormReturnType } from '@mantine/form'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { hasInvalidNumber, NumberField } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { BudgetLine } from '#web/shared/points/BudgetLine.tsx'
import { readTypedWorth, type TypedWorth } from '#web/shared/points/typed-worth.ts'
import { WorthFields } from '#web/shared/points/WorthFields.tsx'
import { useConfig } from '#web/shared/config.ts'
import { useCall } from '#web/shared/use-call.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { useNavigate } from '@tanstack/react-router'
import { useNeighbors } from '../setup-steps.ts'
import css from './setup.module.css'
import { StepFoot } from './StepFoot.tsx'
import { useSaveDefaultWorth } from './use-save-default-worth.ts'

const periods = ['day', 'week', 'month', 'quarter'] as const satisfies LimitPeriod[]
/** Numbers as typed. `people` is not stored; it is only used for the budget. */
export type PointsDraft = {
  limit_period: LimitPeriod
  limit: string
  worth: TypedWorth
  people: string
}

function PointsFields({
  form,
  worthError,
}: {
  form: UseFormReturnType<PointsDraft>
  worthError: ReactNode
}) {
  const { t } = useTranslation('settings')
  const { abilities } = useConfig()
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
      {abilities.includes('manage_finance') ? (
        <WorthFields
          worth={form.values.worth}
          error={worthError}
          onChange={(worth) => form.setFieldValue('worth', worth)}
        />
      ) : null}
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
    fieldNames: ['limit', 'limit_period', 'hundred_points_minor'],
    onValuesChange: onChange,
  })
  const proceed = () => void navigate({ to: '/setup', search: { step: after } })
  const { saveWorth, isSaving } = useSaveDefaultWorth({
    onSuccess: proceed,
    onError: form.showRefusal,
  })
  const save = useCall('settings.update', {
    input: ({ limit, limit_period: period }: PointsDraft) => ({
      body: { limit: parseWholeNumber(limit), limit_period: period },
    }),
    onSuccess: (_, { worth }) => {
      if (!saveWorth(readTypedWorth(worth))) proceed()
    },
    onError: form.showRefusal,
  })
  const { values } = form
  const isInvalid =
    hasInvalidNumber(values.limit, values.people) || readTypedWorth(values.worth) === undefined
  return (
    <Form
      problems={form.problems}
      onSubmit={form.submitTo((sent) => {
        if (!isInvalid) save.mutate(sent)
      })}
    >
      <PointsFields form={form} worthError={form.problems.fields['hundred_points_minor']} />
      {isInvalid ? null : (
        <BudgetLine
          people={parseWholeNumber(values.people) ?? 1}
          limit={parseWholeNumber(values.limit)}
          period={values.limit_period}
          hundredPoints={readTypedWorth(values.worth) ?? null}
        />
      )}
      <StepFoot
        step="points"
        action={t('next')}
        busy={save.isPending || isSaving}
        problem={form.problems.general}
      />
    </Form>
  )
}
