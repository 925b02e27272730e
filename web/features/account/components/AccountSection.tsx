import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import css from './account.module.css'

/** A card of the account page: heading, sentence, current value and action. */
export function AccountSection({
  title,
  text,
  value,
  action,
  children,
}: {
  title: string
  text?: string
  value?: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <Card className={css['section']}>
      <div className={css['sectionHead']}>
        <div>
          <h2>{title}</h2>
          {text ? <p>{text}</p> : null}
          {value ? <strong>{value}</strong> : null}
        </div>
        {action}
      </div>
      {children}
    </Card>
  )
}
