import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  value?: string
  onChange: (typed: string) => void
}

/**
 * Renders a field for a whole number. It keeps the typed text and shows an error when that is not a
 * whole number.
 */
export function NumberField({ value = '', onChange, error, ...rest }: Props) {
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
 * Returns whether any text is neither empty nor a whole number. The form must not be sent then; the
 * fields show why.
 */
export const hasInvalidNumber = (...typed: string[]): boolean =>
  typed.some((text) => Number.isNaN(parseWholeNumber(text)))
