import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force'

export type GraphPoint = { id: string; x: number; y: number }
export type GraphEdge = { from_id: string; to_id: string; score: number }
type SimulationNode = SimulationNodeDatum & { id: string }

const simulationTicks = 240
/** More people, smaller faces: they must all find room. */
export const nodeRadius = (people: number) =>
  people <= 12 ? 26 : people <= 40 ? 20 : people <= 120 ? 15 : 12

/** The browser's spare moments; browsers without them give it a turn of its own. */
const runWhenIdle = (work: (left: () => number) => void) =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback((deadline) => work(() => deadline.timeRemaining()), {
        timeout: 500,
      })
    : setTimeout(() => {
        const end = performance.now() + 8
        work(() => end - performance.now())
      })

/**
 * Where the people of a graph stand: close to whom they thank. The same people and ties always
 * stand alike (the forces draw no lots but from their own fixed row). Computed in spare moments;
 * ends without an answer when the signal says so.
 */
export function layOutGraph(
  ids: string[],
  ties: GraphEdge[],
  wide: boolean,
  signal: AbortSignal,
): Promise<GraphPoint[]> {
  const radius = nodeRadius(ids.length)
  const nodes: SimulationNode[] = ids.map((id) => ({ id }))
  const most = Math.max(1, ...ties.map(({ score }) => score))
  const links = ties.map(({ from_id: fromId, to_id: toId, score }) => ({
    source: fromId,
    target: toId,
    weight: score / most,
  }))
  const simulation = forceSimulation(nodes)
    .stop()
    .force(
      'links',
      forceLink<SimulationNode, (typeof links)[number]>(links)
        .id(({ id }) => id)
        .distance(radius * 5)
        .strength((link) => 0.08 + 0.25 * link.weight),
    )
    .force(
      'apart',
      forceManyBody()
        .strength(-radius * 22)
        .distanceMax(radius * 24),
    )
    .force('room', forceCollide(radius * 1.7))
    // Screens are wider than high, phones are not.
    .force('x', forceX(0).strength(wide ? 0.045 : 0.1))
    .force('y', forceY(0).strength(wide ? 0.085 : 0.06))
  return new Promise((resolve) => {
    let done = 0
    const go = (left: () => number) => {
      if (signal.aborted) return
      do simulation.tick()
      while (++done < simulationTicks && left() > 2)
      if (done < simulationTicks) runWhenIdle(go)
      else resolve(nodes.map(({ id, x = 0, y = 0 }) => ({ id, x, y })))
    }
    runWhenIdle(go)
  })
}

export type ViewBox = { x: number; y: number; width: number; height: number }
/** What of the plane is seen: everybody, and never closer than life size. */
export function viewBoxOf(
  points: GraphPoint[],
  radius: number,
  width: number,
  height: number,
): ViewBox {
  const room = radius * 2 + 14
  const [left, right] = [
    Math.min(...points.map(({ x }) => x)) - room,
    Math.max(...points.map(({ x }) => x)) + room,
  ]
  const [top, bottom] = [
    Math.min(...points.map(({ y }) => y)) - room,
    Math.max(...points.map(({ y }) => y)) + room,
  ]
  const [wide, high] = [Math.max(right - left, width), Math.max(bottom - top, height)]
  return { x: (left + right - wide) / 2, y: (top + bottom - high) / 2, width: wide, height: high }
}

const arrowDirections = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const
/** Who stands next in the direction of an arrow key; undefined for other keys, and at the edge. */
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
    // Straight ahead is nearer than aside.
    const cost = along + 2.5 * Math.abs(x * dy - y * dx)
    if (along > 1 && (!best || cost < best.cost)) best = { point, cost }
  }
  return best?.point
}
