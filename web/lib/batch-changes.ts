import { limits } from '#contract/limits.ts'
import { type Change, parseChangeTopic } from '#contract/change-topics.ts'
import type { ChangeListener } from './event-stream.ts'

const idleDelayMs = 150
const busyDelayMs = 400
/**
 * A page that refetched within this window waits longer, so a busy team does not cause constant
 * refetching.
 */
const busyWindowMs = 1_500

/**
 * Collects changes for a short random delay, so that a thousand pages do not refetch at once, and
 * passes them to `work`. Calls of `work` never overlap. A hidden page waits until it becomes
 * visible.
 */
export function batchChanges(work: (changes: Change[] | null) => Promise<void>): {
  add: ChangeListener
  stop: () => void
} {
  const changed = new Set<Change>()
  let missed = false
  let timer: number | undefined
  let running = false
  let lastFlushAt = -Infinity

  const flush = async () => {
    timer = undefined
    running = true
    const batch = missed ? null : [...changed]
    missed = false
    changed.clear()
    // The screens show the error of a failed refetch; the next batch runs anyway.
    await work(batch).catch(() => {})
    running = false
    lastFlushAt = performance.now()
    schedule()
  }
  const schedule = () => {
    if (timer !== undefined || running || document.hidden || (!missed && changed.size === 0)) return
    const delayMs = performance.now() - lastFlushAt < busyWindowMs ? busyDelayMs : idleDelayMs
    timer = window.setTimeout(() => void flush(), delayMs * (1 + Math.random()))
  }
  document.addEventListener('visibilitychange', schedule)
  return {
    add(changes) {
      if (!changes) missed = true
      // Above the limit, single ids collapse into their topic.
      else
        for (const change of changes)
          changed.add(changed.size < limits.stream_changes_max ? change : parseChangeTopic(change))
      schedule()
    },
    stop() {
      document.removeEventListener('visibilitychange', schedule)
      window.clearTimeout(timer)
      changed.clear()
      missed = false
    },
  }
}
