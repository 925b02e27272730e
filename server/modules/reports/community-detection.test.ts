import { expect, test } from 'vitest'
import { detectCommunities, type WeightedEdge } from './community-detection.ts'

/** Returns the edges of `count` complete graphs of `size` nodes, in a ring of single edges. */
const ringOfCliques = (count: number, size: number): WeightedEdge[] =>
  Array.from({ length: count }, (_, clique) => {
    const nodes = Array.from({ length: size }, (__, index) => clique * size + index)
    return [
      ...nodes.flatMap((a) => nodes.filter((b) => b > a).map((b) => ({ a, b, weight: 1 }))),
      { a: clique * size, b: (((clique + 1) % count) * size + 1) % (count * size), weight: 1 },
    ]
  }).flat()

test('each clique of a ring is a community', () => {
  const found = detectCommunities(40, ringOfCliques(5, 8))
  expect([...found]).toEqual(Array.from({ length: 40 }, (_, node) => Math.floor(node / 8)))
})

test('heavy edges decide the community of a node between two cliques', () => {
  const edges = ringOfCliques(2, 6)
  const between = (first: number, second: number) =>
    detectCommunities(13, [
      ...edges,
      { a: 12, b: 3, weight: first },
      { a: 12, b: 9, weight: second },
    ])
  const left = between(2, 0.5)
  const right = between(0.5, 2)
  expect([left[12] === left[2], right[12] === right[8]]).toEqual([true, true])
})

test('parallel edges count like one edge of their sum', () => {
  const single = ringOfCliques(3, 5)
  const parallel = single.flatMap(({ a, b }) => [
    { a, b, weight: 0.5 },
    { a: b, b: a, weight: 0.5 },
  ])
  expect(detectCommunities(15, parallel)).toEqual(detectCommunities(15, single))
})

test('no edges give no communities', () => {
  expect([...detectCommunities(0, [])]).toEqual([])
})

test('twenty thousand random edges take less than two seconds', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const edges = Array.from({ length: 20_000 }, () => ({
    a: random(10_000),
    b: random(10_000),
    weight: 1 + random(3),
  }))
  const start = performance.now()
  const found = detectCommunities(10_000, edges)
  expect(performance.now() - start).toBeLessThan(2_000)
  expect(found).toEqual(detectCommunities(10_000, edges))
})
