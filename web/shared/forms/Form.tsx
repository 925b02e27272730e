import { type ComponentProps, useEffect, useRef } from 'react'
import { type FormErrors, noFormErrors } from '#web/shared/errors/error-messages.ts'

/**
 * A form that leads to what is wrong: with new problems the first invalid field gets the focus and
 * scrolls into view. Without such a field, what is wrong in general (an element with the role
 * "alert") scrolls into view.
 */
export function Form({
  problems,
  children,
  ...rest
}: ComponentProps<'form'> & { problems: FormErrors }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems === noFormErrors) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    const place = field ?? form.current?.querySelector('[role="alert"]')
    place?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  return (
    <form ref={form} noValidate {...rest}>
      {children}
    </form>
  )
}
