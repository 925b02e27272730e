// No p-queue, which has priorities but no shares. Here each workspace has slots and a queue of its
// own, so that uploads of one team do not delay those of another.
import { throwRefusal, Refusal } from '#server/platform/errors.ts'

export type FairQueueLimits = {
  maxConcurrent: number
  maxConcurrentPerKey: number
  maxWaiting: number
  maxWaitingPerKey: number
  waitMs: number
}
/** Releases a slot exactly once; further calls have no effect. */
export type Release = () => void
export type FairQueue = {
  /**
   * Resolves with a slot. Throws too_many when the key's queue is full, unavailable when the whole
   * queue is full or the wait too long.
   */
  acquire(key: string): Promise<Release>
  load: () => { running: number; waiting: number }
}

type Waiter = { tag: number; start: (release: Release) => void; timer: NodeJS.Timeout }
type KeyQueue = { running: number; waiting: Waiter[]; lastTag: number }

const retryAfterS = 5

/** Returns the waiter with the smallest tag among the keys with a free slot. */
function findNextWaiter(
  queues: ReadonlyMap<string, KeyQueue>,
  maxConcurrentPerKey: number,
): { key: string; queue: KeyQueue; waiter: Waiter } | undefined {
  let next: { key: string; queue: KeyQueue; waiter: Waiter } | undefined
  for (const [key, queue] of queues) {
    const [waiter] = queue.waiting
    if (waiter && queue.running < maxConcurrentPerKey && (!next || waiter.tag < next.waiter.tag))
      next = { key, queue, waiter }
  }
  return next
}

/**
 * Creates a queue for each key (start-time fair queueing). The nth job of a key has a tag n above
 * the last started tag, and free slots take the smallest tag. So a long queue delays no other key.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const queues = new Map<string, KeyQueue>()
  let [running, waiting, startedTag] = [0, 0, 0]

  const nextTag = (queue: KeyQueue) => (queue.lastTag = Math.max(startedTag, queue.lastTag) + 1)
  function begin(key: string, queue: KeyQueue, tag: number): Release {
    running += 1
    queue.running += 1
    startedTag = Math.max(startedTag, tag)
    queues.set(key, queue)
    let released = false
    return () => {
      if (released) return
      released = true
      running -= 1
      queue.running -= 1
      startNext()
      dropIdle(key, queue)
    }
  }
  function dropIdle(key: string, queue: KeyQueue): void {
    if (!queue.running && !queue.waiting.length) queues.delete(key)
  }
  function startNext(): void {
    while (running < limits.maxConcurrent) {
      const next = findNextWaiter(queues, limits.maxConcurrentPerKey)
      if (!next) return
      next.queue.waiting.shift()
      waiting -= 1
      clearTimeout(next.waiter.timer)
      next.waiter.start(begin(next.key, next.queue, next.waiter.tag))
    }
  }
  function removeTimedOut(key: string, queue: KeyQueue, waiter: Waiter): void {
    queue.waiting.splice(queue.waiting.indexOf(waiter), 1)
    waiting -= 1
    dropIdle(key, queue)
  }

  return {
    async acquire(key) {
      const queue = queues.get(key) ?? { running: 0, waiting: [], lastTag: 0 }
      if (running < limits.maxConcurrent && queue.running < limits.maxConcurrentPerKey)
        return begin(key, queue, nextTag(queue))
      if (queue.waiting.length >= limits.maxWaitingPerKey)
        throwRefusal('too_many', { retry_after_s: retryAfterS })
      if (waiting >= limits.maxWaiting) throwRefusal('unavailable', { retry_after_s: retryAfterS })
      queues.set(key, queue)
      const slot = Promise.withResolvers<Release>()
      const waiter: Waiter = {
        tag: nextTag(queue),
        start: slot.resolve,
        timer: setTimeout(() => {
          removeTimedOut(key, queue, waiter)
          slot.reject(new Refusal([{ code: 'unavailable' }], retryAfterS))
        }, limits.waitMs),
      }
      queue.waiting.push(waiter)
      waiting += 1
      return slot.promise
    },
    load: () => ({ running, waiting }),
  }
}
