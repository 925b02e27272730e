import { type ReactNode, useEffect, useRef } from 'react'
import css from './tabs.module.css'

/**
 * Renders tabs as links. On a narrow screen the bar scrolls sideways and keeps the active tab
 * visible.
 */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  const lastActive = useRef<Element | null>(null)
  useEffect(() => {
    const bar = nav.current
    const active = bar?.querySelector<HTMLElement>('[aria-current]')
    // Scrolls only when the active tab changes, so a manual scroll position stays.
    if (bar && active && active !== lastActive.current)
      bar.scrollLeft =
        active.offsetLeft - bar.offsetLeft - (bar.clientWidth - active.offsetWidth) / 2
    lastActive.current = active ?? null
  })
  return (
    <nav ref={nav} className={css['tabs']} aria-label={label}>
      {children}
    </nav>
  )
}
export const tabClass = css['tab']
