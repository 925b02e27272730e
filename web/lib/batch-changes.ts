import { limits } from '#contract/limits.ts'
import { type Change, parseChangeTopic } from '#contract/change-topics.ts'
import type { ChangeListener } from './event-stream.ts'

const idleDelayMs = 150
const busyDelayMs = 400
/**
 * Who was just answered waits a little longer, so that a lively team does not keep every page
 * asking.
 */
const busyWindowMs = 1_500

/**
 * Gathers what is heard for a moment (a random one, so that a thousand pages do not ask at once)
 * and hands it to `work`, one turn after the other. A page that nobody looks at waits until
 * somebody does.
 */
export function batchChanges(work: (changes: Change[] | null) => Promise<void>): {
  hear: ChangeListener
  stop: () => void
} {
  const changed = new Set<Change>()
  let missed = false
  let timer: number | undefined
  let running = false
  let last = -Infinity

  const turn = async () => {
    timer = undefined
    running = true
    const news = missed ? null : [...changed]
    missed = false
    changed.clear()
    // What fails is shown by the screens that asked; the next news are heard all the same.
    await work(news).catch(() => {})
    running = false
    last = performance.now()
    plan()
  }
  const plan = () => {
    if (timer !== undefined || running || document.hidden || (!missed && changed.size === 0)) return
    const wait = performance.now() - last < busyWindowMs ? busyDelayMs : idleDelayMs
    timer = window.setTimeout(() => void turn(), wait * (1 + Math.random()))
  }
  document.addEventListener('visibilitychange', plan)
  return {
    hear(changes) {
      if (!changes) missed = true
      // So much at once is one change of the whole.
      else
        for (const change of changes)
          changed.add(changed.size < limits.stream_changes_max ? change : parseChangeTopic(change))
      plan()
    },
    stop() {
      document.removeEventListener('visibilitychange', plan)
      window.clearTimeout(timer)
      changed.clear()
      missed = false
    },
  }
}
