import type { ComponentType } from 'react'
import { withMessages } from '#web/shared/load-code.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

/** Loads the parts of the feed that most visits do not show. */
export const loadOccasional = withMessages(
  () => import('./occasional.ts'),
  'charts',
  'organization',
)
type Occasional = Awaited<ReturnType<typeof loadOccasional>>

/** Creates a component of these parts. Nothing renders until it is loaded. */
export const lazyOccasional = <Props extends object>(
  choose: (code: Occasional) => ComponentType<Props>,
) =>
  lazyWithFallback<Props>(
    () => loadOccasional().then(choose),
    () => null,
  )
