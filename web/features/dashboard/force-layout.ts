// A force-directed layout for at most a few hundred nodes. It compares all pairs in plain arrays:
// on a slow device, the quadtrees of a library took a third of a second for 19 nodes.

export type LayoutNode = { id: string; radius: number }
export type GraphPoint = { id: string; x: number; y: number }
/** `strength` from 0 to 1 pulls the two nodes toward `distance`. */
type Spring = { source: number; target: number; strength: number; distance: number }
export type Forces = {
  springs: readonly Spring[]
  /** Nodes push one another away, up to `reach`. */
  repulsion: number
  reach: number
  /** Pull to the center, for each axis. */
  gravityX: number
  gravityY: number
  /** Nodes keep this multiple of their radii between their centers. */
  spacing: number
}
type Bodies = {
  x: Float64Array
  y: Float64Array
  velocityX: Float64Array
  velocityY: Float64Array
  radius: Float64Array
}

const ticks = 120
const finalHeat = 0.001
const friction = 0.6
const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/** Returns the bodies on a spiral, so that equal input starts from equal places. */
function placeOnSpiral(nodes: readonly LayoutNode[]): Bodies {
  const distance = (index: number) => 10 * Math.sqrt(index + 0.5)
  return {
    x: Float64Array.from(nodes, (_, index) => distance(index) * Math.cos(index * goldenAngle)),
    y: Float64Array.from(nodes, (_, index) => distance(index) * Math.sin(index * goldenAngle)),
    velocityX: new Float64Array(nodes.length),
    velocityY: new Float64Array(nodes.length),
    radius: Float64Array.from(nodes, ({ radius }) => radius),
  }
}

/** Returns a number from an array of known length. */
const at = (numbers: Float64Array, index: number) => numbers[index] ?? 0
function push({ velocityX, velocityY }: Bodies, index: number, x: number, y: number): void {
  velocityX[index] = at(velocityX, index) + x
  velocityY[index] = at(velocityY, index) + y
}

function pullSprings(bodies: Bodies, springs: readonly Spring[], counts: number[], heat: number) {
  const { x, y, velocityX, velocityY } = bodies
  for (const { source, target, strength, distance } of springs) {
    const dx = at(x, target) + at(velocityX, target) - at(x, source) - at(velocityX, source)
    const dy = at(y, target) + at(velocityY, target) - at(y, source) - at(velocityY, source)
    const length = Math.hypot(dx, dy) || 1
    const pull = ((length - distance) / length) * heat * strength
    // The node with fewer springs moves more.
    const share = (counts[source] ?? 1) / ((counts[source] ?? 1) + (counts[target] ?? 1))
    push(bodies, target, -dx * pull * share, -dy * pull * share)
    push(bodies, source, dx * pull * (1 - share), dy * pull * (1 - share))
  }
}

/** Pushes all pairs apart, and those that overlap until they do not. */
function pushApart(bodies: Bodies, { repulsion, reach, spacing }: Forces, heat: number): void {
  const { x, y, radius } = bodies
  for (let one = 0; one < x.length; one += 1)
    for (let other = one + 1; other < x.length; other += 1) {
      const [dx, dy] = [at(x, other) - at(x, one), at(y, other) - at(y, one)]
      const length = Math.hypot(dx, dy) || 1
      const [radiusOne, radiusOther] = [at(radius, one), at(radius, other)]
      const overlap = (radiusOne + radiusOther) * spacing - length
      const force =
        (length < reach ? (repulsion * heat) / (length * length) : 0) +
        (overlap > 0 ? overlap / length / 2 : 0)
      push(bodies, other, dx * force, dy * force)
      push(bodies, one, -dx * force, -dy * force)
    }
}

function move({ x, y, velocityX, velocityY }: Bodies, forces: Forces, heat: number): void {
  for (let index = 0; index < x.length; index += 1) {
    velocityX[index] = (at(velocityX, index) - at(x, index) * forces.gravityX * heat) * friction
    velocityY[index] = (at(velocityY, index) - at(y, index) * forces.gravityY * heat) * friction
    x[index] = at(x, index) + at(velocityX, index)
    y[index] = at(y, index) + at(velocityY, index)
  }
}

/** Returns the places of the nodes after the forces have cooled down. */
export function runForceLayout(nodes: readonly LayoutNode[], forces: Forces): GraphPoint[] {
  const bodies = placeOnSpiral(nodes)
  const counts = nodes.map(() => 0)
  for (const { source, target } of forces.springs)
    for (const index of [source, target]) counts[index] = (counts[index] ?? 0) + 1
  for (let tick = 1; tick <= ticks; tick += 1) {
    const heat = finalHeat ** (tick / ticks)
    pullSprings(bodies, forces.springs, counts, heat)
    pushApart(bodies, forces, heat)
    move(bodies, forces, heat)
  }
  return nodes.map(({ id }, index) => ({ id, x: at(bodies.x, index), y: at(bodies.y, index) }))
}
