import { throwRefusal, Refusal } from '#server/platform/errors.ts'

export type FairQueueLimits = {
  maxConcurrent: number
  maxConcurrentPerKey: number
  maxWaiting: number
  maxWaitingPerKey: number
  waitMs: number
}
/** A slot is released exactly once; further calls do nothing. */
export type Release = () => void
export type FairQueue = {
  /**
   * Resolves with a slot. Throws too_many when the key has its share waiting, unavailable when the
   * queue is full or too slow.
   */
  acquire(key: string): Promise<Release>
  load: () => { running: number; waiting: number }
}

type Waiter = { tag: number; start: (release: Release) => void; timer: NodeJS.Timeout }
type KeyQueue = { running: number; waiting: Waiter[]; lastTag: number }

const retryAfterS = 5

/**
 * Creates a queue with a line for each key (start-time fair queueing): the nth job of a line has a
 * tag n above the tag of the job that started last, and free slots go to the smallest tag. So a
 * long line delays no other key.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const lines = new Map<string, KeyQueue>()
  let [running, waiting, startedTag] = [0, 0, 0]

  const nextTag = (line: KeyQueue) => (line.lastTag = Math.max(startedTag, line.lastTag) + 1)
  function begin(key: string, line: KeyQueue, tag: number): Release {
    running += 1
    line.running += 1
    startedTag = Math.max(startedTag, tag)
    lines.set(key, line)
    let released = false
    return () => {
      if (released) return
      released = true
      running -= 1
      line.running -= 1
      startNext()
      dropIdle(key, line)
    }
  }
  function dropIdle(key: string, line: KeyQueue): void {
    if (!line.running && !line.waiting.length) lines.delete(key)
  }
  function startNext(): void {
    while (running < limits.maxConcurrent) {
      let next: { key: string; line: KeyQueue; waiter: Waiter } | undefined
      for (const [key, line] of lines) {
        const [waiter] = line.waiting
        if (
          waiter &&
          line.running < limits.maxConcurrentPerKey &&
          (!next || waiter.tag < next.waiter.tag)
        )
          next = { key, line, waiter }
      }
      if (!next) return
      next.line.waiting.shift()
      waiting -= 1
      clearTimeout(next.waiter.timer)
      next.waiter.start(begin(next.key, next.line, next.waiter.tag))
    }
  }
  function removeTimedOut(key: string, line: KeyQueue, waiter: Waiter): void {
    line.waiting.splice(line.waiting.indexOf(waiter), 1)
    waiting -= 1
    dropIdle(key, line)
  }

  return {
    async acquire(key) {
      const line = lines.get(key) ?? { running: 0, waiting: [], lastTag: 0 }
      if (running < limits.maxConcurrent && line.running < limits.maxConcurrentPerKey)
        return begin(key, line, nextTag(line))
      if (line.waiting.length >= limits.maxWaitingPerKey)
        throwRefusal('too_many', { retry_after_s: retryAfterS })
      if (waiting >= limits.maxWaiting) throwRefusal('unavailable', { retry_after_s: retryAfterS })
      lines.set(key, line)
      const slot = Promise.withResolvers<Release>()
      const waiter: Waiter = {
        tag: nextTag(line),
        start: slot.resolve,
        timer: setTimeout(() => {
          removeTimedOut(key, line, waiter)
          slot.reject(new Refusal([{ code: 'unavailable' }], retryAfterS))
        }, limits.waitMs),
      }
      line.waiting.push(waiter)
      waiting += 1
      return slot.promise
    },
    load: () => ({ running, waiting }),
  }
}
