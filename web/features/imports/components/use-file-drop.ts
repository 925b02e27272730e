import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Lets files be dropped on an element. Answers whether one is held over it. The button beside it
 * does the same for everybody else.
 */
export function useFileDrop(
  target: RefObject<HTMLElement | null>,
  take: (file: File | undefined) => void,
): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const element = target.current
    if (!element) return undefined
    const hold = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const leave = () => setOver(false)
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      latest.current(event.dataTransfer?.files[0])
    }
    const listeners = [
      ['dragenter', hold],
      ['dragover', hold],
      ['dragleave', leave],
      ['drop', drop],
    ] as const
    for (const [name, listener] of listeners) element.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener)
    }
  }, [target])
  return over
}
