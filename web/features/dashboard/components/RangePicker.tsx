import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { type Range, problemOf, rangeOf, ranges } from '../range.ts'
import css from './dashboard.module.css'

/** Days of one's own: asked for as soon as both are days. */
function OwnDays({
  range,
  today,
  onChange,
}: {
  range: Range
  today: string
  onChange: (range: Range) => void
}) {
  const { t } = useTranslation('dashboard')
  const [days, setDays] = useState({ from: range.from, to: range.to })
  const problem = problemOf(days.from, days.to, today)
  const set = (part: Partial<typeof days>) => {
    const next = { ...days, ...part }
    setDays(next)
    if (!problemOf(next.from, next.to, today)) onChange({ name: 'own', ...next })
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

/** Which days the dashboard shows. */
export function RangePicker({
  range,
  today,
  onChange,
}: {
  range: Range
  today: string
  onChange: (range: Range) => void
}) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={css['picker']}>
      <div className={css['ranges']} role="group" aria-label={t('range.label')}>
        {ranges.map((name) => (
          <button
            key={name}
            type="button"
            className={`plain ${css['range']}`}
            aria-pressed={range.name === name}
            onClick={() =>
              onChange(name === 'own' ? { ...range, name } : rangeOf({ range: name }, today))
            }
          >
            {t(`range.name.${name}`)}
          </button>
        ))}
      </div>
      {range.name === 'own' ? <OwnDays range={range} today={today} onChange={onChange} /> : null}
    </div>
  )
}
