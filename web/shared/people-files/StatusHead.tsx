import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './people-files.module.css'

/** How the state of a file looks: `busy` works in the background or waits for a decision. */
export type StateTone = 'good' | 'bad' | 'busy' | 'plain'

/** The state of a file in words, announced when it changes. `titleId`: the id of its heading. */
export function StatusHead({
  tone,
  Icon,
  title,
  titleId,
  text,
}: {
  tone: StateTone
  Icon: TablerIcon
  title: string
  titleId?: string
  text: ReactNode
}) {
  return (
    <div className={css['status']} data-tone={tone} role="status">
      <span className={css['statusIcon']} aria-hidden="true">
        <Icon size={24} stroke={2} />
      </span>
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
    </div>
  )
}

/** The state of a file in a list. */
export function StateBadge({ tone, text }: { tone: StateTone; text: string }) {
  return (
    <span className={css['badge']} data-tone={tone}>
      {text}
    </span>
  )
}
