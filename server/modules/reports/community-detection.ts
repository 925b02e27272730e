/**
 * The Louvain method: nodes move to the neighboring community with the highest gain of modularity,
 * then each community becomes a node of the next level. No package, because those for it need a
 * graph library. Passes and levels are bounded.
 */
const passesMax = 20
const levelsMax = 10

export type WeightedEdge = { a: number; b: number; weight: number }
type Graph = {
  size: number
  /** The neighbors of node `n` are `neighbors[starts[n]]` to `neighbors[starts[n + 1] - 1]`. */
  starts: Int32Array
  neighbors: Int32Array
  weights: Float64Array
  /** Sum of the weights at each node; a loop counts twice. */
  degrees: Float64Array
}

function buildGraph(size: number, edges: readonly WeightedEdge[]): Graph {
  const starts = new Int32Array(size + 1)
  const degrees = new Float64Array(size)
  for (const { a, b, weight } of edges) {
    degrees[a] = (degrees[a] ?? 0) + weight
    degrees[b] = (degrees[b] ?? 0) + weight
    if (a === b) continue
    starts[a + 1] = (starts[a + 1] ?? 0) + 1
    starts[b + 1] = (starts[b + 1] ?? 0) + 1
  }
  for (let node = 0; node < size; node += 1)
    starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0)
  const next = starts.slice()
  const neighbors = new Int32Array(starts[size] ?? 0)
  const weights = new Float64Array(neighbors.length)
  const add = (from: number, to: number, weight: number) => {
    const place = next[from] ?? 0
    neighbors[place] = to
    weights[place] = weight
    next[from] = place + 1
  }
  for (const { a, b, weight } of edges) {
    if (a === b) continue
    add(a, b, weight)
    add(b, a, weight)
  }
  return { size, starts, neighbors, weights, degrees }
}

/** Returns the weight between a node and each community among its neighbors. */
function weightByCommunity(graph: Graph, communities: Int32Array, node: number) {
  const found = new Map<number, number>([[communities[node] ?? 0, 0]])
  const end = graph.starts[node + 1] ?? 0
  for (let place = graph.starts[node] ?? 0; place < end; place += 1) {
    const community = communities[graph.neighbors[place] ?? 0] ?? 0
    found.set(community, (found.get(community) ?? 0) + (graph.weights[place] ?? 0))
  }
  return found
}

/** Returns the community of each node after the local moves of one level. */
function moveNodes(graph: Graph): Int32Array {
  const communities = Int32Array.from({ length: graph.size }, (_, node) => node)
  const totals = graph.degrees.slice()
  const twiceTotal = graph.degrees.reduce((sum, degree) => sum + degree, 0)
  for (let pass = 0, hasMoved = true; pass < passesMax && hasMoved; pass += 1) {
    hasMoved = false
    for (let node = 0; node < graph.size; node += 1) {
      const own = communities[node] ?? 0
      const degree = graph.degrees[node] ?? 0
      const weights = weightByCommunity(graph, communities, node)
      totals[own] = (totals[own] ?? 0) - degree
      const gain = (community: number) =>
        (weights.get(community) ?? 0) - ((totals[community] ?? 0) * degree) / twiceTotal
      let [best, bestGain] = [own, gain(own)]
      for (const community of weights.keys())
        if (gain(community) > bestGain + 1e-9) [best, bestGain] = [community, gain(community)]
      totals[best] = (totals[best] ?? 0) + degree
      if (best !== own) {
        communities[node] = best
        hasMoved = true
      }
    }
  }
  return communities
}

/** Returns the communities numbered from 0 in the order of their first node, and their number. */
function renumber(communities: Int32Array): { communities: Int32Array; count: number } {
  const numbers = new Map<number, number>()
  const renumbered = communities.map((community) => {
    const number = numbers.get(community) ?? numbers.size
    numbers.set(community, number)
    return number
  })
  return { communities: renumbered, count: numbers.size }
}

/** Returns the edges between communities, one for each pair; edges inside become loops. */
function mergeEdges(edges: readonly WeightedEdge[], communities: Int32Array, count: number) {
  const merged = new Map<number, number>()
  for (const { a, b, weight } of edges) {
    const [x, y] = [communities[a] ?? 0, communities[b] ?? 0]
    const key = Math.min(x, y) * count + Math.max(x, y)
    merged.set(key, (merged.get(key) ?? 0) + weight)
  }
  return [...merged].map(([key, weight]) => ({
    a: Math.floor(key / count),
    b: key % count,
    weight,
  }))
}

/** Returns the community of each node. Equal input gives equal communities. */
export function detectCommunities(size: number, edges: readonly WeightedEdge[]): Int32Array {
  let found = Int32Array.from({ length: size }, (_, node) => node)
  let [levelSize, levelEdges] = [size, edges]
  for (let level = 0; level < levelsMax; level += 1) {
    const { communities, count } = renumber(moveNodes(buildGraph(levelSize, levelEdges)))
    if (count === levelSize) break
    found = found.map((node) => communities[node] ?? 0)
    levelEdges = mergeEdges(levelEdges, communities, count)
    levelSize = count
  }
  return found
}
