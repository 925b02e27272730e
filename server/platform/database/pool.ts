import pg from 'pg'
import { Refusal } from '#server/platform/errors.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { createLimiter, type Slot } from './concurrency-limit.ts'

/**
 * So many wait for a connection at most; who comes then is told at once, before more pile up than
 * can be served in time.
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
   * So many keep the database busy at a time (platform/turns.ts); without it as many as there are
   * connections.
   */
  maxConcurrent?: number | undefined
  /** Told when the database goes away and when it is back; without it nobody looks. */
  onStateChange?: ((state: 'away' | 'back', reason?: string) => void) | undefined
}

/**
 * Connections that keep nobody waiting for what will not come: while the database is away, or when
 * too many wait, whoever asks is refused with `unavailable`, and so is who waits or works when it
 * goes away (decision 026).
 */
export function createPool({ onStateChange, maxConcurrent, ...options }: PoolOptions): Pool {
  const pool = new pg.Pool(options)
  // A connection that dies while idle (a restarted database) is replaced at the next use; at work,
  // its query says so.
  pool.on('error', () => {})
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    open.add(client)
  })
  pool.on('remove', (client) => open.delete(client))

  const waiting = new Set<() => void>()
  const pulse =
    onStateChange &&
    startHeartbeat(options, {
      onDown(reason) {
        onStateChange('away', reason)
        for (const refuse of waiting) refuse()
        // What is under way gets no answer any more; its transaction is rolled back when the
        // database finds the line cut.
        for (const client of open)
          (
            client as unknown as { connection: { stream: { destroy(error: Error): void } } }
          ).connection.stream.destroy(createUnavailableRefusal())
      },
      onUp: () => onStateChange('back'),
    })
  const turns = createLimiter(maxConcurrent ?? Infinity)
  const held = new WeakMap<pg.PoolClient, Slot>()
  pool.on('release', (_error, client) => {
    const turn = held.get(client)
    if (turn) turns.release(turn)
  })
  const connect = pool.connect.bind(pool)
  const queued = () => pool.waitingCount + turns.waiting
  function acquire(): Promise<pg.PoolClient> {
    if (pulse?.isDown() || queued() >= queueMax) return Promise.reject(createUnavailableRefusal())
    return new Promise((resolve, reject) => {
      let givenUp = false
      const refuse = () => {
        givenUp = true
        reject(createUnavailableRefusal())
      }
      waiting.add(refuse)
      turns.acquire((turn) => {
        if (givenUp) return turns.release(turn)
        connect((error, client) => {
          waiting.delete(refuse)
          if (error || !client) {
            turns.release(turn)
            reject(error ?? createUnavailableRefusal())
          } else {
            held.set(client, turn)
            if (givenUp) client.release()
            else resolve(client)
          }
        })
      })
    })
  }
  type Done = (
    error: Error | undefined,
    client: pg.PoolClient | undefined,
    release: (broken?: Error | boolean) => void,
  ) => void
  pool.connect = ((done?: Done) => {
    const taken = acquire()
    if (!done) return taken
    return void taken.then(
      (client) => {
        done(undefined, client, client.release.bind(client))
      },
      (error: Error) => {
        done(error, undefined, () => {})
      },
    )
  }) as pg.Pool['connect']

  return {
    pool,
    heartbeat: pulse,
    waitingCount: queued,
    async close() {
      await Promise.all([pulse?.stop(), pool.end()])
    },
  }
}
