import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { nodeRadius, viewBoxOf } from '../graph-layout.ts'
import { useGraphLayout } from './use-graph-layout.ts'
import { usePanZoom } from './use-pan-zoom.ts'

type OrgChart = OutputOf<'leaderboards.org_chart'>

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

/** Returns the size of the graph, the laid out points, and the part of the plane that is shown. */
export function useGraphGeometry({ people, edges }: Pick<OrgChart, 'people' | 'edges'>) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const height = width < 500 ? 400 : 460
  const points = useGraphLayout({ people, edges }, width ? width >= 500 : undefined)
  const radius = nodeRadius(people.length)
  const viewBox = useMemo(
    () => (points && width ? viewBoxOf(points, radius, width, height) : undefined),
    [points, radius, width, height],
  )
  const panZoom = usePanZoom(viewBox?.width ?? 0, viewBox?.height ?? 0)
  return { ref, width, height, points, viewBox, panZoom }
}
