import type { ReactNode } from 'react'
import css from './celebrations.module.css'

/** A part of a form with its title. */
export function FormSection({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <fieldset className={css['section']}>
      <legend>{title}</legend>
      {text ? <p className={css['hint']}>{text}</p> : null}
      {children}
    </fieldset>
  )
}
