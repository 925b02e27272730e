import { useState, useEffect } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { type GraphPoint, layOutGraph } from '../graph-layout.ts'

type OrgChart = OutputOf<'leaderboards.org_chart'>
type Edge = OrgChart['edges'][number]
type OrgPerson = OrgChart['people'][number]

/**
 * Returns the positions of all people; undefined while the layout runs. The layout waits for
 * `isWide`, the shape of the container.
 */
export function useGraphLayout(
  { people, edges }: Pick<OrgChart, 'people' | 'edges'>,
  isWide: boolean | undefined,
): GraphPoint[] | undefined {
  const [layout, setLayout] = useState<{
    people: OrgPerson[]
    edges: Edge[]
    points: GraphPoint[]
  }>()
  useEffect(() => {
    if (isWide === undefined) return undefined
    const controller = new AbortController()
    void layOutGraph(
      people.map(({ id }) => id),
      edges,
      isWide,
      controller.signal,
    ).then((points) => setLayout({ people, edges, points }))
    return () => controller.abort()
  }, [people, edges, isWide])
  return layout && layout.people === people && layout.edges === edges ? layout.points : undefined
}
