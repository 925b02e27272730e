import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Whether the database answers, found out by asking it all the time over a connection of its own,
 * which no full pool holds up.
 */
export type Pulse = {
  /** It does not answer: whoever asks now is told so at once. */
  away(): boolean
  /**
   * Whether it answers now, within a second: asked anew, as what it said a moment ago says nothing
   * of a line that has just been cut.
   */
  prompt(): Promise<boolean>
  stop(): Promise<void>
}
type Told = { away: (reason: string) => void; back: () => void }

const beat_ms = 250
/** No answer for so long: not `prompt` any more. */
const prompt_ms = 1_000
/**
 * No answer for so long: away. Long enough for a machine that is busy, short enough for people who
 * wait.
 */
const patience_ms = 3_000
/** SQLSTATE of a database that is there, though it has no place left for us. */
const full = '53300'

/** Begins to ask. `told` hears when the database goes away and when it is back. */
export function startPulse(options: pg.ClientConfig, told: Told): Pulse {
  let client: pg.Client | undefined
  let asking: Promise<void> | undefined
  let away = false
  let stopped = false
  let silent_ms = 0
  let asking_ms = 0
  let last = performance.now()
  let heard = 0

  function lose(reason: string): void {
    if (away || stopped) return
    away = true
    told.away(reason)
  }
  function hear(): void {
    silent_ms = 0
    heard = performance.now()
    if (!away || stopped) return
    away = false
    told.back()
  }
  function drop(): void {
    const old = client
    client = undefined
    asking = undefined
    // A silent server would never say goodbye.
    void old?.end().catch(() => {})
    ;(
      old as { connection?: { stream?: { destroy(): void } } } | undefined
    )?.connection?.stream?.destroy()
  }
  async function ask(): Promise<void> {
    let own = client
    try {
      if (!own) {
        own = client = new pg.Client({ ...options, connectionTimeoutMillis: patience_ms })
        own.on('error', () => {
          if (client === own) client = undefined
        })
        await own.connect()
      }
      await own.query('select 1')
      if (client === own) hear()
    } catch (error) {
      // Of one that was given up nothing more is heard; some clients never even fail.
      if (client !== own && client) return
      drop()
      const { code, message } = error as { code?: string; message: string }
      // Being cut off may be over at the next try; only who cannot get in at all knows that nobody
      // is there.
      if (code === full) hear()
      else if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === '57P03') lose(message)
    }
  }
  function beat(): void {
    if (asking) return
    asking_ms = 0
    const own = ask().finally(() => {
      if (asking === own) asking = undefined
    })
    asking = own
  }
  const timer = setInterval(() => {
    const now = performance.now()
    // A process that was busy itself has not listened: that is no silence of the database.
    const passed = Math.min(now - last, 2 * beat_ms)
    last = now
    silent_ms += passed
    asking_ms += passed
    if (silent_ms > patience_ms) lose('no answer')
    // Each try has its time, so that a slow database is heard at last.
    if (asking_ms > patience_ms) drop()
    beat()
  }, beat_ms)
  timer.unref()
  beat()

  return {
    away: () => away,
    async prompt() {
      const asked = performance.now()
      const over = new AbortController()
      const late = sleep(prompt_ms, undefined, { signal: over.signal }).catch(() => {})
      // A line that was cut is opened anew once more within the second.
      while (!away && !stopped && heard < asked && performance.now() - asked < prompt_ms) {
        beat()
        await Promise.race([asking, late])
        if (heard < asked) await Promise.race([sleep(beat_ms / 5), late])
      }
      over.abort()
      return !away && heard >= asked
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      drop()
    },
  }
}
