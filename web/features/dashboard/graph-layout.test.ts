import { beforeAll, expect, test, vi } from 'vitest'
import { viewBoxOf, layOutGraph, neighborInDirection, nodeRadius } from './graph-layout.ts'

beforeAll(() => {
  vi.stubGlobal('window', {})
})

const team = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)
const ring = (ids: string[]) =>
  ids.map((fromId, index) => ({
    from_id: fromId,
    to_id: ids[(index + 1) % ids.length] ?? '',
    score: 10 + index,
  }))
const never = new AbortController().signal

test.each([3, 30, 300])(
  'layout of %i people is deterministic and without overlaps',
  async (count) => {
    const ids = team(count)
    const [first, second] = await Promise.all([
      layOutGraph(ids, ring(ids), true, never),
      layOutGraph(ids, ring(ids), true, never),
    ])
    expect(first).toEqual(second)
    const closest = Math.min(
      ...first.flatMap((a, index) =>
        first.slice(index + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
      ),
    )
    expect(closest).toBeGreaterThan(2 * nodeRadius(count))
  },
)

test('an aborted layout never resolves', async () => {
  const gone = new AbortController()
  const late = layOutGraph(team(3), [], true, gone.signal).then(() => 'answered')
  gone.abort()
  expect(
    await Promise.race([
      late,
      new Promise((resolve) => {
        setTimeout(resolve, 50, 'nothing')
      }),
    ]),
  ).toBe('nothing')
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
