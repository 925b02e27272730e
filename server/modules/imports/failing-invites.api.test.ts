import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { failChanges } from '#tests/support/failing-changes.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { sendHeldInvites } from './held-invites.ts'

const t = setupTestApp()

/** Inserts finished imports whose invitations are due. */
const addDueImports = ({ workspace_id: workspaceId, admin }: Team, count: number) =>
  t.services.db.tenant(workspaceId, async (trx) => {
    const at = t.clock.now()
    for (let n = 0; n < count; n += 1)
      await trx
        .insertInto('imports')
        .values({
          workspace_id: workspaceId,
          id: newId(at),
          state: 'finished',
          file_name: 'people.csv',
          header: ['Email'],
          fields: ['email'],
          created_by: admin.user_id,
          created_at: at,
          invites_at: at,
        })
        .execute()
  })
const countDue = ({ workspace_id: workspaceId }: Team) =>
  t.services.db.tenant(workspaceId, async (trx) => {
    const rows = await trx
      .selectFrom('imports')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('invites_at', 'is not', null)
      .execute()
    return rows.length
  })

test('invitations that fail neither block others nor repeat without a pause', async () => {
  const failing = await makeTeam(t)
  await addDueImports(failing, 20)
  const failure = await failChanges(t, 'imports', `new.workspace_id = '${failing.workspace_id}'`)
  expect(await sendHeldInvites(t.services)).toBe(false)
  t.clock.advance(1)
  const next = await makeTeam(t)
  await addDueImports(next, 1)
  for (let run = 0; run < 20 && (await countDue(next)); run += 1) await sendHeldInvites(t.services)
  expect(await countDue(next)).toBe(0)
  await failure.end()
  await sendHeldInvites(t.services)
  expect(await countDue(failing)).toBe(0)
})
