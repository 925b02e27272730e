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
/** Radius in px: more people get smaller nodes, so that all fit. */
export function nodeRadius(people: number): number {
  if (people <= 12) return 26
  if (people <= 40) return 20
  return people <= 120 ? 15 : 12
}

/** Runs `work` in idle time, or in a timer of 8 ms in browsers without requestIdleCallback. */
const runWhenIdle = (task: (timeRemaining: () => number) => void) =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback((deadline) => task(() => deadline.timeRemaining()), {
        timeout: 500,
      })
    : setTimeout(() => {
        const end = performance.now() + 8
        task(() => end - performance.now())
      })

/**
 * Returns the positions of the people, close to the people they recognise. The same input gives the
 * same layout, because d3-force uses a seeded generator. Computed in idle time; an aborted promise
 * never settles.
 */
export function layOutGraph(
  ids: string[],
  edges: GraphEdge[],
  isWide: boolean,
  signal: AbortSignal,
): Promise<GraphPoint[]> {
  const radius = nodeRadius(ids.length)
  const nodes: SimulationNode[] = ids.map((id) => ({ id }))
  const scoreMax = Math.max(1, ...edges.map(({ score }) => score))
  const links = edges.map(({ from_id: fromId, to_id: toId, score }) => ({
    source: fromId,
    target: toId,
    weight: score / scoreMax,
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
    // Wide screens spread the graph horizontally, phones do not.
    .force('x', forceX(0).strength(isWide ? 0.045 : 0.1))
    .force('y', forceY(0).strength(isWide ? 0.085 : 0.06))
  return new Promise((resolve) => {
    let ticks = 0
    const runTicks = (timeRemaining: () => number) => {
      if (signal.aborted) return
      do simulation.tick()
      while (++ticks < simulationTicks && timeRemaining() > 2)
      if (ticks < simulationTicks) runWhenIdle(runTicks)
      else resolve(nodes.map(({ id, x = 0, y = 0 }) => ({ id, x, y })))
    }
    runWhenIdle(runTicks)
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
    // A point straight ahead is nearer than a point aside.
    const cost = along + 2.5 * Math.abs(x * dy - y * dx)
    if (along > 1 && (!best || cost < best.cost)) best = { point, cost }
  }
  return best?.point
}
