import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { runCustomDays } from './worker.ts'

/** The worker reads the days that are due, however many there are. */
const t = setupTestApp()
let team: Team
beforeAll(async () => {
  team = await makeTeam(t)
})
const send = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => send.mockRestore())

/** Adds days of which half are planned for later years, and half are over. */
async function addDays(count: number): Promise<void> {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    sql`
      insert into custom_days (workspace_id, id, name, date, yearly, hour, audience, text, points,
        enabled, next_on, next_at, created_at)
      select ${team.workspace_id}, gen_random_uuid(), 'Our day', '2020-01-01', true, 9, '{}',
        'Thank you', 0, true, case when n % 2 = 0 then date '2040-01-01' + n end,
        case when n % 2 = 0 then date '2040-01-01' + n end, now()
      from generate_series(1, ${count}::int) n`.execute(trx),
  )
  const owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
  // Autovacuum does this within a minute.
  await owner.query('analyze custom_days')
  await owner.end()
}

/** Returns the buffers that the worker reads to find what is due. */
async function countBuffers(): Promise<number> {
  const before = send.mock.calls.length
  await runCustomDays(t.services)
  expect(send.mock.calls.length - before).toBe(1)
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
    explain (analyze, buffers, format json)
    select * from custom_days_due(${t.clock.now()}, 100)`.execute(t.services.db.global)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

test('finding what is due reads as much for 100 days as for 10,000', async () => {
  await addDays(100)
  const few = await countBuffers()
  await addDays(9_900)
  const many = await countBuffers()
  expect(few).toBeGreaterThan(0)
  expect(many).toBeLessThan(few + 20)
})
