import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Money } from '#contract/schemas/common.ts'
import type { Plan } from '#contract/schemas/plans.ts'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { WorthFields } from '#web/shared/points/WorthFields.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { useSavePlan } from '../api/queries.ts'
import { PercentField } from './PercentField.tsx'
import {
  isChangedDraft,
  percentFields,
  type PlanDraft,
  readDraft,
  typedFields,
  type TypedField,
} from './plan-draft.ts'
import { PlanResult } from './PlanResult.tsx'
import css from './plans.module.css'

const periods = ['day', 'week', 'month', 'quarter'] as const satisfies LimitPeriod[]
const formFieldNames = [...Object.keys(typedFields), ...percentFields, 'name', 'currency']

function usePlanForm(start: PlanDraft, plan: Plan | null, onSaved: (plan: Plan) => void) {
  const { t } = useTranslation('finance')
  const [isChecked, setChecked] = useState(false)
  const form = useServerForm<PlanDraft>({ initialValues: start, fieldNames: formFieldNames })
  const save = useSavePlan({
    onSuccess: (saved) => {
      notifySuccess(t('plans.saved'))
      onSaved(saved)
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((sent) => {
    setChecked(true)
    const body = readDraft(sent)
    if (body) save.mutate({ id: plan?.id ?? null, body })
  })
  return { form, submit, isChecked, isSaving: save.isPending }
}

type FieldsProps = { form: UseFormReturnType<PlanDraft>; isChecked: boolean }

/** Returns why a typed number is not one of a plan. The field itself shows that it is none. */
function useNumberProblem() {
  const { t } = useTranslation('finance')
  return (typed: string, finish: number): string | undefined => {
    const number = parseWholeNumber(typed)
    if (number === null) return t('errors:required')
    if (!(number > finish)) return undefined
    return t('errors:out_of_range', { start: formatNumber(0), finish: formatNumber(finish) })
  }
}

/** The numbers of a plan. Missing and too large ones have an error once it was to be saved. */
function PlanFields({ form, isChecked }: FieldsProps) {
  const { t } = useTranslation('finance')
  const { values } = form
  const problemOf = useNumberProblem()
  const renderNumber = (field: TypedField) => (
    <NumberField
      key={field}
      label={t(`plans.field.${field}`)}
      name={field}
      {...form.getInputProps(field)}
      {...(isChecked ? { error: problemOf(values[field], typedFields[field]) } : {})}
    />
  )
  const renderPercent = (field: (typeof percentFields)[number]) => (
    <PercentField
      label={t(`plans.field.${field}`)}
      value={values[field]}
      onChange={(value) => form.setFieldValue(field, value)}
    />
  )
  return (
    <>
      <div className={css['row']}>
        {renderNumber('people')}
        {renderNumber('allowance')}
        <NativeSelect
          label={t('plans.field.period')}
          name="period"
          data={periods.map((value) => ({ value, label: t(`settings:global.period.${value}`) }))}
          {...form.getInputProps('period')}
        />
      </div>
      {renderPercent('use_percent')}
      <div className={css['row']}>
        {renderNumber('celebration_points')}
        {renderNumber('award_points')}
        {renderNumber('bonus_points')}
      </div>
      {renderPercent('gift_card_percent')}
      <WorthFields
        worth={values.worth}
        error={isChecked && !values.worth.amount ? t('errors:required') : undefined}
        onChange={(worth) => form.setFieldValue('worth', worth)}
      />
    </>
  )
}

/** The form of a plan, with what it costs beside it. `onChange`: whether it is to be saved. */
export function PlanForm({
  start,
  plan,
  onChange,
  onSaved,
  onUse,
  onDelete,
}: {
  start: PlanDraft
  plan: Plan | null
  onChange: (isChanged: boolean) => void
  onSaved: (plan: Plan) => void
  onUse: (amount: Money) => void
  onDelete: () => void
}) {
  const { t } = useTranslation('finance')
  const { form, submit, isChecked, isSaving } = usePlanForm(start, plan, onSaved)
  const isChanged = isChangedDraft(form.values, start)
  useEffect(() => onChange(isChanged), [onChange, isChanged])
  return (
    <Form problems={form.problems} onSubmit={submit} className={css['split']}>
      <Card className={css['fields']}>
        <GeneralProblem text={form.problems.general} />
        <TextInput
          label={t('plans.field.name')}
          name="name"
          autoComplete="off"
          maxLength={limits.plan_name_chars_max}
          {...form.getInputProps('name')}
        />
        <PlanFields form={form} isChecked={isChecked} />
        <div className={css['buttons']}>
          <Button type="submit" loading={isSaving}>
            {t('plans.save')}
          </Button>
          {plan ? (
            <Button variant="default" onClick={onDelete}>
              {t('plans.delete.action')}
            </Button>
          ) : null}
        </div>
      </Card>
      <PlanResult plan={readDraft(form.values)} onUse={onUse} />
    </Form>
  )
}
