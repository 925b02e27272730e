import { beforeEach, expect, test } from 'vitest'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { makeSyncFile, syncedPeople } from '#tests/support/people-file.ts'
import { syncPeople } from '#tests/support/people-sync.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  previewListImport,
  runImportNow,
  startListImport,
} from '#tests/support/user-imports.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let bob: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id)
  bob = await makeMember(t, team.workspace_id)
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: bob.user_id },
    body: { organization: { manager_id: ada.user_id } },
  })
  const create = (name: string, audience: { managers_only?: boolean }) =>
    t.call('allowance_rules.create', {
      token: team.admin.token,
      body: { name, audience, limit: 200 },
    })
  await create('Managers', { managers_only: true })
  await create('Everyone', {})
})

/** Returns the number of people of each rule: managers, and everyone else. */
const countPeople = async () =>
  (await t.call('allowance_rules.list', { token: team.admin.token })).body.map(
    ({ people }) => people,
  )

test('the manager of a deleted person loses a rule for managers at once', async () => {
  expect(await countPeople()).toEqual([1, 2])
  await t.call('users.delete', { token: team.admin.token, params: { id: bob.user_id } })
  expect(await countPeople()).toEqual([0, 2])
})

test('rules count nobody whom an import has deactivated', async () => {
  const { id } = await createListImport(t, team, `email,status\n${bob.email},Terminated`)
  await previewListImport(t, team, id, ['email', 'status'])
  await startListImport(t, team, id, { deactivate: true })
  expect(await runImportNow(t, team, id)).toBe(true)
  expect(await countPeople()).toEqual([0, 2])
})

test('rules count nobody whom the people sync has deactivated', async () => {
  await syncPeople(t, team, makeSyncFile(syncedPeople))
  expect(await countPeople()).toEqual([2, 21])
  const left = syncedPeople.map((line) =>
    line.number === 'E7' ? { ...line, status: 'terminated' } : line,
  )
  await syncPeople(t, team, makeSyncFile(left))
  expect(await countPeople()).toEqual([2, 20])
})
