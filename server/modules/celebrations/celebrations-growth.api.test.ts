import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { runCelebrations } from './worker.ts'

/** The work for the celebrations that are due does not depend on the people of the team. */
const t = setupTestApp(() => ({ at: new Date('2026-09-07T06:00:00Z') }))
let team: Team
beforeAll(async () => {
  team = await makeTeam(t)
  const { token } = team.admin
  await t.call('settings.update', { token, body: { birthdays: 'opt_out' } })
  for (const kind of ['birthday', 'anniversary', 'welcome'])
    await t.call('celebrations.update', { token, params: { kind }, body: { enabled: true } })
})
const send = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => send.mockRestore())

/** Adds people whose dates are months away. */
async function addPeople(count: number): Promise<void> {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    sql`
      insert into users (workspace_id, id, email, first_name, state, birth_date, hire_date,
        created_at)
      select ${team.workspace_id}, gen_random_uuid(), gen_random_uuid() || '@example.test', 'Ida',
        'accepted', date '1990-01-01' + n % 200, date '2020-01-01' + n % 200, now()
      from generate_series(1, ${count}::int) n`.execute(trx),
  )
  const owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
  // Autovacuum does this within a minute.
  await owner.query('analyze users, celebrations, celebration_rules')
  await owner.end()
}

/** Returns the buffers that the statements of the worker read to find what is due. */
async function countBuffers(): Promise<number> {
  const before = send.mock.calls.length
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.updateTable('celebration_rules').set({ planned_until: null }).execute(),
  )
  await runCelebrations(t.services)
  const statements = send.mock.calls.slice(before).flatMap((call) => {
    const [query, values] = call as unknown as [string, unknown[] | undefined]
    return typeof query === 'string' && /celebrations_(due|to_plan)|insert into celebr/.test(query)
      ? [{ query, values: values ?? [] }]
      : []
  })
  expect(statements).toHaveLength(5)
  let buffers = 0
  for (const { query, values } of statements)
    buffers += await t.services.db.tenant(team.workspace_id, async (trx) => {
      const explained = await trx.executeQuery<{
        'QUERY PLAN': [{ Plan: Record<string, number> }]
      }>({
        ...sql`select 1`.compile(trx),
        sql: `explain (analyze, buffers, format json) ${query}`,
        parameters: values,
      })
      const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan ?? {}
      return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    })
  return buffers
}

test('finding what is due reads as much for 1,000 people as for 10,000', async () => {
  await addPeople(1_000)
  const few = await countBuffers()
  await addPeople(9_000)
  const many = await countBuffers()
  expect(few).toBeGreaterThan(0)
  expect(many).toBeLessThan(few + 20)
})
