import { type ReactNode, type SyntheticEvent, useState } from 'react'
import css from './ui.module.css'

/**
 * Shows a tooltip for the child button whose aria-describedby is `id`, on hover or keyboard focus.
 * Escape hides it, and so does the button's own menu.
 */
export function Tooltip({
  id,
  text,
  children,
}: {
  id: string
  text: string | undefined
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const isDescribed = ({ target }: SyntheticEvent) =>
    target instanceof Element &&
    target.closest(`[aria-describedby="${id}"]:not([aria-expanded="true"])`) !== null
  return (
    <span
      role="none"
      className={css['hinted']}
      onPointerOver={(event) => setOpen(event.pointerType === 'mouse' && isDescribed(event))}
      onPointerLeave={() => setOpen(false)}
      onPointerDown={() => setOpen(false)}
      onFocus={(event) => setOpen(event.target.matches(':focus-visible') && isDescribed(event))}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => {
        if (['Escape', 'Enter', ' '].includes(event.key)) setOpen(false)
      }}
    >
      {children}
      {text ? (
        <span id={id} role="tooltip" className={css['hint']} data-open={open}>
          {text}
        </span>
      ) : null}
    </span>
  )
}
