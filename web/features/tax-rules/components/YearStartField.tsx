import { Input, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './tax-rules.module.css'
import { daysOfMonth, listMonths, readMonthDay, toMonthDay } from './year-start.ts'

/** The first day of the tax year, without a year: '--04-06'. */
export function YearStartField({
  value,
  onChange,
}: {
  value: string
  onChange: (monthDay: string) => void
}) {
  const { t } = useTranslation('finance')
  const id = useId()
  const { month, day } = readMonthDay(value)
  return (
    <div role="group" aria-labelledby={id}>
      <Input.Label component="div" id={id}>
        {t('tax.field.year_start')}
      </Input.Label>
      <div className={css['yearStart']}>
        <NativeSelect
          aria-label={t('tax.field.day')}
          data={Array.from({ length: daysOfMonth(month) }, (_, index) => String(index + 1))}
          value={String(day)}
          onChange={(event) => onChange(toMonthDay(month, Number(event.currentTarget.value)))}
        />
        <NativeSelect
          aria-label={t('tax.field.month')}
          data={listMonths()}
          value={String(month)}
          onChange={(event) => onChange(toMonthDay(Number(event.currentTarget.value), day))}
        />
      </div>
    </div>
  )
}
