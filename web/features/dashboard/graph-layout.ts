import { type GraphPoint, type LayoutNode, runForceLayout } from './force-layout.ts'

export type GraphEdge = { from_id: string; to_id: string; score: number }

/** Radius in px: more people get smaller nodes, so that all fit. */
export function nodeRadius(people: number): number {
  if (people <= 12) return 26
  return people <= 40 ? 20 : 15
}
/** Radius in px of a group: its area grows with its people. */
export const groupRadius = (people: number, peopleMax: number): number =>
  16 + 24 * Math.sqrt(people / Math.max(peopleMax, 1))

/**
 * Returns the positions of the nodes, close to the nodes they recognize. The same input gives the
 * same layout.
 */
export function layOutGraph(
  nodes: readonly LayoutNode[],
  edges: readonly GraphEdge[],
  isWide: boolean,
): GraphPoint[] {
  const radius = Math.max(...nodes.map((node) => node.radius), 1)
  const indexOf = new Map(nodes.map(({ id }, index) => [id, index]))
  const scoreMax = Math.max(1, ...edges.map(({ score }) => score))
  return runForceLayout(nodes, {
    springs: edges.flatMap(({ from_id: fromId, to_id: toId, score }) => {
      const [source, target] = [indexOf.get(fromId), indexOf.get(toId)]
      return source === undefined || target === undefined
        ? []
        : [{ source, target, distance: radius * 5, strength: 0.08 + (0.25 * score) / scoreMax }]
    }),
    repulsion: radius * 22,
    reach: radius * 24,
    spacing: 1.7,
    // Wide screens spread the graph horizontally, phones do not.
    gravityX: isWide ? 0.07 : 0.12,
    gravityY: isWide ? 0.13 : 0.07,
  })
}

export type ViewBox = { x: number; y: number; width: number; height: number }
/** Returns the view box that contains all points, never magnified beyond 1:1. */
export function viewBoxOf(
  points: GraphPoint[],
  radius: number,
  width: number,
  height: number,
): ViewBox {
  const margin = radius * 2 + 14
  const [left, right] = [
    Math.min(...points.map(({ x }) => x)) - margin,
    Math.max(...points.map(({ x }) => x)) + margin,
  ]
  const [top, bottom] = [
    Math.min(...points.map(({ y }) => y)) - margin,
    Math.max(...points.map(({ y }) => y)) + margin,
  ]
  const [viewWidth, viewHeight] = [Math.max(right - left, width), Math.max(bottom - top, height)]
  return {
    x: (left + right - viewWidth) / 2,
    y: (top + bottom - viewHeight) / 2,
    width: viewWidth,
    height: viewHeight,
  }
}

const arrowDirections = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const
/**
 * Returns the nearest point in an arrow key's direction; undefined for other keys and at the edge.
 */
export function neighborInDirection(
  points: GraphPoint[],
  from: GraphPoint,
  key: string,
): GraphPoint | undefined {
  if (!(key in arrowDirections)) return undefined
  const [dx, dy] = arrowDirections[key as keyof typeof arrowDirections]
  let best: { point: GraphPoint; cost: number } | undefined
  for (const point of points) {
    const [x, y] = [point.x - from.x, point.y - from.y]
    const along = x * dx + y * dy
    // A point in the exact direction is preferred to a point beside it.
    const cost = along + 2.5 * Math.abs(x * dy - y * dx)
    if (along > 1 && (!best || cost < best.cost)) best = { point, cost }
  }
  return best?.point
}
