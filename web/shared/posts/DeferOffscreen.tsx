import { type ReactNode, useEffect, useRef, useState } from 'react'
import { observeIntersection } from './intersection.ts'

/** A screen above and a screen below what one looks at are there already when one scrolls on. */
const viewportMargin = '100% 0px'
const rememberedRowsMax = 2_000
/** As high as most rows are: the place of one that was never seen. */
const defaultRowHeightPx = 190
/**
 * How high a row was, and whether it was near, when it was last seen: a list that is shown again
 * has its place at once.
 */
const rowStates = new Map<string, { height: number; near: boolean }>()

function rememberRow(id: string, height: number, near: boolean): void {
  rowStates.delete(id)
  rowStates.set(id, { height, near })
  const oldest = rowStates.size > rememberedRowsMax ? rowStates.keys().next().value : undefined
  if (oldest !== undefined) rowStates.delete(oldest)
}

/**
 * A row of a long list, which is empty, at its height, while it is far from what one looks at: five
 * hundred posts weigh no more than the dozen around the reader. What holds the focus, or is marked
 * as being in use (data-keep), stays. One that nobody can see at first (`below`) comes when the
 * rest has been painted.
 */
export function DeferOffscreen({
  id,
  below,
  children,
}: {
  id: string
  below: boolean
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const [far, setFar] = useState(() => {
    const last = rowStates.get(id)
    if (last) return last.near ? null : last.height
    return below ? defaultRowHeightPx : null
  })
  useEffect(() => {
    const row = place.current
    if (!row) return
    return observeIntersection(row, viewportMargin, (near, { boundingClientRect: { height } }) => {
      rememberRow(id, height, near)
      if (near) setFar(null)
      else if (!row.matches(':focus-within, :has([data-keep])')) setFar(height)
    })
  }, [id])
  return (
    <div ref={place} style={far === null ? undefined : { height: far }}>
      {far === null ? children : null}
    </div>
  )
}
