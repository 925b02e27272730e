import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BonusTeam, createBonusTeam } from '#tests/support/bonuses.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** A payment to thousands of people takes as many statements as one to a few. */
const t = setupTestApp()
let b: BonusTeam
beforeAll(async () => {
  b = await createBonusTeam(t)
})
const send = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => send.mockRestore())

const addPeople = (count: number) =>
  t.services.db.tenant(b.team.workspace_id, (trx) =>
    sql`
      insert into users (workspace_id, id, email, first_name, state, created_at)
      select ${b.team.workspace_id}, gen_random_uuid(), gen_random_uuid() || '@example.test', 'Ida',
        'accepted', now()
      from generate_series(1, ${count}::int) n`.execute(trx),
  )

/** Pays a bonus to everyone. Returns the number of statements of the payment. */
async function countStatements(): Promise<number> {
  const { body: bonus } = await b.make({ method: 'even', points: 1_000_000 })
  const { people, points } = (await b.preview(bonus.id)).body
  const before = send.mock.calls.length
  expect((await b.pay(bonus.id, { people, points })).body).toMatchObject({
    people,
    points_paid: 1e6,
  })
  return send.mock.calls.length - before
}

test('a payment takes no more statements for 20,000 people than for four', async () => {
  const few = await countStatements()
  await addPeople(19_996)
  expect(await countStatements()).toBeLessThanOrEqual(few)
  // With as many rows of another bonus, nested loops take 200 million comparisons, or 15 seconds.
  expect(await countStatements()).toBeLessThanOrEqual(few)
  await t.checkLedger()
})

test('a bonus for more people is refused', async () => {
  await addPeople(1)
  const { body: bonus } = await b.make({ method: 'even', points: 1_000_000 })
  expect((await b.preview(bonus.id)).codes).toEqual(['out_of_range'])
  expect((await b.pay(bonus.id, { people: 20_000, points: 1e6 })).codes).toEqual(['out_of_range'])
})
