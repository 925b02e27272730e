import pg from 'pg'
import { Refusal } from './errors.ts'
import { type Pulse, startPulse } from './pulse.ts'
import { openTurns, type Turn } from './turns.ts'

/**
 * So many wait for a connection at most; who comes then is told at once, before more pile up than
 * can be served in time.
 */
const waiting_max = 1_000
const unavailable = () => new Refusal([{ code: 'unavailable' }], 1)

export type Pool = {
  pool: pg.Pool
  pulse: Pulse | undefined
  waiting: () => number
  close: () => Promise<void>
}
export type PoolOptions = pg.PoolConfig & {
  /**
   * So many keep the database busy at a time (platform/turns.ts); without it as many as there are
   * connections.
   */
  at_once?: number | undefined
  /** Told when the database goes away and when it is back; without it nobody looks. */
  watch?: ((state: 'away' | 'back', reason?: string) => void) | undefined
}

/**
 * Connections that keep nobody waiting for what will not come: while the database is away, or when
 * too many wait, whoever asks is refused with `unavailable`, and so is who waits or works when it
 * goes away (decision 026).
 */
export function openPool({ watch, at_once, ...options }: PoolOptions): Pool {
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
    watch &&
    startPulse(options, {
      away(reason) {
        watch('away', reason)
        for (const refuse of waiting) refuse()
        // What is under way gets no answer any more; its transaction is rolled back when the
        // database finds the line cut.
        for (const client of open)
          (
            client as unknown as { connection: { stream: { destroy(error: Error): void } } }
          ).connection.stream.destroy(unavailable())
      },
      back: () => watch('back'),
    })
  const turns = openTurns(at_once ?? Infinity)
  const held = new WeakMap<pg.PoolClient, Turn>()
  pool.on('release', (_error, client) => {
    const turn = held.get(client)
    if (turn) turns.end(turn)
  })
  const connect = pool.connect.bind(pool)
  const queued = () => pool.waitingCount + turns.waiting
  function take(): Promise<pg.PoolClient> {
    if (pulse?.away() || queued() >= waiting_max) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      let given_up = false
      const refuse = () => {
        given_up = true
        reject(unavailable())
      }
      waiting.add(refuse)
      turns.take((turn) => {
        if (given_up) return turns.end(turn)
        connect((error, client) => {
          waiting.delete(refuse)
          if (error || !client) {
            turns.end(turn)
            reject(error ?? unavailable())
          } else {
            held.set(client, turn)
            if (given_up) client.release()
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
    const taken = take()
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
    pulse,
    waiting: queued,
    async close() {
      await Promise.all([pulse?.stop(), pool.end()])
    },
  }
}
