import { formatNumber } from '#web/lib/format.ts'
import css from './people-files.module.css'

export type Figure = { key: string; label: string; value: number; tone: 'good' | 'bad' | 'plain' }

/** The counts of a file of people. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className={css['figures']}>
      {figures.map(({ key, label, value, tone }) => (
        <div key={key} data-tone={value ? tone : 'plain'}>
          <dt>{label}</dt>
          <dd>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
