import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { format } from 'sql-formatter'
import type { Database, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/**
 * A call of a query function. `rows` are the results of its statements, in order; empty otherwise. A
 * writing statement affects as many rows as its result has.
 */
export type Example =
  | ((context: ExampleContext) => unknown)
  | { rows: readonly (readonly object[])[]; run: (context: ExampleContext) => unknown }
/**
 * Arguments of query functions: a transaction, the whole database, or a connection of the owner.
 */
export type ExampleContext = { trx: Trx; database: Database; owner: Pick<pg.Client, 'query'> }

class RecordingDriver extends DummyDriver {
  readonly statements: string[] = []
  readonly #rows: (readonly object[])[]

  constructor(rows: readonly (readonly object[])[]) {
    super()
    this.#rows = [...rows]
  }

  record(text: string): object[] {
    this.statements.push(text)
    return [...(this.#rows.shift() ?? [])]
  }

  override acquireConnection() {
    const record = (text: string) => this.record(text)
    return Promise.resolve({
      executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const rows = record(query.sql) as R[]
        return Promise.resolve({ rows, numAffectedRows: BigInt(rows.length) })
      },
      async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
        yield await Promise.resolve({ rows: record(query.sql) as R[] })
      },
    })
  }
}

/** Returns a database without a server: it records each statement and answers with `driver`'s rows. */
function createRecordingContext(driver: RecordingDriver): ExampleContext {
  const trx = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as Trx
  const database: Database = {
    global: trx,
    tenant: (_workspaceId, work) => work(trx),
    readSnapshot: (_workspaceId, work) => work(trx),
    account: (_accountId, work) => work(trx),
    read: <R>(_workspaceId: string, query: CompiledQuery<R>) =>
      Promise.resolve(driver.record(query.sql) as R[]),
    readAfter: <F, R>(first: { text: string }, query: CompiledQuery<R>) =>
      Promise.resolve([driver.record(first.text) as F[], driver.record(query.sql) as R[]]),
    readFirst: <F>(first: { text: string }) => Promise.resolve(driver.record(first.text) as F[]),
    callInSession: () => Promise.resolve(undefined),
    call: <R>(_name: string, text: string) => Promise.resolve(driver.record(text) as R[]),
    connectionStats: () => ({ total: 0, idle: 0, waiting: 0 }),
    isResponsive: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  }
  const owner = {
    query: (text: string) => {
      const rows = driver.record(text)
      return Promise.resolve({ rows, rowCount: rows.length })
    },
  } as unknown as ExampleContext['owner']
  return { trx, database, owner }
}

/** Returns the statements of a query that a function builds without running it. */
function compileResult(result: unknown): string[] {
  if (typeof result !== 'object' || result === null) return []
  if ('sql' in result && typeof result.sql === 'string') return [result.sql]
  if ('compile' in result && typeof result.compile === 'function')
    return [(result as { compile(): CompiledQuery }).compile().sql]
  return []
}

/**
 * Returns the formatted statements that a query function sends. A function may throw when the
 * example lacks rows that it needs; its statements until then are returned.
 */
export async function recordStatements(example: Example): Promise<string[]> {
  const { rows, run } = typeof example === 'function' ? { rows: [], run: example } : example
  const driver = new RecordingDriver(rows)
  const context = createRecordingContext(driver)
  try {
    const result: unknown = run(context)
    driver.statements.push(...compileResult(result))
    if (result instanceof Promise) await result
    else if (isAsyncIterable(result)) for await (const _ of result);
  } catch (error) {
    if (!driver.statements.length) throw error
  }
  return driver.statements.map((text) =>
    format(text, { language: 'postgresql', keywordCase: 'lower', expressionWidth: 80 }),
  )
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
