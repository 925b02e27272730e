import { type CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { throwRefusal, isTransactionConflict } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { citusQuery } from './read-schema.ts'
import { createPool, type PoolOptions } from './pool.ts'
import {
  type FunctionCall,
  type NamedStatement,
  toNamedStatement,
  toSessionStatement,
} from './statements.ts'
import type { Tables } from './tables.generated.ts'
import { setTypeParsers } from './type-parsers.ts'

setTypeParsers()

export type Db = Kysely<Tables>
/**
 * A transaction scoped to one workspace (or one account). Queries outside of one see no tenant
 * rows.
 */
export type Trx = Transaction<Tables>

export type Database = {
  /** Access to tables without a tenant only (accounts, codes, sessions): no workspace is set. */
  global: Db
  /**
   * Runs `work` in one transaction that sees exactly this workspace, and rolls back when it throws.
   * Independent single statements may run together (Promise.all): they share one round trip. A
   * deadlock or serialization conflict retries the whole `work`, so it must have no effects outside
   * the database.
   */
  tenant<T>(workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one read-only transaction of a workspace. All of its statements see the same
   * snapshot, so a figure agrees with the rows that it sums.
   */
  readSnapshot<T>(workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction that sees the account's own memberships only. */
  account<T>(accountId: string, work: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * Runs one read-only query of one workspace: begin, workspace, query and commit share one round
   * trip.
   */
  read<R>(workspaceId: string, query: CompiledQuery<R>): Promise<R[]>
  /**
   * Like `read`, after an SQL function that itself sets the workspace or leaves it unset. Both
   * share one round trip.
   */
  readAfter<F extends pg.QueryResultRow, R>(
    first: NamedStatement,
    query: CompiledQuery<R>,
  ): Promise<[F[], R[]]>
  /**
   * Runs a reading SQL function that itself sets the workspace or leaves it unset, in a transaction
   * of its own: one round trip.
   */
  readFirst<F extends pg.QueryResultRow>(first: NamedStatement): Promise<F[]>
  /**
   * Runs a statement that sets its workspace itself (our SQL functions). Named: parsed once for
   * each connection.
   */
  call<R extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<R[]>
  /**
   * Calls a writing SQL function in the statement of a session, only if the row of the session has
   * this image. Returns undefined otherwise. Not on Citus, which runs a function on the node of its
   * workspace only as a statement of its own.
   */
  callInSession<R>(
    session: NamedStatement,
    image: string,
    call: FunctionCall,
  ): Promise<{ result: R } | undefined>
  /** Counts of open connections, idle connections and waiting requests. */
  connectionStats(): { total: number; idle: number; waiting: number }
  /** Returns whether the database answers within a second. */
  isResponsive: () => Promise<boolean>
  close(): Promise<void>
}

export type DatabaseOptions = {
  url: string
  maxConnections?: number
  statement_timeout_ms?: number
  application?: string
  onStateChange?: PoolOptions['onStateChange']
}

/**
 * Returns the options of every connection of the server: it acts as laurel_app, which owns nothing.
 * With the options of Citus, the workspace of a transaction reaches its node, and a query of several
 * nodes permits changes of reference tables afterwards. PostgreSQL alone ignores them. Parallel
 * workers are off: starting them takes longer than a statement of ours (decision 047).
 */
export function connectionOptions(options: DatabaseOptions): pg.PoolConfig {
  return {
    connectionString: options.url,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: options.application ?? 'laurel',
    options: `-c role=laurel_app -c timezone=UTC -c statement_timeout=${options.statement_timeout_ms ?? 15_000} -c idle_in_transaction_session_timeout=30000 -c jit=off -c max_parallel_workers_per_gather=0 -c citus.propagate_set_commands=local -c citus.multi_shard_modify_mode=sequential`,
  }
}

/**
 * Throws when the start-up options did not arrive: a pooler may drop them, and options in the URL
 * replace them. The server would then act as the schema's owner, with write access to all points.
 */
export async function assertAppRole({ global }: Pick<Database, 'global'>): Promise<void> {
  const {
    rows: [row],
  } = await sql<{
    role: string
    bounded: boolean
  }>`select current_user as role, current_setting('TimeZone') = 'UTC'
    and current_setting('statement_timeout') <> '0' as bounded`.execute(global)
  if (row?.role !== 'laurel_app' || !row.bounded) {
    throw new Error(
      `the options of the database's connections did not arrive (role ${row?.role}): behind a pooler DATABASE_URL needs the login of deploy/pgbouncer.sql`,
    )
  }
}

/** Returns whether the database has the extension Citus, which may distribute its tables. */
export async function isCitus({ global }: Pick<Database, 'global'>): Promise<boolean> {
  const { rows } = await sql.raw(citusQuery).execute(global)
  return rows.length > 0
}

/** Returns whether the database shares this machine's cores, as the embedded database does. */
function isOnThisMachine(url: string): boolean {
  const { host } = new pg.Client(url)
  return host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host)
}

const attemptsMax = 5
const responseTimeoutMs = 1_000

const kyselyByClient = new WeakMap<pg.ClientBase, Trx>()
/**
 * Returns a Kysely instance on a borrowed connection with an open transaction. Cached for each
 * connection.
 */
export function kyselyOn(client: pg.ClientBase): Trx {
  const cached = kyselyByClient.get(client)
  if (cached) return cached
  const borrowed = {
    connect: () => Promise.resolve({ query: client.query.bind(client), release: () => {} }),
    end: () => Promise.resolve(),
    options: {},
  }
  const instance = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: borrowed as never }),
  }) as Trx
  kyselyByClient.set(client, instance)
  return instance
}

/**
 * Lends a connection with an open transaction. Rolls back when `work` throws; `work` itself
 * commits.
 */
async function withConnection<T>(
  pool: pg.Pool,
  begin: string[],
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // Not awaited: `begin` shares the round trip of the first query. One by one, because Citus passes
  // SET LOCAL on with all of its query.
  const begun = Promise.all(begin.map((statement) => client.query(statement)))
  begun.catch(() => {})
  try {
    const result = await work(client)
    await begun
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}
/** Throws not_found unless the id is a UUID. Only then is it safe to interpolate. */
function beginStatements(begin: string, setting: string, id: string): string[] {
  if (!isUuid(id)) throwRefusal('not_found')
  return [begin, `set local ${setting} = '${id}'`]
}

/** Runs `work` in a transaction that it commits; a conflict repeats all of it. */
const runTransaction = <T>(
  pool: pg.Pool,
  begin: string[],
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  retryOnConflict(async () =>
    withConnection(pool, begin, async (client) => {
      const result = await work(kyselyOn(client))
      await client.query('commit')
      return result
    }),
  )

/** Sets the teams of an account for policies, which cannot query other tables on Citus. */
async function nameTeams(trx: Trx, accountId: string): Promise<void> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from users where account_id = ${accountId}`.execute(trx)
  const ids = rows.map((row) => row.workspace_id).join()
  await sql.raw(`set local laurel.workspaces = '${ids}'`).execute(trx)
}

/** Returns whether a query over the pool answers within a second. */
function answersInTime(pool: pg.Pool): Promise<boolean> {
  const limit = new AbortController()
  const timeout = sleep(responseTimeoutMs, false, { signal: limit.signal }).catch(() => false)
  return Promise.race([
    pool.query('select 1').then(
      () => true,
      () => false,
    ),
    timeout,
  ]).finally(() => limit.abort())
}

/** Returns the methods that take one round trip. */
const createRoundTrips = (
  pool: pg.Pool,
): Pick<Database, 'read' | 'readAfter' | 'readFirst' | 'call' | 'callInSession'> => ({
  read: async <R>(workspaceId: string, query: CompiledQuery<R>) =>
    withConnection(
      pool,
      beginStatements('begin read only', 'laurel.workspace', workspaceId),
      async (client) => {
        const [result] = await Promise.all([
          client.query(toNamedStatement(query)),
          client.query('commit'),
        ])
        return result.rows as R[]
      },
    ),
  readAfter: <F extends pg.QueryResultRow, R>(first: NamedStatement, query: CompiledQuery<R>) =>
    withConnection(pool, ['begin read only'], async (client) => {
      const [before, result] = await Promise.all([
        client.query<F>(first),
        client.query(toNamedStatement(query)),
        client.query('commit'),
      ])
      return [before.rows, result.rows as R[]] as [F[], R[]]
    }),
  readFirst: <F extends pg.QueryResultRow>(first: NamedStatement) =>
    withConnection(pool, ['begin read only'], async (client) => {
      const [{ rows }] = await Promise.all([client.query<F>(first), client.query('commit')])
      return rows
    }),
  async call<R extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<R[]> {
    return (await retryOnConflict(() => pool.query<R>({ name, text, values }))).rows
  },
  async callInSession<R>(session: NamedStatement, image: string, call: FunctionCall) {
    const statement = toSessionStatement(session, image, call)
    const { rows } = await retryOnConflict(() =>
      pool.query<{ is_same: boolean; result: R }>(statement),
    )
    return rows[0]?.is_same ? { result: rows[0].result } : undefined
  },
})

export function connectDatabase(options: DatabaseOptions): Database {
  const maxConcurrent = isOnThisMachine(options.url) ? availableParallelism() * 4 : undefined
  const { pool, heartbeat, waitingCount, close } = createPool({
    ...connectionOptions(options),
    pipeline: true,
    onStateChange: options.onStateChange,
    maxConcurrent,
  } as PoolOptions)
  const global = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  return {
    global,
    tenant: async (workspaceId, work) =>
      runTransaction(pool, beginStatements('begin', 'laurel.workspace', workspaceId), work),
    readSnapshot: async (workspaceId, work) =>
      runTransaction(
        pool,
        beginStatements(
          'begin isolation level repeatable read read only',
          'laurel.workspace',
          workspaceId,
        ),
        work,
      ),
    account: async (accountId, work) =>
      runTransaction(pool, beginStatements('begin', 'laurel.account', accountId), async (trx) => {
        await nameTeams(trx, accountId)
        return work(trx)
      }),
    ...createRoundTrips(pool),
    connectionStats: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: waitingCount(),
    }),
    isResponsive: () => (heartbeat ? heartbeat.isResponsive() : answersInTime(pool)),
    close,
  }
}

/**
 * Retries work that a deadlock or serialization conflict rolled back, after a random delay. Every
 * transaction uses it. p-retry takes a microsecond longer, and its delay has a lower bound.
 */
async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isTransactionConflict(error) || tries >= attemptsMax) throw error
      await sleep(Math.random() * 20 * 2 ** tries)
    }
  }
}
