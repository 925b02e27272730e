import { expect, test } from 'vitest'
import { runPeopleSync } from '#server/modules/people-sync/worker.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { loadSyncRun, sendPeopleFile, syncPeople } from '#tests/support/people-sync.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Files of people that arrive, are checked and are applied in several processes at once. */
const t = setupTestApp(() => ({ at: new Date() }))
const toFile = (name: string, count: number) =>
  `Employee number,Email,First name\n${Array.from(
    { length: count },
    (_, n) => `${name}${n},${name}${n}@race.example.test,Ada`,
  ).join('\n')}\n`

const countPeople = ({ workspace_id: workspaceId }: Team) =>
  t.services.db.tenant(workspaceId, async (trx) => {
    const { people, addresses } = await trx
      .selectFrom('users')
      .where('workspace_id', '=', workspaceId)
      .where('email', 'like', '%@race.example.test')
      .select((eb) => [
        eb.fn.countAll<number>().as('people'),
        eb.fn.count<number>('email').distinct().as('addresses'),
      ])
      .executeTakeFirstOrThrow()
    return [Number(people), Number(addresses)]
  })

test('the same file sent at once starts one run', async () => {
  const team = await makeTeam(t)
  const file = toFile('twice', 300)
  const replies = await Promise.all(Array.from({ length: 3 }, () => sendPeopleFile(t, team, file)))
  const started = replies.filter(({ status }) => status === 200)
  expect(started).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
  const run = started[0]?.body
  await runPeopleSync(t.services, { workspace_id: team.workspace_id, run_id: run?.id ?? '' })
  expect(await countPeople(team)).toEqual([300, 300])
})

test('two processes that do the same run change each person once', async () => {
  const team = await makeTeam(t)
  const { body } = await sendPeopleFile(t, team, toFile('both', 3_000))
  const data = { workspace_id: team.workspace_id, run_id: body.id }
  await Promise.all([runPeopleSync(t.services, data), runPeopleSync(t.services, data)])
  expect(await loadSyncRun(t, team, body.id)).toMatchObject({
    state: 'finished',
    checked: 3_000,
    applied: 3_000,
    counts: { new: 3_000, refused: 0 },
  })
  expect(await countPeople(team)).toEqual([3_000, 3_000])
}, 60_000)

test('a waiting run is applied or discarded once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const team = await makeTeam(t)
    const run = await syncPeople(t, team, toFile(`once${round}x`, 10), { dry_run: true })
    const call = { token: team.admin.token, params: { id: run.id } }
    const replies = await Promise.all([
      t.call('people_sync.apply', call),
      t.call('people_sync.apply', call),
      t.call('people_sync.discard', call),
      sendPeopleFile(t, team, toFile(`once${round}x`, 10)),
    ])
    expect(replies.slice(0, 3).filter(({ status }) => status === 200).length).toBeLessThan(2)
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    const active = await t.call('people_sync.runs', { token: team.admin.token, query: {} })
    const states = active.body.items.map(({ state }) => state)
    expect(states.filter((state) => state === 'checking' || state === 'applying').length).toBe(
      replies[2].status === 200 ? Number(replies[3].status === 200) : 1,
    )
  }
}, 60_000)
