import { type ReactNode, useEffect, useRef } from 'react'
import css from './tabs.module.css'

/**
 * Rooms of one place, as links. On a narrow screen they are pushed sideways, and the one that is
 * open is always in sight.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  const shown = useRef<Element | null>(null)
  useEffect(() => {
    const bar = place.current
    const here = bar?.querySelector<HTMLElement>('[aria-current]')
    // Who has pushed the bar is left alone until another room opens.
    if (bar && here && here !== shown.current)
      bar.scrollLeft = here.offsetLeft - bar.offsetLeft - (bar.clientWidth - here.offsetWidth) / 2
    shown.current = here ?? null
  })
  return (
    <nav ref={place} className={css['tabs']} aria-label={label}>
      {children}
    </nav>
  )
}
export const tabClass = css['tab']
