import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'
import { isInvalidPointWorth } from './point-worth.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: string
  onChange: (typed: string) => void
}

/** Renders the field for the worth of 100 points, in US dollars with at most two decimals. */
export function PointWorthField({ value = '', onChange, error, ...rest }: Props) {
  const { t } = useTranslation('settings')
  return (
    <TextInput
      label={t('budget.worth')}
      description={t('budget.worth_text')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      name="hundred_points_cents"
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      maw={260}
      mt="md"
      {...rest}
      value={value}
      error={isInvalidPointWorth(value) ? t('budget.amount_invalid') : error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
