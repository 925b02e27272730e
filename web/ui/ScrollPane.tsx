import type { ReactNode } from 'react'

/** A pane with wide content, which also scrolls by keyboard. */
export function ScrollPane({
  label,
  className,
  children,
}: {
  label: string
  className: string | undefined
  children: ReactNode
}) {
  return (
    // Not every browser lets the keyboard reach a pane only because it scrolls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" tabIndex={0} aria-label={label} className={className}>
      {children}
    </div>
  )
}
