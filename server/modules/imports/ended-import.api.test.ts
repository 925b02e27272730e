import { expect, test } from 'vitest'
import { updatePermissionColumns } from '#server/modules/users/permission-queries.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  findMember,
  loadListImport,
  previewListImport,
  startListImport,
} from '#tests/support/user-imports.ts'
import { importWorker, runImport } from './worker.ts'

const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))

/** Runs the first 50 rows of an import of 60 people. The second of them is the manager of all. */
async function startPartly(team: Team): Promise<{ workspace_id: string; import_id: string }> {
  const rows = Array.from(
    { length: 60 },
    (_, n) => `p${n}@list.test,${n === 1 ? '' : 'p1@list.test'}`,
  )
  const { id } = await createListImport(t, team, ['Email,Manager', ...rows].join('\n'))
  await previewListImport(t, team, id, ['email', 'manager'])
  await startListImport(t, team, id, { invitations: { when: 'later' }, deactivate: true })
  const job = { workspace_id: team.workspace_id, import_id: id }
  let batches = 0
  const stopping = () => (batches += 1) > 1
  expect(await runImport(t.services, job, stopping)).toBe(false)
  expect(await loadListImport(t, team, id)).toMatchObject({ state: 'in_progress', done: 50 })
  return job
}
const findManagerName = async (team: Team) =>
  (await findMember(t, team, 'p0@list.test'))?.organization.manager?.name

test('people of a canceled import report to managers who have arrived', async () => {
  const team = await makeTeam(t)
  const { import_id: id } = await startPartly(team)
  await t.call('imports.cancel', { token: team.admin.token, params: { id } })
  expect(await findManagerName(team)).toBe('p1')
})

test('people of a failed import report to managers who have arrived', async () => {
  const team = await makeTeam(t)
  const job = await startPartly(team)
  await importWorker.fail?.(t.services, job, new Error('the disk is full'))
  expect(await loadListImport(t, team, job.import_id)).toMatchObject({ state: 'failed', done: 50 })
  expect(await findManagerName(team)).toBe('p1')
})

test('an import fails with managers when its administrator loses the right', async () => {
  const team = await makeTeam(t)
  const job = await startPartly(team)
  const other = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true, global_administrator: true },
  })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    updatePermissionColumns(trx, team.workspace_id, team.admin.user_id, {
      account_administrator: false,
      global_administrator: false,
    }),
  )
  expect(await runImport(t.services, job)).toBe(true)
  expect(await findManagerName({ ...team, admin: other })).toBe('p1')
})
