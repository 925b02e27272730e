import { useId } from 'react'
import { formatPercent } from '#web/lib/format.ts'
import css from './plans.module.css'

/** A slider for whole percents, with its value beside the label. */
export function PercentField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <div className={css['percent']}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{formatPercent(value / 100)}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        value={value}
        aria-valuetext={formatPercent(value / 100)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  )
}
