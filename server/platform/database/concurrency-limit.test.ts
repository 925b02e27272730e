import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimiter, type Slot } from './concurrency-limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Three turns at a time, and whoever asks by name. */
function three() {
  const turns = createLimiter(3, () => Date.now())
  const held = new Map<string, Slot>()
  const ask = (...names: string[]) => {
    for (const name of names)
      turns.acquire((turn) => {
        held.set(name, turn)
      })
  }
  const end = (name: string) => {
    const turn = held.get(name)
    if (turn) turns.release(turn)
  }
  return { turns, ask, end, begun: () => [...held.keys()].join('') }
}

test('so many go on at a time, the others in the order in which they came', () => {
  const { turns, ask, end, begun } = three()
  ask('a', 'b', 'c', 'd', 'e')
  expect([begun(), turns.waiting]).toEqual(['abc', 2])
  end('b')
  expect([begun(), turns.waiting]).toEqual(['abcd', 1])
  end('b')
  expect(begun(), 'ended twice is ended once').toBe('abcd')
  end('a')
  expect([begun(), turns.waiting]).toEqual(['abcde', 0])
})

test('whoever takes long holds nobody up', () => {
  const { turns, ask, end, begun } = three()
  ask('a', 'b')
  vi.advanceTimersByTime(20)
  ask('c', 'd', 'e', 'f')
  expect(begun()).toBe('abc')
  vi.advanceTimersByTime(5)
  expect(begun(), 'a and b have had their time, c has not').toBe('abcde')
  end('a')
  expect(begun(), 'their late end makes no more room').toBe('abcde')
  vi.advanceTimersByTime(20)
  expect([begun(), turns.waiting]).toEqual(['abcdef', 0])
})

test('nobody waits for somebody who waits for them', () => {
  const { ask, begun } = three()
  // Each holds a turn and needs another one to come to its end.
  ask('a', 'b', 'c', 'A', 'B', 'C')
  vi.advanceTimersByTime(25)
  expect(begun()).toBe('abcABC')
})
