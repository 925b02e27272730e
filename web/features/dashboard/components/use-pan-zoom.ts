import { type PointerEvent, useState, useRef } from 'react'

export const zoomMin = 1
export const zoomMax = 6
const initialView = { zoom: 1, x: 0, y: 0 }

/** Pan and zoom: pan by dragging, zoom by buttons, limited to the graph's edge. */
export function usePanZoom(width: number, height: number) {
  const [view, setView] = useState(initialView)
  const drag = useRef<{ x: number; y: number } | null>(null)
  const hasPanned = useRef(false)
  const clampView = (next: typeof initialView) => {
    const [x, y] = [(width * (1 - 1 / next.zoom)) / 2, (height * (1 - 1 / next.zoom)) / 2]
    return {
      zoom: next.zoom,
      x: Math.min(x, Math.max(-x, next.x)),
      y: Math.min(y, Math.max(-y, next.y)),
    }
  }
  const zoomBy = (factor: number) =>
    setView((old) =>
      clampView({ ...old, zoom: Math.min(zoomMax, Math.max(zoomMin, old.zoom * factor)) }),
    )
  const panHandlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      drag.current = { x: event.clientX, y: event.clientY }
      hasPanned.current = false
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const from = drag.current
      if (!from || view.zoom === 1) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      // Small movements while tapping do not pan.
      if (!hasPanned.current && Math.hypot(dx, dy) < 5) return
      if (!hasPanned.current) event.currentTarget.setPointerCapture(event.pointerId)
      hasPanned.current = true
      drag.current = { x: event.clientX, y: event.clientY }
      const unitsPerPixel = width / view.zoom / event.currentTarget.clientWidth
      setView((old) =>
        clampView({ ...old, x: old.x - dx * unitsPerPixel, y: old.y - dy * unitsPerPixel }),
      )
    },
    onPointerUp: () => {
      drag.current = null
    },
    onPointerCancel: () => {
      drag.current = null
    },
  }
  return {
    view,
    zoomBy,
    reset: () => setView(initialView),
    panHandlers,
    hasPanned: () => hasPanned.current,
    showPoint: (x: number, y: number) => setView((old) => clampView({ ...old, x, y })),
  }
}
