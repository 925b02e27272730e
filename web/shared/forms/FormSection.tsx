import type { ReactNode } from 'react'
import css from './form-section.module.css'

/** A titled part of a form. A locked part says why its fields cannot be changed. */
export function FormSection({
  title,
  locked,
  children,
}: {
  title: string
  locked?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset className={css['section']} disabled={locked !== undefined}>
      <legend>{title}</legend>
      {locked === undefined ? null : <p className={css['note']}>{locked}</p>}
      {children}
    </fieldset>
  )
}
