import { makeMember, type Member, type Team } from '#tests/support/factories.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export const inviteUser = async (
  t: TestApp,
  team: Team,
  email: string,
  by: Member = team.admin,
) => {
  const [outcome] = (
    await t.call('users.create', { token: by.token, body: { users: [{ email }] } })
  ).body
  return outcome?.user?.id ?? ''
}
export const listAuditDetails = async (
  t: TestApp,
  team: Team,
  action: string,
  workspaceId = team.workspace_id,
) =>
  t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute(),
  )
export const createDemoUser = async (
  t: TestApp,
  team: Team,
  state: 'accepted' | 'deactivated' = 'accepted',
) => {
  const person = await makeMember(t, team.workspace_id, { state })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ demo: true, account_id: null, email: '' })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', person.user_id)
      .execute(),
  )
  return person
}
