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
  complete = false,
}: {
  steps: { key: string; text: string }[]
  current: string
  label: string
  ready: string
  /** Whether the current step is finished too. */
  complete?: boolean
}) {
  const now = steps.findIndex((step) => step.key === current)
  const isDone = (index: number) => index < now || (complete && index === now)
  const stateOf = (index: number) => {
    if (isDone(index)) return 'done'
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
            {isDone(index) ? <IconCheck size={16} stroke={3} /> : index + 1}
          </span>
          <span className={css['stepName']}>
            {text}
            {isDone(index) ? <span className="sr-only"> {ready}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
