import { type CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { throwRefusal, isTransactionConflict } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { createPool, type PoolOptions } from './pool.ts'
import type { Tables } from './tables.generated.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Db = Kysely<Tables>
/**
 * A transaction in which one workspace (or one account) is set. Queries outside of one see no
 * tenant's row.
 */
export type Trx = Transaction<Tables>

/** A statement that each connection parses once, by its name. */
export type NamedStatement = { name: string; text: string; values: unknown[] }

export type Database = {
  /** Tables without a tenant alone (accounts, codes, sessions): no workspace is set here. */
  global: Db
  /**
   * Runs `work` in one transaction that sees exactly this workspace. Rolled back whole when it
   * throws. Queries that do not need each other may be asked together (Promise.all, of single
   * statements): they go out in one round trip. Done again from its beginning when it collided with
   * another one (deadlock): it changes nothing outside of the database.
   */
  tenant<T>(workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction that sees the account's own memberships, and no more. */
  account<T>(accountId: string, work: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * One reading query of one workspace: begin, workspace, query and commit go out together, in one
   * round trip.
   */
  read<R>(workspaceId: string, query: CompiledQuery<R>): Promise<R[]>
  /**
   * As `read`, behind a call of ours that opens the walls of a workspace by itself, or leaves them
   * closed: both in one round trip.
   */
  readAfter<F extends pg.QueryResultRow, R>(
    first: NamedStatement,
    query: CompiledQuery<R>,
  ): Promise<[F[], R[]]>
  /**
   * A statement that sets its workspace by itself (our SQL functions). Named: parsed once for each
   * connection.
   */
  call<R extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<R[]>
  /** Connections there are, those at rest, and who waits for one. */
  connectionStats(): { total: number; idle: number; waiting: number }
  /** Whether the database answers within a second. */
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
 * The options every connection of the server starts with: it acts as laurel_app, which owns
 * nothing.
 */
export function connectionOptions(options: DatabaseOptions): pg.PoolConfig {
  return {
    connectionString: options.url,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: options.application ?? 'laurel',
    options: `-c role=laurel_app -c timezone=UTC -c statement_timeout=${options.statement_timeout_ms ?? 15_000} -c idle_in_transaction_session_timeout=30000 -c jit=off`,
  }
}

/**
 * Throws where the start-up options did not arrive: a pooler may drop them, and options in the
 * address itself replace them. The server would then act as the schema's owner, with points for
 * everybody to write.
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

/**
 * Whether the database runs on this machine, as the one does that we start ourselves: its cores are
 * ours.
 */
function isOnThisMachine(url: string): boolean {
  const { host } = new pg.Client(url)
  return host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host)
}

const attemptsMax = 5
const responseTimeoutMs = 1_000

const kyselyByClient = new WeakMap<pg.PoolClient, Trx>()
/**
 * A Kysely that speaks over one connection already taken, inside a transaction already begun: one
 * for each connection.
 */
function kyselyOn(client: pg.PoolClient): Trx {
  const known = kyselyByClient.get(client)
  if (known) return known
  const borrowed = {
    connect: () => Promise.resolve({ query: client.query.bind(client), release: () => {} }),
    end: () => Promise.resolve(),
    options: {},
  }
  const speaker = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: borrowed as never }),
  }) as Trx
  kyselyByClient.set(client, speaker)
  return speaker
}

export function connectDatabase(options: DatabaseOptions): Database {
  const atOnce = isOnThisMachine(options.url) ? availableParallelism() * 4 : undefined
  const { pool, heartbeat, waitingCount, close } = createPool({
    ...connectionOptions(options),
    pipeline: true,
    onStateChange: options.onStateChange,
    maxConcurrent: atOnce,
  } as PoolOptions)
  const global = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  /**
   * Lends a connection on which a transaction is begun. Rolled back when `work`, which commits,
   * throws.
   */
  async function withConnection<T>(
    begin: string,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    // Nobody waits here: this travels with the first query of the work.
    const begun = client.query(begin)
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
  /** The id is a checked UUID, so it may stand in the text. */
  function beginStatement(begin: string, setting: string, id: string): string {
    if (!isUuid(id)) throwRefusal('not_found')
    return `${begin}; set local ${setting} = '${id}'`
  }
  const scoped = <T>(setting: string, id: string, work: (trx: Trx) => Promise<T>) =>
    retryOnConflict(async () =>
      withConnection(beginStatement('begin', setting, id), async (client) => {
        const result = await work(kyselyOn(client))
        await client.query('commit')
        return result
      }),
    )

  return {
    global,
    tenant: (workspaceId, work) => scoped('laurel.workspace', workspaceId, work),
    account: (accountId, work) => scoped('laurel.account', accountId, work),
    read: async <R>(workspaceId: string, query: CompiledQuery<R>) =>
      withConnection(
        beginStatement('begin read only', 'laurel.workspace', workspaceId),
        async (client) => {
          const [result] = await Promise.all([
            client.query(toNamedStatement(query)),
            client.query('commit'),
          ])
          return result.rows as R[]
        },
      ),
    readAfter: <F extends pg.QueryResultRow, R>(first: NamedStatement, query: CompiledQuery<R>) =>
      withConnection('begin read only', async (client) => {
        const [before, result] = await Promise.all([
          client.query<F>(first),
          client.query(toNamedStatement(query)),
          client.query('commit'),
        ])
        return [before.rows, result.rows as R[]] as [F[], R[]]
      }),
    async call<R extends pg.QueryResultRow>(
      name: string,
      text: string,
      values: unknown[],
    ): Promise<R[]> {
      return (await retryOnConflict(() => pool.query<R>({ name, text, values }))).rows
    },
    connectionStats: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: waitingCount(),
    }),
    async isResponsive() {
      if (heartbeat) return heartbeat.isResponsive()
      const limit = new AbortController()
      const late = sleep(responseTimeoutMs, false, { signal: limit.signal }).catch(() => false)
      return Promise.race([
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
        late,
      ]).finally(() => limit.abort())
    },
    close,
  }
}

/**
 * Work that collided with other work is rolled back whole: it is done again, a few times, after a
 * moment of chance.
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

/**
 * A short stable name for a statement, so that each connection parses it once. Bounded: our
 * statements are few.
 */
const statementNames = new Map<string, string>()
function statementNameFor(sql: string): string | undefined {
  let name = statementNames.get(sql)
  if (!name && statementNames.size < 500)
    statementNames.set(sql, (name = `read_${statementNames.size}`))
  return name
}
const toNamedStatement = (query: CompiledQuery) => ({
  name: statementNameFor(query.sql),
  text: query.sql,
  values: [...query.parameters],
})
