import { useLayoutEffect, useRef } from 'react'

/** Returns the lower edge (px) of the visible area: a phone's keyboard or the bottom bar. */
function visibleBottom(): number {
  const viewport = window.visualViewport
  const bars = [...document.querySelectorAll('nav')]
    .filter((bar) => getComputedStyle(bar).position === 'fixed')
    .map((bar) => bar.getBoundingClientRect().top)
    .filter((top) => top > 0)
  return Math.min((viewport?.offsetTop ?? 0) + (viewport?.height ?? window.innerHeight), ...bars)
}

/** Keeps the list inside the viewport: below the header, and at most as tall as the free space. */
export function useFitInViewport(open: boolean) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!open) return undefined
    const viewport = window.visualViewport
    const fitHeight = () => {
      const anchor = list.current?.offsetParent?.getBoundingClientRect()
      if (!anchor || !list.current) return
      list.current.style.maxHeight = `${Math.max(Math.min(320, visibleBottom() - anchor.bottom - 18), 112)}px`
    }
    const headerBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const anchor = list.current?.offsetParent?.getBoundingClientRect()
    // Text above the list may have pushed it under the header.
    if (anchor && (anchor.top < headerBottom || visibleBottom() - anchor.bottom < 240))
      window.scrollBy(0, anchor.top - headerBottom - 16)
    fitHeight()
    viewport?.addEventListener('resize', fitHeight)
    return () => viewport?.removeEventListener('resize', fitHeight)
  }, [open])
  return list
}
