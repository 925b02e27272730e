import { Input, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { currentLanguageTag } from '#web/lib/i18n.ts'
import css from './birthday.module.css'

type Parts = { year: string; month: string; day: string }

/** Returns the parts of 'YYYY-MM-DD' or '--MM-DD'; a part that is not chosen yet is empty. */
function splitBirthday(value: string): Parts {
  const [, year = '', month = '', day = ''] = /^(?:-|(\d*))-(\d*)-(\d*)$/.exec(value) ?? []
  return { year, month, day }
}
const joinBirthday = ({ year, month, day }: Parts): string =>
  year || month || day ? `${year || '-'}-${month}-${day}` : ''

type Option = { value: string; label: string }
const twoDigits = (number: number) => String(number).padStart(2, '0')
/** Returns the days of a month; 29 February exists. */
function listDays(month: string): Option[] {
  const count = new Date(Date.UTC(2000, Number(month) || 1, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => ({
    value: twoDigits(index + 1),
    label: String(index + 1),
  }))
}
/** Returns the months by name in the reader's language. */
function listMonths(): Option[] {
  const format = new Intl.DateTimeFormat(currentLanguageTag(), { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) => ({
    value: twoDigits(index + 1),
    label: format.format(new Date(Date.UTC(2000, index, 1))),
  }))
}

/**
 * A birthday whose year may stay empty. The value is 'YYYY-MM-DD', '--MM-DD' without the year, or
 * empty; the server refuses a value with a missing day or month.
 */
export function BirthdayField({
  label,
  texts,
  name,
  value = '',
  error,
  autoComplete = false,
  onChange,
}: {
  label: string
  /** The texts of the three parts, and the hint that the year is optional. */
  texts: { day: string; month: string; year: string; hint: string }
  name: string
  value?: string
  error?: ReactNode
  /** The birthday is that of the reader, so the browser may fill it in. */
  autoComplete?: boolean
  onChange: (value: string) => void
}) {
  const id = useId()
  const parts = splitBirthday(value)
  const change = (changed: Partial<Parts>) => {
    const next = { ...parts, ...changed }
    const exists = listDays(next.month).some((one) => one.value === next.day)
    onChange(joinBirthday(exists ? next : { ...next, day: '' }))
  }
  const partProps = (part: keyof Parts) => ({
    name: `${name}_${part}`,
    'aria-label': texts[part],
    'aria-describedby': error ? `${id}-error` : `${id}-hint`,
    autoComplete: autoComplete ? `bday-${part}` : 'off',
    error: Boolean(error),
    value: parts[part],
  })
  const selects = [
    { part: 'month', className: css['month'], options: listMonths() },
    { part: 'day', className: css['day'], options: listDays(parts.month) },
  ] as const
  const isMonthFirst = currentLanguageTag().startsWith('en')
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={texts.hint}
      descriptionProps={{ id: `${id}-hint` }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div role="group" aria-labelledby={`${id}-label`} className={css['parts']}>
        {(isMonthFirst ? selects : selects.toReversed()).map(({ part, className, options }) => (
          <NativeSelect
            key={part}
            {...partProps(part)}
            className={className ?? ''}
            data={[{ value: '', label: texts[part] }, ...options]}
            onChange={(event) => change({ [part]: event.currentTarget.value })}
          />
        ))}
        <TextInput
          {...partProps('year')}
          placeholder={texts.year}
          inputMode="numeric"
          maxLength={4}
          onChange={(event) => change({ year: event.currentTarget.value.replaceAll(/\D/g, '') })}
        />
      </div>
    </Input.Wrapper>
  )
}
