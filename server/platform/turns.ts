import { performance } from 'node:perf_hooks'

/**
 * The right to keep the database busy; who holds it longer than most need leaves it to others, and
 * goes on beside them.
 */
export type Turn = { since: number }
export type Turns = {
  /**
   * Calls back at once where there is room, else when it is one's turn. First come, first served.
   */
  take(then: (turn: Turn) => void): void
  end(turn: Turn): void
  readonly waiting: number
}

/**
 * Nearly all statements are done in less; what takes longer (a report, an export) counts no more.
 */
const long_ms = 25

/**
 * Lets `at_once` work at a time. A database with two cores serves four statements sooner one after
 * another than twenty together; long ones hold nobody up, as each keeps its turn for `long_ms` at
 * most (decision 035).
 */
export function openTurns(at_once: number, now: () => number = () => performance.now()): Turns {
  /** In the order of their beginning. */
  const busy = new Set<Turn>()
  const queue: ((turn: Turn) => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function begin(then: (turn: Turn) => void): void {
    const turn = { since: now() }
    busy.add(turn)
    then(turn)
  }
  function next(): void {
    while (busy.size < at_once) {
      const then = queue.shift()
      if (!then) return
      begin(then)
    }
  }
  /** Those who take long make room, and the next look is when the oldest of the others would. */
  function look(): void {
    timer = undefined
    const time = now()
    for (const turn of busy) {
      if (time - turn.since < long_ms) break
      busy.delete(turn)
    }
    next()
    watch()
  }
  function watch(): void {
    const [oldest] = busy
    if (timer || !queue.length || !oldest) return
    timer = setTimeout(look, Math.max(oldest.since + long_ms - now(), 1))
  }

  return {
    take(then) {
      if (busy.size < at_once) return begin(then)
      queue.push(then)
      watch()
    },
    end(turn) {
      if (busy.delete(turn)) next()
    },
    get waiting() {
      return queue.length
    },
  }
}
