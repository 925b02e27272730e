import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { loadSyncRun, syncPeople } from '#tests/support/people-sync.ts'
import { releaseProcess, startProcess } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/** A process killed while it applies a file of people: another process continues. */
const t = setupTestApp(() => ({ at: new Date(), jobs: true }))
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) await releaseProcess(child)
})

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

test('another process continues a run whose process was killed', async () => {
  const people = 2_500
  const team = await makeTeam(t)
  const run = await syncPeople(t, team, toFile('kill', people), { dry_run: true })
  const startWorker = async () => {
    const { child } = await startProcess(t.ownerUrl, { isWorker: true })
    children.push(child)
    return child
  }
  const first = await startWorker()
  await t.call('people_sync.apply', { token: team.admin.token, params: { id: run.id } })
  const load = () => loadSyncRun(t, team, run.id)
  await waitUntil('a part is applied', async () => (await load()).applied >= 500, 30_000)
  first.kill('SIGKILL')
  const halted = await load()
  expect(halted.state).toBe('applying')
  expect(halted.applied).toBeLessThan(people)
  await startWorker()
  await waitUntil('the run is finished', async () => (await load()).state === 'finished', 90_000)
  expect(await load()).toMatchObject({ applied: people, counts: { new: people, refused: 0 } })
  expect(await countPeople(team)).toEqual([people, people])
}, 150_000)
