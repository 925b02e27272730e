// The server within the process of a benchmark, over one connection whose reads can be counted.
import pg from 'pg'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { closeServices, createServices } from '#server/services.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { watchStatements } from './watch-statements.ts'

type Reply = { status: number; bytes: number; body: string }
export type BenchApp = {
  app: Awaited<ReturnType<typeof buildApp>>
  services: Awaited<ReturnType<typeof createServices>>
  /** Calls the API with GET, or with a body by POST or PUT; `path` follows `/api`. */
  call(token: string, path: string, body?: object, method?: 'POST' | 'PUT'): Promise<Reply>
  /** Returns the number of pages read in the database so far. */
  countBuffers(): Promise<number>
  /** Returns the number of statements sent to the database so far. */
  countStatements(): number
  close(): Promise<void>
}

/** Starts the server in this process, without rate limits and outside services. */
export async function openBenchApp(ownerUrl: string, dataDir: string): Promise<BenchApp> {
  const countStatements = watchStatements()
  const services = await createServices(
    {
      ...readConfig({
        DATA_DIR: dataDir,
        SECRET: 'a-secret-for-benchmarks-0123456789',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        BILLING: 'off',
        GIFT_CARDS: 'off',
      }),
      ownerUrl,
    },
    {
      // One connection: its statistics are flushed before each read of the counter.
      db: connectDatabase({ url: ownerUrl, maxConnections: 1 }),
      jobs: {
        send: () => Promise.resolve(),
        work: () => Promise.resolve(),
        workDeadLetters: () => Promise.resolve(),
        stop: () => Promise.resolve(),
      },
    },
  )
  const app = await buildApp(services, { check_outputs: false })
  await app.ready()
  const counter = new pg.Client({ connectionString: ownerUrl.replace(/\/laurel\?/, '/postgres?') })
  await counter.connect()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    services.db.global,
  )
  return {
    app,
    services,
    countStatements,
    async call(token, path, body, method = 'POST') {
      const response = await app.inject({
        method: body ? method : 'GET',
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body ? { payload: body } : {}),
      })
      return {
        status: response.statusCode,
        bytes: response.rawPayload.length,
        body: response.body,
      }
    },
    async countBuffers() {
      await sql`select pg_stat_force_next_flush()`.execute(services.db.global)
      await sql`select 1`.execute(services.db.global)
      const found = await counter.query<{ n: string }>(
        'select blks_hit + blks_read as n from pg_stat_database where datname = $1',
        [rows[0]?.name],
      )
      return Number(found.rows[0]?.n)
    },
    async close() {
      await app.close()
      await closeServices(services)
      await counter.end()
    },
  }
}
