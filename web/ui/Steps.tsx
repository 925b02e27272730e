import { IconCheck } from '@tabler/icons-react'
import css from './ui.module.css'

/**
 * Shows the progress through several steps; finished steps have a check mark. A screen reader reads
 * `ready` for them.
 */
export function Steps({
  steps,
  current,
  label,
  ready,
}: {
  steps: { key: string; text: string }[]
  current: string
  label: string
  ready: string
}) {
  const now = steps.findIndex((step) => step.key === current)
  const stateOf = (index: number) => {
    if (index < now) return 'done'
    return index === now ? 'now' : 'next'
  }
  return (
    <ol
      className={css['steps']}
      aria-label={label}
      style={{ '--steps': steps.length } as React.CSSProperties}
    >
      {steps.map(({ key, text }, index) => (
        <li
          key={key}
          data-state={stateOf(index)}
          {...(index === now ? { 'aria-current': 'step' as const } : {})}
        >
          <span className={css['dot']} aria-hidden="true">
            {index < now ? <IconCheck size={16} stroke={3} /> : index + 1}
          </span>
          <span className={css['stepName']}>
            {text}
            {index < now ? <span className="sr-only"> {ready}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
