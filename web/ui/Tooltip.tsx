import { type ReactNode, type SyntheticEvent, useState } from 'react'
import css from './ui.module.css'

/**
 * A sentence about the button inside whose aria-describedby is `id`: while it is pointed at or has
 * the focus of the keyboard. Escape sends it away, and so does the button's own menu.
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
  const about = ({ target }: SyntheticEvent) =>
    target instanceof Element &&
    target.closest(`[aria-describedby="${id}"]:not([aria-expanded="true"])`) !== null
  return (
    <span
      role="none"
      className={css['hinted']}
      onPointerOver={(event) => setOpen(event.pointerType === 'mouse' && about(event))}
      onPointerLeave={() => setOpen(false)}
      onPointerDown={() => setOpen(false)}
      onFocus={(event) => setOpen(event.target.matches(':focus-visible') && about(event))}
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
