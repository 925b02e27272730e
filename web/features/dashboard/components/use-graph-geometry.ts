import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import type { LayoutNode } from '../force-layout.ts'
import { type GraphEdge, layOutGraph, viewBoxOf } from '../graph-layout.ts'
import { usePanZoom } from './use-pan-zoom.ts'

/** Returns the `viewBox` attribute of the visible part, for the zoom and offset of a view. */
export function visibleViewBox(
  viewBox: ReturnType<typeof viewBoxOf>,
  view: ReturnType<typeof usePanZoom>['view'],
): string {
  const [width, height] = [viewBox.width / view.zoom, viewBox.height / view.zoom]
  const left = viewBox.x + view.x + (viewBox.width - width) / 2
  const top = viewBox.y + view.y + (viewBox.height - height) / 2
  return `${left} ${top} ${width} ${height}`
}

/** Width of the graph before it is measured; the drawing is the same, only at another scale. */
const estimatedWidth = () => (window.innerWidth >= 768 ? 660 : window.innerWidth - 64)

/** Returns the size of the graph, the laid out points, and the part of the plane that is shown. */
export function useGraphGeometry(nodes: readonly LayoutNode[], edges: readonly GraphEdge[]) {
  const { ref, width: measuredWidth } = useElementSize<HTMLDivElement>()
  const width = measuredWidth || estimatedWidth()
  const isWide = width >= 500
  const height = isWide ? 460 : 400
  const points = useMemo(() => layOutGraph(nodes, edges, isWide), [nodes, edges, isWide])
  const radius = Math.max(...nodes.map((node) => node.radius), 1)
  const viewBox = useMemo(
    () => viewBoxOf(points, radius, width, height),
    [points, radius, width, height],
  )
  const panZoom = usePanZoom(viewBox.width, viewBox.height)
  return { ref, width, height, points, viewBox, panZoom }
}
