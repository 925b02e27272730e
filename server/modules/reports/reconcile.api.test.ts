import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { failChanges } from '#tests/support/failing-changes.ts'
import { runCli } from '#tests/support/run-cli.ts'
import { setupSnapshots } from '#tests/support/report-snapshots.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { runNightly } from '#server/platform/background/nightly.ts'
import { reconciliationWorker } from './worker.ts'

const t = setupTestApp()
const { check } = setupSnapshots(t)

async function busyTeam(
  timezone = 'UTC',
): Promise<{ team: Team; people: [Member, Member, Member, Member]; posts: string[] }> {
  const team = await makeTeam(t, { limit: null, timezone })
  const make = () => makeMember(t, team.workspace_id)
  const people: [Member, Member, Member, Member] = await Promise.all([
    make(),
    make(),
    make(),
    make(),
  ])
  const posts: string[] = []
  for (let n = 0; n < 12; n += 1) {
    t.clock.advance(3_600_000)
    const [from, ...to] = [people[n % 4], people[(n + 1) % 4], people[(n + 2) % 4]] as [
      Member,
      Member,
      Member,
    ]
    posts.push(
      await makePost(t, from, to, n % 3 ? team.value_id : team.other_value_id, 1 + (n % 5), {
        private: n % 4 === 0,
      }),
    )
  }
  return { team, people, posts }
}
const tamper = (team: Team, text: string) =>
  t.services.db.tenant(team.workspace_id, (trx) => sql.raw(text).execute(trx))

test('finds no difference after deletions, purchases and a new time zone', async () => {
  const {
    team,
    people: [a, b],
    posts,
  } = await busyTeam()
  await t.call('posts.delete', { token: team.admin.token, params: { id: posts[0] ?? '' } })
  await t.call('posts.update', {
    token: team.admin.token,
    params: { id: posts[1] ?? '' },
    body: { value_id: team.other_value_id },
  })
  const reward = await makeTeamReward(t, team)
  let id = ''
  for (const who of [a, b]) {
    await addBalance(t, who, 60)
    id = (
      await t.call('shop.redeem', {
        token: who.token,
        params: { id: reward },
        body: { amount: 20 },
      })
    ).body.id
  }
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('settings')
      .set({ timezone: 'Pacific/Kiritimati' })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
  expect((await t.call('shop.cancel', { token: a.token, params: { id } })).status).toBe(200)
  expect(await check(team)).toEqual([])
})

test('reports and repairs altered figures in each table beside new posts', async () => {
  const { team, people } = await busyTeam()
  const [from, to] = people
  const reward = await makeTeamReward(t, team)
  await addBalance(t, from, 50)
  await t.call('shop.redeem', { token: from.token, params: { id: reward }, body: { amount: 7 } })
  await tamper(team, `update daily_redemptions set points = points + 1`)
  await tamper(
    team,
    `delete from daily_recognition where user_id = '${from.user_id}'
      and value_id = '${team.value_id}'`,
  )
  await tamper(
    team,
    `update total_recognition set received_posts = received_posts + 9
      where user_id = '${to.user_id}' and value_id = '${team.value_id}'`,
  )
  const found = await check(team)
  expect(new Set(found.map((one) => one.table))).toEqual(
    new Set(['daily_recognition', 'total_recognition', 'daily_redemptions']),
  )
  expect(found.find((one) => one.table === 'daily_redemptions')).toMatchObject({
    actual: '8 / 1',
    expected: '7 / 1',
    key: expect.stringContaining(from.user_id) as string,
  })

  let writing = true
  const writer = async (n: number) => {
    let made = 0
    for (; writing || made < 5; made += 1) {
      const id = await makePost(
        t,
        people[(n + made) % 4] as Member,
        [people[(n + made + 1) % 4] as Member],
        made % 2 ? team.value_id : team.other_value_id,
        2,
      )
      if (made % 3 === 0)
        await t.call('posts.update', {
          token: team.admin.token,
          params: { id },
          body: { value_id: team.value_id },
        })
      if (made % 4 === 0) await t.call('posts.delete', { token: team.admin.token, params: { id } })
    }
    return made
  }
  const writers = [0, 1, 2].map(writer)
  try {
    expect((await check(team, true)).length).toBeGreaterThan(2)
    for (let n = 0; n < 10; n += 1) expect(await check(team, true)).toEqual([])
  } finally {
    writing = false
  }
  for (const made of await Promise.all(writers)) expect(made).toBeGreaterThanOrEqual(5)
  expect(await check(team)).toEqual([])
})

test('finds no difference after demo removal, erasure and reset', async () => {
  const {
    team,
    people: [a, b],
  } = await busyTeam()
  const demo = await makeMember(t, team.workspace_id)
  await makePost(t, a, [demo, b], team.value_id, 4)
  await makePost(t, a, [demo], team.value_id, 3)
  await tamper(team, `update users set demo = true where id = '${demo.user_id}'`)
  expect((await t.call('workspace.reset_demo_data', { token: team.admin.token })).status).toBe(204)
  expect(await check(team)).toEqual([])
  expect(
    (await t.call('users.delete', { token: team.admin.token, params: { id: b.user_id } })).status,
  ).toBe(204)
  expect(await check(team)).toEqual([])
  await tamper(team, `select workspace_reset('${team.workspace_id}')`)
  expect(await check(team)).toEqual([])
  const left = await t.services.db.tenant(team.workspace_id, (trx) =>
    sql<{
      n: number
    }>`select count(*) as n from total_recognition where given_points <> 0 or received_points <> 0`.execute(
      trx,
    ),
  )
  expect(left.rows[0]?.n).toBe(0)
})

test('runs the nightly reconciliation in one process, once a day', async () => {
  const { team } = await busyTeam()
  const logged: unknown[] = []
  const services = {
    ...t.services,
    log: {
      ...t.services.log,
      error: (one: unknown) => {
        logged.push(one)
      },
    } as typeof t.services.log,
  }
  await runNightly(services, reconciliationWorker)
  expect(logged).toEqual([])
  await tamper(
    team,
    `update daily_recognition set given_points = given_points + 1 where given_points > 0`,
  )
  await runNightly(services, reconciliationWorker)
  expect(logged).toEqual([])
  t.clock.advance(86_400_000)
  await Promise.all([
    runNightly(services, reconciliationWorker),
    runNightly(services, reconciliationWorker),
    runNightly(services, reconciliationWorker),
  ])
  expect(logged.length).toBeGreaterThan(0)
  expect(new Set(logged.map((one) => JSON.stringify(one))).size).toBe(logged.length)
  expect(await check(team)).toEqual([])
})

test('a team that cannot be repaired does not block the other teams', async () => {
  const teams = [(await busyTeam()).team, (await busyTeam()).team]
  const [first, second] = teams.toSorted((a, b) => (a.workspace_id < b.workspace_id ? -1 : 1))
  if (!first || !second) throw new Error('no teams')
  for (const team of teams)
    await tamper(team, `update total_recognition set given_points = given_points + 1`)
  const failure = await failChanges(
    t,
    'total_recognition',
    `new.workspace_id = '${first.workspace_id}'`,
  )
  await reconciliationWorker.run(t.services, () => false).finally(() => failure.end())
  expect(await check(second)).toEqual([])
  expect(await check(first, true)).not.toEqual([])
})

test('exits 1 on differences and repairs them with the rebuild option', async () => {
  const { team } = await busyTeam()
  const run = (...args: string[]) => runCli(t, 'check-reports', ...args)
  expect(await run()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The figures are') as string,
  })
  await tamper(team, `update total_recognition set given_points = 12345 where given_points > 0`)
  for (const args of [[], ['--rebuild']])
    expect(await run(...args)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('12345') as string,
    })
  expect((await run()).code).toBe(0)
})
