import { expect, test } from 'vitest'
import {
  groupRadius,
  viewBoxOf,
  layOutGraph,
  neighborInDirection,
  nodeRadius,
} from './graph-layout.ts'

const team = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)
const ring = (ids: string[]) =>
  ids.map((fromId, index) => ({
    from_id: fromId,
    to_id: ids[(index + 1) % ids.length] ?? '',
    score: 10 + index,
  }))
const nodesOf = (ids: string[]) => ids.map((id) => ({ id, radius: nodeRadius(ids.length) }))

test.each([3, 30, 60])('layout of %i people is deterministic and without overlaps', (count) => {
  const ids = team(count)
  const [first, second] = [
    layOutGraph(nodesOf(ids), ring(ids), true),
    layOutGraph(nodesOf(ids), ring(ids), true),
  ]
  expect(first).toEqual(second)
  const closest = Math.min(
    ...first.flatMap((a, index) =>
      first.slice(index + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
    ),
  )
  expect(closest).toBeGreaterThan(2 * nodeRadius(count))
})

test('view box contains all points without magnifying a few', () => {
  expect(viewBoxOf([{ id: 'a', x: 0, y: 0 }], 20, 600, 400)).toEqual({
    x: -300,
    y: -200,
    width: 600,
    height: 400,
  })
  expect(
    viewBoxOf(
      [
        { id: 'a', x: -500, y: 0 },
        { id: 'b', x: 500, y: 0 },
      ],
      20,
      600,
      400,
    ).width,
  ).toBeGreaterThan(1_000)
})

test('neighborInDirection returns the nearest point in that direction', () => {
  const here = { id: 'here', x: 0, y: 0 }
  const points = [
    here,
    { id: 'right', x: 50, y: 5 },
    { id: 'aside', x: 40, y: 60 },
    { id: 'below', x: -5, y: 80 },
  ]
  expect(neighborInDirection(points, here, 'ArrowRight')?.id).toBe('right')
  expect(neighborInDirection(points, here, 'ArrowDown')?.id).toBe('below')
  expect(neighborInDirection(points, here, 'ArrowUp')).toBeUndefined()
  expect(neighborInDirection(points, here, 'Enter')).toBeUndefined()
})

test('the area of a group grows with its people', () => {
  const [small, large] = [groupRadius(10, 40) - 16, groupRadius(40, 40) - 16]
  expect(large / small).toBeCloseTo(2)
  expect(groupRadius(2, 1_000)).toBeGreaterThan(16)
})
