import { Checkbox, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import type { RewardFormValues } from '../reward-fields.ts'
import css from './rewards.module.css'

const periods = ['month', 'quarter', 'year', 'ever'] as const

type FieldsProps = { form: UseFormReturnType<RewardFormValues> }

/** The most purchases of a person in a period. */
export function PersonLimitFields({ form }: FieldsProps) {
  const { t } = useTranslation('rewards')
  return (
    <div className={css['two']}>
      <NumberField
        label={t('form.person_max')}
        description={t('form.available_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="person_max"
        {...form.getInputProps('person_max')}
      />
      <NativeSelect
        label={t('form.person_period')}
        name="person_period"
        data={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
        {...form.getInputProps('person_period')}
      />
    </div>
  )
}

/** Everyone, or an audience. */
export function RewardAudienceFields({
  form,
  errors,
}: FieldsProps & { errors: Record<string, ReactNode> }) {
  const { t } = useTranslation('rewards')
  return (
    <>
      <Checkbox
        label={t('form.some_people')}
        description={t('form.some_people_hint')}
        {...form.getInputProps('some_people', { type: 'checkbox' })}
      />
      {form.values.some_people ? (
        <AudienceFields
          legend={t('form.audience')}
          audience={form.values.audience}
          onChange={(audience) => form.setFieldValue('audience', audience)}
          errors={errors}
        />
      ) : null}
    </>
  )
}
