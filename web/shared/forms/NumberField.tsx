import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  value: string
  onChange: (typed: string) => void
}

/**
 * A field for a whole number. It keeps what was typed, and says at once when that is not a whole
 * number.
 */
export function NumberField({ value, onChange, error, ...rest }: Props) {
  const { t } = useTranslation()
  const problem = hasInvalidNumber(value) ? t('common:number.whole') : error
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/**
 * Whether any of these texts is neither empty nor a whole number. Nothing may be sent then; the
 * fields say why.
 */
export const hasInvalidNumber = (...typed: string[]): boolean =>
  typed.some((text) => Number.isNaN(parseWholeNumber(text)))
