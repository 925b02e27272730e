import { expect, test } from 'vitest'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { findTextInDatabase } from '#tests/support/personal-data.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  listReviewedRows,
  previewListImport,
} from '#tests/support/user-imports.ts'

const t = setupTestApp()

test('an uploaded list keeps the people who reported to an erased person', async () => {
  const team = await makeTeam(t)
  const boss = await makeMember(t, team.workspace_id, { email: 'boss@list.test' })
  const list = ['Manager,Email', 'Boss@list.test ,ann@list.test', ',boss@list.test']
  const { id } = await createListImport(t, team, list.join('\n'))
  await t.call('users.delete', { token: boss.token, params: { id: boss.user_id } })
  await previewListImport(t, team, id, ['manager', 'email'])
  expect(await listReviewedRows(t, team, id)).toEqual([
    [3, '', 'refused', 'required'],
    [2, 'ann@list.test', 'invite'],
  ])
  expect(await findTextInDatabase(t, ['boss@list.test'])).toEqual([])
})
