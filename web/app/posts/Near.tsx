import { type ReactNode, useEffect, useRef, useState } from 'react'
import { whenNear } from './nearness.ts'

/** A screen above and a screen below what one looks at are there already when one scrolls on. */
const margin = '100% 0px'
const kept_max = 2_000
/** As high as most rows are: the place of one that was never seen. */
const usual_px = 190
/**
 * How high a row was, and whether it was near, when it was last seen: a list that is shown again
 * has its place at once.
 */
const seen = new Map<string, { height: number; near: boolean }>()

function remember(id: string, height: number, near: boolean): void {
  seen.delete(id)
  seen.set(id, { height, near })
  const oldest = seen.size > kept_max ? seen.keys().next().value : undefined
  if (oldest !== undefined) seen.delete(oldest)
}

/**
 * A row of a long list, which is empty, at its height, while it is far from what one looks at: five
 * hundred posts weigh no more than the dozen around the reader. What holds the focus, or is marked
 * as being in use (data-keep), stays. One that nobody can see at first (`below`) comes when the
 * rest has been painted.
 */
export function Near({ id, below, children }: { id: string; below: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [far, setFar] = useState(() => {
    const last = seen.get(id)
    if (last) return last.near ? null : last.height
    return below ? usual_px : null
  })
  useEffect(() => {
    const row = place.current
    if (!row) return
    return whenNear(row, margin, (near, { boundingClientRect: { height } }) => {
      remember(id, height, near)
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
