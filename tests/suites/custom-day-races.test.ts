import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addPeople } from '#tests/support/add-people.ts'
import { runAt, type Runner, setupRunners } from '#tests/support/celebration-runners.ts'
import { createDayTeam, type DayTeam } from '#tests/support/custom-days.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Days of teams' own, posted by two processes and the test at the same times. */
const t = setupTestApp()
const startRunner = setupRunners()
let runners: Runner[] = []
beforeAll(async () => {
  runners = await Promise.all([startRunner(t.ownerUrl), startRunner(t.ownerUrl)])
})
afterEach(() => t.checkLedger())

/** Returns the posts of a team: more than a page of the feed. */
const listCompanyPosts = ({ team }: DayTeam) =>
  t.services.db.tenant(team.workspace_id, async (trx) => {
    const { rows } = await sql<{ name: string; people: number }>`
      select occasion ->> 'name' as name, cardinality(to_ids) as people from posts
      where workspace_id = ${team.workspace_id}`.execute(trx)
    return rows
  })

test('20 runs of two processes write one set of posts each', async () => {
  const d = await createDayTeam(t)
  await addPeople(t, d.team, 57)
  const budgetId = await d.makeBudget(100_000)
  const at = Date.parse('2026-09-09T09:00:00Z')
  const names = Array.from({ length: 20 }, (_, run) => `Day ${run}`)
  for (const name of names) {
    await d.add({ name, audience: {}, everyone: true, budget_id: budgetId })
    await Promise.all(runners.map((runner) => runAt(runner, at)))
  }
  await Promise.all(runners.map((runner) => runAt(runner, at)))
  const posts = await listCompanyPosts(d)
  expect(posts.map(({ name }) => name).toSorted()).toEqual(
    names.flatMap((name) => [name, name]).toSorted(),
  )
  expect(posts.every(({ people }) => people === 30)).toBe(true)
  const [budget] = (await t.call('budgets.list', { token: d.token })).body
  expect(budget?.left).toBe(100_000 - 20 * 60 * 20)
  for (const day of await d.list())
    expect(day).toMatchObject({ next_on: '2027-09-09', last: { people: 60, points: 1_200 } })
})

test('changes and deletions during a run leave one set of posts or none', async () => {
  for (let run = 0; run < 5; run += 1) {
    const d = await createDayTeam(t)
    await addPeople(t, d.team, 57)
    const { body } = await d.add({ audience: {}, everyone: true })
    d.setClock('2026-09-09T09:00:00Z')
    const change =
      run % 2
        ? t.call('custom_days.delete', { token: d.token, params: { id: body.id } })
        : d.change(body.id, { date: '2015-09-10' })
    await Promise.all([change, ...runners.map((runner) => runAt(runner, t.clock.now().getTime()))])
    expect((await change).status).toBeLessThan(300)
    expect([0, 2]).toContain((await d.listPosts()).length)
  }
})
