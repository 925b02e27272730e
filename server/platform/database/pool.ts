import pg from 'pg'
import { Refusal } from '#server/platform/errors.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { type ConcurrencyLimiter, createLimiter, type Slot } from './concurrency-limit.ts'

/**
 * Maximum number of requests waiting for a connection. More could not be served in time, so they
 * fail at once.
 */
const queueMax = 1_000
const createUnavailableRefusal = () => new Refusal([{ code: 'unavailable' }], 1)

export type Pool = {
  pool: pg.Pool
  heartbeat: Heartbeat | undefined
  waitingCount: () => number
  close: () => Promise<void>
}
export type PoolOptions = pg.PoolConfig & {
  /**
   * Maximum number of connections that keep the database busy (concurrency-limit.ts). Default: no
   * limit besides the pool's.
   */
  maxConcurrent?: number | undefined
  /** Called when the database goes down and when it is back. Without it there is no heartbeat. */
  onStateChange?: ((state: 'away' | 'back', reason?: string) => void) | undefined
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void

/**
 * Replaces `pool.connect`: a connection also needs a slot of the limiter. Fails at once while
 * `isUnavailable`. `waiting` holds a function for each waiting request that refuses it.
 */
function limitConnections(
  pool: pg.Pool,
  limiter: ConcurrencyLimiter,
  waiting: Set<() => void>,
  isUnavailable: () => boolean,
): void {
  const slots = new WeakMap<pg.PoolClient, Slot>()
  pool.on('release', (_error, client) => {
    const slot = slots.get(client)
    if (slot) limiter.release(slot)
  })
  const connect = pool.connect.bind(pool)
  function acquire(): Promise<pg.PoolClient> {
    if (isUnavailable()) return Promise.reject(createUnavailableRefusal())
    return new Promise((resolve, reject) => {
      let refused = false
      const refuse = () => {
        refused = true
        reject(createUnavailableRefusal())
      }
      waiting.add(refuse)
      limiter.acquire((slot) => {
        if (refused) return limiter.release(slot)
        connect((error, client) => {
          waiting.delete(refuse)
          if (error || !client) {
            limiter.release(slot)
            reject(error ?? createUnavailableRefusal())
          } else {
            slots.set(client, slot)
            if (refused) client.release()
            else resolve(client)
          }
        })
      })
    })
  }
  pool.connect = ((done?: ConnectCallback) => {
    const acquired = acquire()
    if (!done) return acquired
    return void acquired.then(
      (client) => {
        done(undefined, client, client.release.bind(client))
      },
      (error: Error) => {
        done(error, undefined, () => {})
      },
    )
  }) as pg.Pool['connect']
}

/**
 * Creates a pool that fails fast. While the database is down or too many requests wait, new
 * requests fail with `unavailable`. Waiting and running ones fail when it goes down (decision 026).
 */
export function createPool({ onStateChange, maxConcurrent, ...options }: PoolOptions): Pool {
  const pool = new pg.Pool(options)
  // An idle connection that dies (a restarted database) is replaced at the next use. A busy one
  // fails its query.
  pool.on('error', () => {})
  const connections = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    connections.add(client)
  })
  pool.on('remove', (client) => connections.delete(client))

  const waiting = new Set<() => void>()
  const heartbeat =
    onStateChange &&
    startHeartbeat(options, {
      onDown(reason) {
        onStateChange('away', reason)
        for (const refuse of waiting) refuse()
        // Running queries get no answer any more. The database rolls back when it detects the cut
        // connection.
        for (const client of connections)
          (
            client as unknown as { connection: { stream: { destroy(error: Error): void } } }
          ).connection.stream.destroy(createUnavailableRefusal())
      },
      onUp: () => onStateChange('back'),
    })
  const limiter = createLimiter(maxConcurrent ?? Infinity)
  const waitingCount = () => pool.waitingCount + limiter.waiting
  limitConnections(
    pool,
    limiter,
    waiting,
    () => Boolean(heartbeat?.isDown()) || waitingCount() >= queueMax,
  )

  return {
    pool,
    heartbeat,
    waitingCount,
    async close() {
      await Promise.all([heartbeat?.stop(), pool.end()])
    },
  }
}
