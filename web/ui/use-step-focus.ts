import { type RefObject, useEffect, useRef } from 'react'

/** A new step begins at its beginning, for eyes and for the keyboard alike. */
export function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo(0, 0)
    body.current?.focus({ preventScroll: true })
  }, [step])
  return body
}
