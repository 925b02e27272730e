import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimiter, type Slot } from './concurrency-limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a limiter with three slots and named callers. */
function three() {
  const limiter = createLimiter(3, () => Date.now())
  const held = new Map<string, Slot>()
  const ask = (...names: string[]) => {
    for (const name of names)
      limiter.acquire((slot) => {
        held.set(name, slot)
      })
  }
  const end = (name: string) => {
    const slot = held.get(name)
    if (slot) limiter.release(slot)
  }
  return { limiter, ask, end, begun: () => [...held.keys()].join('') }
}

test('runs the maximum at a time and the others in order of arrival', () => {
  const { limiter, ask, end, begun } = three()
  ask('a', 'b', 'c', 'd', 'e')
  expect([begun(), limiter.waiting]).toEqual(['abc', 2])
  end('b')
  expect([begun(), limiter.waiting]).toEqual(['abcd', 1])
  end('b')
  expect(begun(), 'ended twice is ended once').toBe('abcd')
  end('a')
  expect([begun(), limiter.waiting]).toEqual(['abcde', 0])
})

test('stops counting a slot that is held too long', () => {
  const { limiter, ask, end, begun } = three()
  ask('a', 'b')
  vi.advanceTimersByTime(20)
  ask('c', 'd', 'e', 'f')
  expect(begun()).toBe('abc')
  vi.advanceTimersByTime(5)
  expect(begun(), 'a and b have had their time, c has not').toBe('abcde')
  end('a')
  expect(begun(), 'their late end makes no more room').toBe('abcde')
  vi.advanceTimersByTime(20)
  expect([begun(), limiter.waiting]).toEqual(['abcdef', 0])
})

test('resolves a deadlock of holders that need another slot', () => {
  const { ask, begun } = three()
  // Each caller holds a slot and needs another one to finish.
  ask('a', 'b', 'c', 'A', 'B', 'C')
  vi.advanceTimersByTime(25)
  expect(begun()).toBe('abcABC')
})
