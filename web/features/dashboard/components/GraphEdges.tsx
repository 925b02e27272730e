import type { GraphPoint } from '../force-layout.ts'
import type { GraphEdge } from '../graph-layout.ts'
import css from './recognition-graph.module.css'

/** Returns whether a node is an end of an edge. */
export const isIncidentEdge = ({ from_id: fromId, to_id: toId }: GraphEdge, id: string) =>
  fromId === id || toId === id
type EdgeSide = 'given' | 'received' | 'other' | 'all'

/** An edge as an arc, so that both directions are visible; the width shows the points. */
function EdgeArc({
  from,
  to,
  width,
  side,
}: {
  from: GraphPoint
  to: GraphPoint
  width: number
  side: EdgeSide
}) {
  const [x, y] = [
    (from.x + to.x) / 2 - (to.y - from.y) * 0.12,
    (from.y + to.y) / 2 + (to.x - from.x) * 0.12,
  ]
  return (
    <path
      className={css['tie']}
      data-side={side}
      d={`M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`}
      strokeWidth={width}
    />
  )
}

/** Returns how an edge relates to the highlighted person. */
function edgeSide(
  { from_id: fromId, to_id: toId }: GraphEdge,
  highlightedId: string | null,
): EdgeSide {
  if (highlightedId === null) return 'all'
  if (fromId === highlightedId) return 'given'
  return toId === highlightedId ? 'received' : 'other'
}

/**
 * The strongest edges, and all edges of the highlighted node. Highlighted edges are drawn last,
 * above the others.
 */
export function EdgeLayer({
  edges,
  drawnMax,
  pointById,
  highlightedId,
}: {
  edges: readonly GraphEdge[]
  drawnMax: number
  pointById: ReadonlyMap<string, GraphPoint>
  highlightedId: string | null
}) {
  const scoreMax = Math.max(...edges.map(({ score }) => score), 1)
  const sideOf = (edge: GraphEdge) => edgeSide(edge, highlightedId)
  const order = { other: 0, all: 0, received: 1, given: 2 }
  return edges
    .toSorted((a, b) => b.score - a.score)
    .filter(
      (edge, index) =>
        index < drawnMax || (highlightedId !== null && isIncidentEdge(edge, highlightedId)),
    )
    .sort((a, b) => order[sideOf(a)] - order[sideOf(b)])
    .map((edge) => {
      const [from, to] = [pointById.get(edge.from_id), pointById.get(edge.to_id)]
      return from && to ? (
        <EdgeArc
          key={`${edge.from_id} ${edge.to_id}`}
          from={from}
          to={to}
          width={1.5 + 6.5 * Math.sqrt(edge.score / scoreMax)}
          side={sideOf(edge)}
        />
      ) : null
    })
}
