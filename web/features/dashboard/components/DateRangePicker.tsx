import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { type DateRange, rangeProblem, parseRange, rangeNames } from '../date-range.ts'
import css from './dashboard.module.css'

/** Custom dates, applied as soon as both are valid. */
function CustomRangeFields({
  range,
  today,
  onChange,
}: {
  range: DateRange
  today: string
  onChange: (range: DateRange) => void
}) {
  const { t } = useTranslation('dashboard')
  const [days, setDays] = useState({ from: range.from, to: range.to })
  const problem = rangeProblem(days.from, days.to, today)
  const set = (part: Partial<typeof days>) => {
    const next = { ...days, ...part }
    setDays(next)
    if (!rangeProblem(next.from, next.to, today)) onChange({ name: 'own', ...next })
  }
  return (
    <div className={css['own']}>
      <TextInput
        type="date"
        label={t('range.from')}
        value={days.from}
        max={days.to || today}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('range.to')}
        value={days.to}
        min={days.from}
        max={today}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <p role="status">{problem ? t(`range.problem.${problem}`) : null}</p>
    </div>
  )
}

/** Selects the dashboard's date range. */
export function DateRangePicker({
  range,
  today,
  onChange,
}: {
  range: DateRange
  today: string
  onChange: (range: DateRange) => void
}) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={css['picker']}>
      <div className={css['ranges']} role="group" aria-label={t('range.label')}>
        {rangeNames.map((name) => (
          <button
            key={name}
            type="button"
            className={`plain ${css['range']}`}
            aria-pressed={range.name === name}
            onClick={() =>
              onChange(name === 'own' ? { ...range, name } : parseRange({ range: name }, today))
            }
          >
            {t(`range.name.${name}`)}
          </button>
        ))}
      </div>
      {range.name === 'own' ? (
        <CustomRangeFields range={range} today={today} onChange={onChange} />
      ) : null}
    </div>
  )
}
