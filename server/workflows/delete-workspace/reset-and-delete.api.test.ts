import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeTenantFixture } from '#tests/support/example-requests.ts'
import { setFactors } from '#tests/support/price-factors.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  makeTeamReward,
  markPresent,
} from '#tests/support/factories.ts'
import { limits } from '#contract/limits.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { eraseWorkspace } from './reset-and-delete.ts'
import { deleteDueWorkspaces } from './deletion.ts'

const t = setupTestApp()

const nameOf = async (token: string) => (await t.call('config.get', { token })).body.workspace.name
const countRows = (workspaceId: string, table: string) =>
  t.services.db.tenant(workspaceId, async (trx) =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx)).rows[0]
        ?.n,
    ),
  )

/** Creates two teams with posts. The first also has purchases, comments and reactions. */
async function createActiveTeams() {
  const team = await makeTeam(t)
  const other = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [member], team.value_id)
  await makePost(t, other.admin, [await makeMember(t, other.workspace_id)], other.value_id)
  await addBalance(t, member, 100)
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Cake', price: 10, available_amount: 3 },
  })
  await t.call('shop.redeem', { token: member.token, params: { id: reward.body.id }, body: {} })
  const shared = await makeTeamReward(t, team, { price: 5, available_amount: 2 })
  await t.call('shop.redeem', { token: member.token, params: { id: shared }, body: { amount: 5 } })
  await t.call('shop.redeem', { token: member.token, params: { id: shared }, body: { amount: 1 } })
  const post = (await t.call('posts.list', { token: member.token })).body[0]?.id ?? ''
  await t.call('posts.comment', {
    token: member.token,
    params: { id: post },
    body: { text: 'Thank you' },
  })
  await t.call('posts.react', {
    token: member.token,
    params: { id: post },
    body: { reaction: 'clap' },
  })
  expect(
    (
      await t.call('posts.add_on', {
        token: (await makeMember(t, team.workspace_id)).token,
        params: { id: post },
        body: { score: 1 },
      })
    ).status,
  ).toBe(200)
  return { team, other, member }
}

test('a reset removes posts, points and purchases after confirmation', async () => {
  const { team, other, member } = await createActiveTeams()
  const name = await nameOf(team.admin.token)
  const reset = (body: object = {}, token = team.admin.token) =>
    t.call('workspace.reset', { token, body: { name, ...body } })
  expect((await reset()).codes).toEqual(['presence_required'])
  // Presence of another session or another member does not count.
  await markPresent(t, other.admin)
  await markPresent(t, {
    token: await startSession(t.services.db.global, t.clock.now(), {
      account_id: team.admin.account_id,
      kind: 'session',
      workspace_id: team.workspace_id,
      user_id: team.admin.user_id,
    }),
  })
  expect((await reset()).codes).toEqual(['presence_required'])
  await markPresent(t, team.admin)
  expect((await reset({ name: 'Another' })).errors[0]).toMatchObject({
    code: 'name_mismatch',
    field: 'name',
  })
  expect((await reset({}, member.token)).status).toBe(403)
  const impersonating = await startSession(t.services.db.global, t.clock.now(), {
    account_id: team.admin.account_id,
    kind: 'impersonation',
    workspace_id: team.workspace_id,
    user_id: team.admin.user_id,
  })
  await markPresent(t, { token: impersonating })
  expect((await reset({}, impersonating)).codes).toEqual(['forbidden'])
  expect(await countRows(team.workspace_id, 'posts')).toBe(2)

  expect((await reset({})).status).toBe(204)
  for (const table of [
    'posts',
    'post_recipients',
    'likes',
    'comments',
    'reactions',
    'movements',
    'entries',
    'purchases',
    'purchase_events',
    'contributions',
    'allowances',
    'daily_recognition',
    'daily_redemptions',
    'idempotency_keys',
  ]) {
    expect([table, await countRows(team.workspace_id, table)]).toEqual([table, 0])
  }
  expect((await t.call('config.get', { token: member.token })).body.user.balance).toBe(0)
  expect((await t.call('shop.list', { token: member.token })).body).toMatchObject([
    { title: 'Team lunch', available_amount: 2, contributed: 0 },
    { title: 'Cake', available_amount: 3 },
  ])
  expect(
    (await t.call('workspace.audit', { token: team.admin.token })).body.items[0],
  ).toMatchObject({ action: 'workspace.reset' })
  t.clock.advance(limits.presence_minutes * 60_000)
  expect((await reset()).codes).toEqual(['presence_required'])
  expect(await countRows(other.workspace_id, 'posts')).toBe(1)
  await makePost(t, team.admin, [member], team.value_id)
  await t.checkLedger()
})

test('the job erases a deleted team and keeps shared accounts', async () => {
  const team = await makeTeam(t)
  const other = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [member], team.value_id)
  await t.services.db.tenant(other.workspace_id, (trx) =>
    trx
      .insertInto('users')
      .values({
        workspace_id: other.workspace_id,
        id: crypto.randomUUID(),
        account_id: member.account_id,
        email: member.email,
        state: 'accepted',
        birth_date: null,
        hire_date: null,
        language: null,
        avatar_file_id: null,
        points_limit: null,
        points_limit_per_post: null,
        checklist_dismissed_at: null,
        invited_by: null,
        invited_at: null,
        accepted_at: t.clock.now(),
        created_at: t.clock.now(),
        deleted_at: null,
      })
      .execute(),
  )
  await eraseWorkspace(t.services, team.workspace_id)
  expect(await countRows(team.workspace_id, 'posts')).toBe(1)
  const body = { name: await nameOf(team.admin.token) }
  await markPresent(t, team.admin)
  expect((await t.call('workspace.delete', { token: team.admin.token, body })).status).toBe(204)
  t.clock.advance(7 * 86_400_000)
  expect(await deleteDueWorkspaces(t.services)).toBe(1)
  for (const { token } of [team.admin, member])
    expect((await t.call('config.get', { token })).status).toBe(401)
  await eraseWorkspace(t.services, team.workspace_id)
  await eraseWorkspace(t.services, team.workspace_id)
  for (const table of [
    'workspaces',
    'users',
    'posts',
    'entries',
    'values',
    'settings',
    'audit_log',
  ])
    expect([table, await countRows(team.workspace_id, table)]).toEqual([table, 0])
  const accounts = await t.services.db.global
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [team.admin.account_id, member.account_id])
    .execute()
  expect(accounts).toEqual([{ id: member.account_id }])
  expect(await countRows(other.workspace_id, 'users')).toBe(2)
  await t.checkLedger()
})

test('the job erases a team with a resource of each kind', async () => {
  const { team } = await makeTenantFixture(t)
  await setFactors(t, team.admin, { JP: '2' })
  const body = { name: await nameOf(team.admin.token) }
  await markPresent(t, team.admin)
  expect((await t.call('workspace.delete', { token: team.admin.token, body })).status).toBe(204)
  t.clock.advance(7 * 86_400_000)
  expect(await deleteDueWorkspaces(t.services)).toBe(1)
  await eraseWorkspace(t.services, team.workspace_id)
  expect(await countRows(team.workspace_id, 'price_factors')).toBe(0)
  expect(await countRows(team.workspace_id, 'workspaces')).toBe(0)
})
