import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Accepts files dropped on an element, and returns whether a file is dragged over it. A button
 * beside it does the same without dragging.
 */
export function useFileDrop(
  target: RefObject<HTMLElement | null>,
  onDrop: (file: File | undefined) => void,
): boolean {
  const [isDragOver, setIsDragOver] = useState(false)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const element = target.current
    if (!element) return undefined
    const handleDragOver = (event: DragEvent) => {
      event.preventDefault()
      setIsDragOver(true)
    }
    const handleDragLeave = () => setIsDragOver(false)
    const handleDrop = (event: DragEvent) => {
      event.preventDefault()
      setIsDragOver(false)
      latest.current(event.dataTransfer?.files[0])
    }
    const listeners = [
      ['dragenter', handleDragOver],
      ['dragover', handleDragOver],
      ['dragleave', handleDragLeave],
      ['drop', handleDrop],
    ] as const
    for (const [name, listener] of listeners) element.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener)
    }
  }, [target])
  return isDragOver
}
