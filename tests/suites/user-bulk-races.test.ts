import { expect, test } from 'vitest'
import type { UsersChangeOutcome } from '#contract/schemas/users.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { allPermissions, makeMember, makeTeam } from '#tests/support/factories.ts'
import { serverErrors, setupTwoProcesses } from '#tests/support/processes.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

/** Changes of several members, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)

test('two processes deactivate each of their common members once', async () => {
  const team = await makeTeam(t)
  const other = await makeMember(t, team.workspace_id, { permissions: allPermissions })
  const ids: string[] = []
  for (let n = 0; n < 30; n += 1) ids.push((await makeMember(t, team.workspace_id)).user_id)
  const deactivate = (token: string, some: string[]) =>
    callAlternately<UsersChangeOutcome>('PUT', '/users', token, {
      ids: some,
      state: 'deactivated',
    })
  const replies = await Promise.all([
    deactivate(team.admin.token, ids.slice(0, 20)),
    deactivate(other.token, ids.slice(10).toReversed()),
  ])
  expect(serverErrors(replies)).toEqual([])
  expect(
    replies.map(({ body }) => body.results.filter((one) => one.outcome === 'done').length),
  ).toEqual([20, 20])
  const entries = await listAuditDetails(t, team, 'user.deactivate')
  expect(entries).toHaveLength(30)
})

test(
  'two administrators deactivating each other leave one active',
  { timeout: 60_000 },
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await makeTeam(t)
      const other = await makeMember(t, team.workspace_id, { permissions: allPermissions })
      const plain = await makeMember(t, team.workspace_id)
      const ids = [team.admin.user_id, plain.user_id, other.user_id]
      const replies = await Promise.all(
        [team.admin, other].map(({ token }) =>
          callAlternately<UsersChangeOutcome>('PUT', '/users', token, {
            ids,
            state: 'deactivated',
          }),
        ),
      )
      expect(serverErrors(replies)).toEqual([])
      const { rows } = await t.services.db.tenant(team.workspace_id, async (trx) => ({
        rows: await trx
          .selectFrom('users')
          .select('id')
          .where('workspace_id', '=', team.workspace_id)
          .where('state', '=', 'accepted')
          .execute(),
      }))
      expect(rows).toHaveLength(1)
    }
  },
)
