import { useEffect, useState } from 'react'
import type { Slide } from './slide.ts'

const slideMs = 12_000

/** Returns the slide on screen, and a switch that stops the change. */
export function useSlideShow(slides: Slide[]) {
  const [shown, setShown] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const newestId = slides[0]?.id
  const [shownNewestId, setShownNewestId] = useState(newestId)
  // A new post is shown at once.
  if (newestId !== shownNewestId) {
    setShownNewestId(newestId)
    setShown(0)
  }
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setInterval(() => setShown((now) => now + 1), slideMs)
    return () => clearInterval(timer)
  }, [isPaused])
  const index = slides.length ? shown % slides.length : 0
  return { slides, index, slide: slides[index], isPaused, setPaused }
}
export type SlideShow = ReturnType<typeof useSlideShow>
