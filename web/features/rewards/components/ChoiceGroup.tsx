import { type ReactNode, useId } from 'react'
import css from './gift-card-picker.module.css'

/** Groups the radio buttons of one field, with its label and its error. */
export function ChoiceGroup({
  label,
  error,
  children,
}: {
  label: string
  error: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset className={css['values']} {...(error ? { 'aria-describedby': `${id}-error` } : {})}>
      <legend>{label}</legend>
      {children}
      {error ? (
        <p id={`${id}-error`} className={css['problem']} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
