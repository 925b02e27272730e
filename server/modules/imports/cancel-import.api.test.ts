import { expect, test } from 'vitest'
import { makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  findMember,
  loadListImport,
  previewListImport,
  startListImport,
} from '#tests/support/user-imports.ts'
import { runImport } from './worker.ts'

const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))

test('people of a canceled import report to managers who have arrived', async () => {
  const team = await makeTeam(t)
  const rows = Array.from(
    { length: 60 },
    (_, n) => `p${n}@list.test,${n === 1 ? '' : 'p1@list.test'}`,
  )
  const { id } = await createListImport(t, team, ['Email,Manager', ...rows].join('\n'))
  await previewListImport(t, team, id, ['email', 'manager'])
  await startListImport(t, team, id, { invitations: { when: 'later' }, deactivate: true })
  let batches = 0
  const stopping = () => (batches += 1) > 1
  expect(
    await runImport(t.services, { workspace_id: team.workspace_id, import_id: id }, stopping),
  ).toBe(false)
  expect(await loadListImport(t, team, id)).toMatchObject({ state: 'in_progress', done: 50 })
  await t.call('imports.cancel', { token: team.admin.token, params: { id } })
  const first = await findMember(t, team, 'p0@list.test')
  expect(first?.organization.manager?.name).toBe('p1')
})
