import { expect, test } from 'vitest'
import type { Refusal } from '#server/platform/errors.ts'
import { createFairQueue, type Release } from './fair-queue.ts'

const limits = {
  maxConcurrent: 2,
  maxConcurrentPerKey: 1,
  maxWaiting: 5,
  maxWaitingPerKey: 2,
  waitMs: 10_000,
}
const codeOf = (acquired: Promise<Release>) =>
  acquired.then(
    () => 'slot',
    (error: Refusal) => [error.list[0]?.code, error.retry_after_s],
  )
const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** Creates a queue and records the order in which keys get slots. */
function observed(over: Partial<typeof limits> = {}) {
  const queue = createFairQueue({ ...limits, ...over })
  const order: string[] = []
  const releases = new Map<string, Release>()
  return {
    queue,
    order,
    releases,
    take: (key: string, name = key) => {
      const slot = queue.acquire(key).then((release) => {
        order.push(name)
        releases.set(name, release)
      })
      slot.catch(() => {})
      return slot
    },
  }
}

test('never gives a key more than its share of slots', async () => {
  const { queue, order, take } = observed()
  void take('a', 'a1')
  void take('a', 'a2')
  void take('b')
  await settled()
  expect(order).toEqual(['a1', 'b'])
  expect(queue.load()).toEqual({ running: 2, waiting: 1 })
})

test('shares free slots among keys whatever the length of their queues', async () => {
  const { order, releases, take } = observed({ maxConcurrent: 1 })
  for (const name of ['a1', 'a2', 'a3']) void take('a', name)
  for (const name of ['b1', 'b2']) void take('b', name)
  await settled()
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
    releases.get(name)?.()
    await settled()
  }
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

test('refuses a key with a full queue and all keys at the total limit', async () => {
  const { queue, take } = observed()
  for (let n = 0; n < 3; n += 1) void take('a')
  expect(await codeOf(queue.acquire('a'))).toEqual(['too_many', 5])
  for (let n = 0; n < 3; n += 1) void take('b')
  void take('c')
  expect(await codeOf(queue.acquire('d'))).toEqual(['unavailable', 5])
})

test('refuses a job that waited too long and removes it', async () => {
  const { queue, releases, take } = observed({ waitMs: 20 })
  await take('a', 'a1')
  expect(await codeOf(queue.acquire('a'))).toEqual(['unavailable', 5])
  releases.get('a1')?.()
  expect(queue.load()).toEqual({ running: 0, waiting: 0 })
})

test('frees a slot once when it is released twice', async () => {
  const { queue, releases, take } = observed()
  await take('a')
  releases.get('a')?.()
  releases.get('a')?.()
  expect(queue.load()).toEqual({ running: 0, waiting: 0 })
})
