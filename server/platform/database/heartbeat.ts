import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * The state of the database, probed continuously over a separate connection, which a full pool
 * cannot block.
 */
export type Heartbeat = {
  /** Returns whether the database is considered down; new requests fail at once. */
  isDown(): boolean
  /**
   * Returns whether the database answers a new probe within a second. The previous answer says
   * nothing about a connection that was just cut.
   */
  isResponsive(): Promise<boolean>
  stop(): Promise<void>
}
type HeartbeatListener = { onDown: (reason: string) => void; onUp: () => void }

const intervalMs = 250
/** Without an answer for this long, `isResponsive` returns false. */
const responsiveWithinMs = 1_000
/**
 * Without an answer for this long, the database is down. Long enough for a busy machine, short
 * enough for waiting users.
 */
const downAfterMs = 3_000
/** SQLSTATE of a running database without a free connection. */
const tooManyConnectionsState = '53300'

type Prober = {
  /** Starts a probe, unless one is running. */
  probe(): void
  /** Resolves when the running probe has ended. */
  wait(): Promise<void> | undefined
  /** Abandons the running probe with its connection. */
  close(): void
}

/**
 * Creates a prober with a connection of its own. `onAnswer` is called when the database answers,
 * `onRefused` when no server accepts connections.
 */
function createProber(
  options: pg.ClientConfig,
  onAnswer: () => void,
  onRefused: (reason: string) => void,
): Prober {
  let client: pg.Client | undefined
  let probing: Promise<void> | undefined

  function close(): void {
    const old = client
    client = undefined
    probing = undefined
    // A silent server would never confirm the end of the connection.
    void old?.end().catch(() => {})
    ;(
      old as { connection?: { stream?: { destroy(): void } } } | undefined
    )?.connection?.stream?.destroy()
  }
  async function queryOnce(): Promise<void> {
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
      if (client === own) onAnswer()
    } catch (error) {
      // An abandoned connection may fail late or never; ignore its result.
      if (client !== own && client) return
      close()
      const { code, message } = error as { code?: string; message: string }
      // A cut connection may work at the next attempt. Only a refused connection proves that no
      // server listens.
      if (code === tooManyConnectionsState) onAnswer()
      else if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === '57P03') onRefused(message)
    }
  }
  return {
    probe() {
      if (probing) return
      const own = queryOnce().finally(() => {
        if (probing === own) probing = undefined
      })
      probing = own
    },
    wait: () => probing,
    close,
  }
}

/** Starts the heartbeat. `listener` is called when the database goes down and when it is back. */
export function startHeartbeat(options: pg.ClientConfig, listener: HeartbeatListener): Heartbeat {
  let down = false
  let stopped = false
  let silentMs = 0
  let probingMs = 0
  let lastTick = performance.now()
  let answeredAt = 0

  function markDown(reason: string): void {
    if (down || stopped) return
    down = true
    listener.onDown(reason)
  }
  function markUp(): void {
    silentMs = 0
    answeredAt = performance.now()
    if (!down || stopped) return
    down = false
    listener.onUp()
  }
  const prober = createProber(options, markUp, markDown)
  function probeOnce(): void {
    if (prober.wait()) return
    probingMs = 0
    prober.probe()
  }
  const timer = setInterval(() => {
    const now = performance.now()
    // Time our own event loop was blocked does not count as database silence.
    const elapsed = Math.min(now - lastTick, 2 * intervalMs)
    lastTick = now
    silentMs += elapsed
    probingMs += elapsed
    if (silentMs > downAfterMs) markDown('no answer')
    // Every probe has a time limit of its own, so that a slow database can still answer one.
    if (probingMs > downAfterMs) prober.close()
    probeOnce()
  }, intervalMs)
  timer.unref()
  probeOnce()

  return {
    isDown: () => down,
    async isResponsive() {
      const askedAt = performance.now()
      const limit = new AbortController()
      const late = sleep(responsiveWithinMs, undefined, { signal: limit.signal }).catch(() => {})
      // A cut connection gets another attempt within the second.
      while (
        !down &&
        !stopped &&
        answeredAt < askedAt &&
        performance.now() - askedAt < responsiveWithinMs
      ) {
        probeOnce()
        await Promise.race([prober.wait(), late])
        if (answeredAt < askedAt) await Promise.race([sleep(intervalMs / 5), late])
      }
      limit.abort()
      return !down && answeredAt >= askedAt
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      prober.close()
    },
  }
}
