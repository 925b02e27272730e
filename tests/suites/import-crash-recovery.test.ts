import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { releaseProcess, startProcess } from '#tests/support/processes.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/**
 * A process killed in the middle of an import: another process continues, and nobody is invited
 * twice (promise 14).
 */
const t = setupTestApp(() => ({ at: new Date(), jobs: true }))
let owner: pg.Client
const children: ChildProcess[] = []
beforeAll(async () => {
  owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  for (const child of children) await releaseProcess(child)
  await owner?.end()
})

/** Starts a server with workers; ready once it responds. */
async function startWorker(): Promise<ChildProcess> {
  const { child } = await startProcess(t.ownerUrl, { isWorker: true })
  children.push(child)
  return child
}

test('an import continues after its worker is killed, inviting once', async () => {
  const people = 1_500
  const team = await makeTeam(t)
  // The operator raises the daily limit of this team, so that every row is invited.
  await owner.query('update workspaces set invites_per_day = 20000 where id = $1', [
    team.workspace_id,
  ])
  const text = `email,first name\n${Array.from({ length: people }, (_, n) => `k${n}@kill.example.test,K${n}`).join('\n')}\nbroken@,x\n`
  const { id } = (
    await t.call('imports.create', {
      token: team.admin.token,
      body: buildFormData({}, Buffer.from(text), 'people.csv'),
    })
  ).body
  const get = async () =>
    (await t.call('imports.get', { token: team.admin.token, params: { id } })).body
  const first = await startWorker()
  await t.call('imports.start', { token: team.admin.token, params: { id } })
  await waitUntil('a third of them is invited', async () => (await get()).done >= 500, 30_000)
  first.kill('SIGKILL')
  const halted = await get()
  expect(halted).toMatchObject({ state: 'in_progress' })
  expect(halted.done).toBeLessThan(people)

  await startWorker()
  await waitUntil('the import is finished', async () => (await get()).state === 'finished', 90_000)
  expect(await get()).toMatchObject({
    rows: people + 1,
    done: people + 1,
    invited: people,
    refused: 1,
  })
  const { rows } = await owner.query<Record<string, number>>(
    `select
    (select count(*)::int from users where workspace_id = $1
      and email like '%@kill.example.test') as users,
    (select count(distinct email)::int from users where workspace_id = $1
      and email like '%@kill.example.test') as addresses,
    (select count(*)::int from outbox where import_id = $2) as mails,
      (select count(distinct to_address)::int from outbox where import_id = $2) as recipients,
    (select count(*)::int from invites where workspace_id = $1 and revoked_at is null) as invites`,
    [team.workspace_id, id],
  )
  expect(rows[0]).toEqual({
    users: people,
    addresses: people,
    mails: people,
    recipients: people,
    invites: people,
  })
}, 150_000)
