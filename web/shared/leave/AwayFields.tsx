import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import type { AwayValues } from './away.ts'

/** The first and the last day of a leave. The last day may be empty. */
export function AwayFields({
  values,
  errors,
  managed,
  onChange,
}: {
  values: AwayValues
  errors: Record<keyof AwayValues, ReactNode>
  /** Says that another system keeps the leave; then it is read-only. */
  managed?: string | undefined
  onChange: (values: AwayValues) => void
}) {
  const { t } = useTranslation('organization')
  const renderDay = (side: keyof AwayValues, label: string, hint: string | undefined) => (
    <TextInput
      type="date"
      name={`away_${side}`}
      label={label}
      description={managed ?? hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      max="9999-12-31"
      autoComplete="off"
      readOnly={managed !== undefined}
      error={errors[side]}
      value={values[side]}
      onChange={(event) => onChange({ ...values, [side]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {renderDay('from', t('away.from'), undefined)}
      {renderDay('to', t('away.until'), t('away.until_hint'))}
    </>
  )
}
