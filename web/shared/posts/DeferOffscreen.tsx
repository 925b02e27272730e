import { type ReactNode, useEffect, useRef, useState } from 'react'
import { observeIntersection } from './intersection.ts'

/** Rows within a screen above or below the viewport are rendered. */
const viewportMargin = '100% 0px'
const rememberedRowsMax = 2_000
/** The height of a typical row, for rows not measured yet. */
const defaultRowHeightPx = 190
/**
 * The last height and visibility of each row, so that a list shown again has its scroll height at
 * once.
 */
const rowStates = new Map<string, { height: number; isNear: boolean }>()

function rememberRow(id: string, height: number, isNear: boolean): void {
  rowStates.delete(id)
  rowStates.set(id, { height, isNear })
  const oldest = rowStates.size > rememberedRowsMax ? rowStates.keys().next().value : undefined
  if (oldest !== undefined) rowStates.delete(oldest)
}

/**
 * Renders a row of a long list only near the viewport, and a placeholder of its height elsewhere,
 * so that 500 posts cost as little as a dozen. A row with focus or with data-keep stays rendered. A
 * row that starts `below` the viewport renders after the first paint.
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
  const container = useRef<HTMLDivElement>(null)
  const [placeholderHeight, setPlaceholderHeight] = useState(() => {
    const last = rowStates.get(id)
    if (last) return last.isNear ? null : last.height
    return below ? defaultRowHeightPx : null
  })
  useEffect(() => {
    const row = container.current
    if (!row) return
    return observeIntersection(
      row,
      viewportMargin,
      (isNear, { boundingClientRect: { height } }) => {
        // The list is hidden or removed while another screen opens.
        if (height === 0) return
        rememberRow(id, height, isNear)
        if (isNear) setPlaceholderHeight(null)
        else if (!row.matches(':focus-within, :has([data-keep])')) setPlaceholderHeight(height)
      },
    )
  }, [id])
  return (
    <div
      ref={container}
      style={placeholderHeight === null ? undefined : { height: placeholderHeight }}
    >
      {placeholderHeight === null ? children : null}
    </div>
  )
}
