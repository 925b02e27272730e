import { performance } from 'node:perf_hooks'
import pg from 'pg'

/** Whether the database answers, found out by asking it all the time over a connection of its own, which no full pool holds up. */
export type Pulse = {
  /** It does not answer: whoever asks now is told so at once. */
  away(): boolean
  /** It has answered within the last second or so. */
  prompt(): boolean
  stop(): Promise<void>
}
type Told = { away: (reason: string) => void; back: () => void }

const beat_ms = 250
const connect_ms = 2_000
/** No answer for so long: not `prompt` any more. */
const prompt_ms = 1_000
/** No answer for so long: away. Long enough for a machine that is busy, short enough for people who wait. */
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
  let last = performance.now()

  function lose(reason: string): void {
    if (away || stopped) return
    away = true
    told.away(reason)
  }
  function hear(): void {
    silent_ms = 0
    if (!away || stopped) return
    away = false
    told.back()
  }
  function drop(): void {
    const old = client
    client = undefined
    // A silent server would never say goodbye.
    void old?.end().catch(() => {})
    ;(old as { connection?: { stream?: { destroy(): void } } } | undefined)?.connection?.stream?.destroy()
  }
  async function ask(): Promise<void> {
    try {
      if (!client) {
        const next = new pg.Client({ ...options, connectionTimeoutMillis: connect_ms })
        next.on('error', () => { if (client === next) client = undefined })
        client = next
        await next.connect()
      }
      await client.query('select 1')
      hear()
    } catch (error) {
      drop()
      const { code, message } = error as { code?: string; message: string }
      // Being cut off may be over at the next try; only who cannot get in at all knows that nobody is there.
      if (code === full) hear()
      else if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === '57P03') lose(message)
    }
  }
  const timer = setInterval(() => {
    const now = performance.now()
    // A process that was busy itself has not listened: that is no silence of the database.
    silent_ms += Math.min(now - last, 2 * beat_ms)
    last = now
    if (silent_ms > patience_ms) {
      lose('no answer')
      drop()
    }
    asking ??= ask().finally(() => { asking = undefined })
  }, beat_ms)
  timer.unref()
  asking = ask().finally(() => { asking = undefined })

  return {
    away: () => away,
    prompt: () => !away && silent_ms <= prompt_ms,
    async stop() {
      stopped = true
      clearInterval(timer)
      drop()
      await asking?.catch(() => {})
    },
  }
}
