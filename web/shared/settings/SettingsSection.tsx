import { type ReactNode, useId } from 'react'
import { Card } from '#web/ui/Card.tsx'
import css from './settings-section.module.css'

/** A card of settings: a heading, a sentence, an action and its content. */
export function SettingsSection({
  title,
  text,
  action,
  children,
}: {
  title: string
  text?: string
  action?: ReactNode
  children?: ReactNode
}) {
  const id = useId()
  return (
    <Card className={css['section']} role="group" aria-labelledby={id}>
      <div className={css['head']}>
        <div>
          <h2 id={id}>{title}</h2>
          {text ? <p className={css['text']}>{text}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </Card>
  )
}
