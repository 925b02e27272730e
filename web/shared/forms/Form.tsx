import { type ComponentProps, useEffect, useRef } from 'react'
import { noFormErrors } from '#web/shared/errors/error-messages.ts'

/**
 * Renders a form that focuses and scrolls to the first invalid field when new problems arrive.
 * Without an invalid field, the general error (role "alert") scrolls into view.
 */
export function Form({
  problems,
  children,
  ...rest
}: ComponentProps<'form'> & { problems: object }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems === noFormErrors) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    const target = field ?? form.current?.querySelector('[role="alert"]')
    target?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  return (
    <form ref={form} noValidate {...rest}>
      {children}
    </form>
  )
}
