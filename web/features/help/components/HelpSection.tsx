import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import css from './help.module.css'

/** A topic of the help page, with an id for links. */
export function HelpSection({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <Card className={css['section']} role="region" aria-labelledby={id}>
      <h2 id={id} className={css['heading']}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

/** A short answer with a heading. */
export function HelpAnswer({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css['answer']}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}
