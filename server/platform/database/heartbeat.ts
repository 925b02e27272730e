import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Whether the database answers, found out by asking it all the time over a connection of its own,
 * which no full pool holds up.
 */
export type Heartbeat = {
  /** It does not answer: whoever asks now is told so at once. */
  isDown(): boolean
  /**
   * Whether it answers now, within a second: asked anew, as what it said a moment ago says nothing
   * of a line that has just been cut.
   */
  isResponsive(): Promise<boolean>
  stop(): Promise<void>
}
type HeartbeatListener = { onDown: (reason: string) => void; onUp: () => void }

const intervalMs = 250
/** No answer for so long: not `prompt` any more. */
const responsiveWithinMs = 1_000
/**
 * No answer for so long: away. Long enough for a machine that is busy, short enough for people who
 * wait.
 */
const downAfterMs = 3_000
/** SQLSTATE of a database that is there, though it has no place left for us. */
const tooManyConnectionsState = '53300'

/** Begins to ask. `told` hears when the database goes away and when it is back. */
export function startHeartbeat(options: pg.ClientConfig, told: HeartbeatListener): Heartbeat {
  let client: pg.Client | undefined
  let asking: Promise<void> | undefined
  let away = false
  let stopped = false
  let silentMs = 0
  let askingMs = 0
  let last = performance.now()
  let heard = 0

  function markDown(reason: string): void {
    if (away || stopped) return
    away = true
    told.onDown(reason)
  }
  function markUp(): void {
    silentMs = 0
    heard = performance.now()
    if (!away || stopped) return
    away = false
    told.onUp()
  }
  function closeConnection(): void {
    const old = client
    client = undefined
    asking = undefined
    // A silent server would never say goodbye.
    void old?.end().catch(() => {})
    ;(
      old as { connection?: { stream?: { destroy(): void } } } | undefined
    )?.connection?.stream?.destroy()
  }
  async function probe(): Promise<void> {
    let own = client
    try {
      if (!own) {
        own = client = new pg.Client({ ...options, connectionTimeoutMillis: downAfterMs })
        own.on('error', () => {
          if (client === own) client = undefined
        })
        await own.connect()
      }
      await own.query('select 1')
      if (client === own) markUp()
    } catch (error) {
      // Of one that was given up nothing more is heard; some clients never even fail.
      if (client !== own && client) return
      closeConnection()
      const { code, message } = error as { code?: string; message: string }
      // Being cut off may be over at the next try; only who cannot get in at all knows that nobody
      // is there.
      if (code === tooManyConnectionsState) markUp()
      else if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === '57P03') markDown(message)
    }
  }
  function probeOnce(): void {
    if (asking) return
    askingMs = 0
    const own = probe().finally(() => {
      if (asking === own) asking = undefined
    })
    asking = own
  }
  const timer = setInterval(() => {
    const now = performance.now()
    // A process that was busy itself has not listened: that is no silence of the database.
    const passed = Math.min(now - last, 2 * intervalMs)
    last = now
    silentMs += passed
    askingMs += passed
    if (silentMs > downAfterMs) markDown('no answer')
    // Each try has its time, so that a slow database is heard at last.
    if (askingMs > downAfterMs) closeConnection()
    probeOnce()
  }, intervalMs)
  timer.unref()
  probeOnce()

  return {
    isDown: () => away,
    async isResponsive() {
      const asked = performance.now()
      const over = new AbortController()
      const late = sleep(responsiveWithinMs, undefined, { signal: over.signal }).catch(() => {})
      // A line that was cut is opened anew once more within the second.
      while (!away && !stopped && heard < asked && performance.now() - asked < responsiveWithinMs) {
        probeOnce()
        await Promise.race([asking, late])
        if (heard < asked) await Promise.race([sleep(intervalMs / 5), late])
      }
      over.abort()
      return !away && heard >= asked
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      closeConnection()
    },
  }
}
