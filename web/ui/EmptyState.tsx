import { createElement, type ReactNode } from 'react'
import type { illustrations } from './illustrations.tsx'
import { lazyWithFallback } from './lazy.tsx'
import css from './ui.module.css'

/** A picture that loads later, in a box that keeps its space. A failed load leaves it empty. */
const Illustration = lazyWithFallback<{ art: keyof typeof illustrations }>(() =>
  import('./illustrations.tsx').then(
    (code) =>
      ({ art }) =>
        code.illustrations[art],
  ),
)

/** Shows an empty list, an empty search or a failure: a picture, a sentence, and the next step. */
export function EmptyState({
  art,
  title,
  text,
  level = 3,
  children,
}: {
  art: keyof typeof illustrations
  title: string
  text?: string
  level?: 1 | 2 | 3
  children?: ReactNode
}) {
  return (
    <div className={css['notice']}>
      <svg className={css['art']} viewBox="0 0 132 100" aria-hidden="true">
        <Illustration art={art} />
      </svg>
      {createElement(`h${level}`, null, title)}
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  )
}
