import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls to the top and focuses the body when the step changes. */
export function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    window.scrollTo(0, 0)
    body.current?.focus({ preventScroll: true })
  }, [step])
  return body
}
