import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  loadListImport,
  previewListImport,
  runImportNow,
  startListImport,
} from '#tests/support/user-imports.ts'
import { isChaosRun, reportMeasurement } from './duration.ts'

/**
 * Lists of 100,000 rows, as many as a file may have. In `npm test -- chaos` they have a few batches
 * (500 rows of an import) or pages (1,000 posts of an export), and a row more.
 */
const importRows = isChaosRun ? 100_000 : 1_001
const exportRows = isChaosRun ? 100_000 : 12_001

const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))

test('large-lists: an import invites each person once', async () => {
  const team = await makeTeam(t)
  const lines = Array.from(
    { length: importRows },
    (_, n) =>
      `person${n}@big.example.test,Först${n},Läst${n},Job ${n % 90},${1950 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`,
  )
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await work()
    reportMeasurement(`${name}, ms`, performance.now() - from)
    return result
  }
  const one = await timed('create', () =>
    createListImport(
      t,
      team,
      `email,first name,last name,job title,birth date\n${lines.join('\n')}`,
    ),
  )
  expect(one.rows).toBe(importRows)
  const fields = one.columns.map((column) => column.field)
  expect(
    (await timed('preview', () => previewListImport(t, team, one.id, fields))).body.counts,
  ).toEqual({
    invite: importRows,
    update: 0,
    refused: 0,
    deactivate: 0,
    ignore: 0,
    warned: 0,
  })
  await startListImport(t, team, one.id)
  await timed('run', () => runImportNow(t, team, one.id))
  expect(await loadListImport(t, team, one.id)).toMatchObject({
    state: 'finished',
    done: importRows,
    invited: importRows,
  })
  const { rows } = await withClient(t.ownerUrl, (owner) =>
    owner.query<{ mails: number; invites: number }>(
      `select (select count(*)::int from outbox where import_id = $1) as mails,
      (select count(*)::int from invites where workspace_id = $2) as invites`,
      [one.id, team.workspace_id],
    ),
  )
  expect(rows[0]).toEqual({ mails: importRows, invites: importRows })
}, 300_000)

async function insertPosts(): Promise<{ adminToken: string; memberToken: string }> {
  const team = await makeTeam(t, { limit: null })
  const [a, b] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  const now = t.clock.now()
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    await sql`set local statement_timeout = 120000`.execute(trx)
    await sql`insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description,
      private, demo, period_start, day, created_at)
      select ${team.workspace_id}::uuid, (lpad(to_hex(${now.getTime()}::bigint - n), 12,
        '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, ${a.user_id}::uuid,
        array[${b.user_id}]::uuid[], ${team.value_id}::uuid, 1, repeat('word ', 60), n % 3 = 0,
        true, ${now}::timestamptz, ${now.toISOString().slice(0, 10)}::date, ${now}::timestamptz
          from generate_series(1, ${sql.raw(String(exportRows))}) n`.execute(trx)
  })
  // Autovacuum would analyze the table after so many inserts.
  await withClient(t.ownerUrl, (owner) => owner.query('analyze posts'))
  return { adminToken: team.admin.token, memberToken: b.token }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Counts the transactions from now on. A spy would also keep the rows of each one. */
function countTransactions(): { count: number } {
  const { db } = t.services
  const open = db.tenant.bind(db)
  const result = { count: 0 }
  db.tenant = (workspaceId, work) => {
    result.count += 1
    return open(workspaceId, work)
  }
  return result
}

async function countOpenTransactions(): Promise<number | undefined> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from pg_stat_activity where datname = current_database()
    and state = 'idle in transaction'`.execute(t.services.db.global)
  return rows[0]?.n
}

test('large-lists: an export streams with constant memory', async () => {
  const { adminToken, memberToken } = await insertPosts()
  const download = async () =>
    (
      await t.app.inject({
        method: 'GET',
        url: '/api/posts.csv?days=30',
        headers: { authorization: `Bearer ${adminToken}` },
        payloadAsStream: true,
      })
    ).stream() as AsyncIterable<Buffer>
  const bytesMin = exportRows * 300
  // Warm-up, which grows the heap: the client reads a third of the file and disconnects.
  let warm = 0
  for await (const chunk of await download()) if ((warm += chunk.length) > (bytesMin * 2) / 5) break
  const transactions = countTransactions()
  collectGarbage()
  const before = process.memoryUsage.rss()
  let [most, lines, bytes, asked, pagesAheadMax] = [before, 0, 0, 0, 0]
  for await (const chunk of await download()) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
    most = Math.max(most, process.memoryUsage.rss())
    // Each page of 1,000 posts is a transaction, read when the client has taken those before it.
    pagesAheadMax = Math.max(pagesAheadMax, transactions.count - lines / 1_000)
    if (bytes > (asked * bytesMin) / 8) {
      asked += 1
      // What is left is what the export keeps, however late this process would have collected it.
      collectGarbage()
      expect((await t.call('posts.list', { token: memberToken })).body).toHaveLength(20)
      // No transaction is open between two pages.
      expect(await countOpenTransactions()).toBe(0)
    }
  }
  expect(lines).toBe(exportRows + 1)
  expect(bytes).toBeGreaterThan(bytesMin)
  expect(asked).toBeGreaterThan(5)
  expect(pagesAheadMax).toBeLessThan(5)
  expect((most - before) / 1_048_576).toBeLessThan(100)
}, 180_000)
