import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  makeTeamReward,
  markPresent,
  type Member,
} from '#tests/support/factories.ts'
import { sendCode } from '#server/modules/auth/one-time-codes.ts'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/platform/ids.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { eraseWorkspace } from './reset-and-delete.ts'
import { deleteDueWorkspaces } from './deletion.ts'

const t = setupTestApp()
let n = 0

const nameOf = async (token: string) => (await t.call('config.get', { token })).body.workspace.name
const countRows = (workspaceId: string, table: string) =>
  t.services.db.tenant(workspaceId, async (trx) =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx)).rows[0]
        ?.n,
    ),
  )

/** Creates a team as the first sign-in does, with demo data. */
async function createTeamWithDemoData() {
  const email = `founder${(n += 1)}@example.test`
  const sig = await sendCode(t.services, {
    email,
    client: `client ${n}`,
    purpose: 'sign_in',
    language: 'en',
    at: t.clock.now(),
  })
  const signed = await t.call('auth.verify_code', {
    body: {
      email,
      sig,
      code: t.mails.findLast((mail) => mail.to === email)?.subject.slice(0, 6) ?? '',
    },
  })
  const { body } = await t.call('auth.create_workspace', {
    token: signed.body.access_token,
    body: { name: 'Real team' },
  })
  const config = (await t.call('config.get', { token: body.access_token })).body
  return { token: body.access_token, workspace_id: body.workspace.id, config }
}

test('removing demo data keeps the data of real people', async () => {
  const { token, workspace_id: workspaceId, config } = await createTeamWithDemoData()
  const valueId = config.values[0]?.id ?? ''
  const member = await makeMember(t, workspaceId)
  const me: Member = {
    workspace_id: workspaceId,
    user_id: config.user.id,
    account_id: '',
    email: config.user.email,
    token,
  }
  const people = (await t.call('people.list', { token, query: { search: '', limit: 50 } })).body
  const demo = people.filter((one) => one.demo).map((one) => one.id)
  expect(demo.length).toBe(6)

  const give = (toId: string[], score: number) =>
    t.call('posts.create', {
      token,
      body: { to_id: toId, value_id: valueId, score, description: 'Thank you all' },
    })
  const mixed = await give([member.user_id, demo[0] ?? '', demo[1] ?? ''], 5)
  await give([demo[2] ?? ''], 7)
  const own = await give([member.user_id], 11)
  const gone = await give([member.user_id, demo[3] ?? ''], 1)
  await t.call('posts.delete', { token, params: { id: gone.body.id } })
  await t.call('coins.adjust', {
    token,
    params: { id: demo[4] ?? '' },
    body: { amount: 30, comment: '' },
  })
  await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .insertInto('likes')
      .values({
        workspace_id: workspaceId,
        post_id: own.body.id,
        user_id: demo[0] ?? '',
        created_at: t.clock.now(),
      })
      .execute(),
  )
  await t.services.db.tenant(workspaceId, (trx) =>
    trx.updateTable('posts').set({ like_count: 1 }).where('id', '=', own.body.id).execute(),
  )
  await addBalance(t, member, 100)
  const reward = (await t.call('shop.list', { token: member.token })).body[0]
  const purchase = await t.call('shop.redeem', {
    token: member.token,
    params: { id: reward?.id ?? '' },
    body: {},
  })
  expect([mixed.status, purchase.status]).toEqual([200, 200])
  // Comments and reactions of real members on removed and kept posts, and of demo users on kept
  // posts.
  const seeded = (await t.call('posts.list', { token })).body.find((one) => one.from.demo)?.id ?? ''
  for (const id of [seeded, mixed.body.id])
    expect(
      (await t.call('posts.add_on', { token: member.token, params: { id }, body: { score: 2 } }))
        .status,
    ).toBe(200)
  for (const id of [seeded, own.body.id]) {
    await t.call('posts.comment', {
      token: member.token,
      params: { id },
      body: { text: 'Well deserved' },
    })
    await t.call('posts.react', { token: member.token, params: { id }, body: { reaction: 'clap' } })
  }
  await t.services.db.tenant(workspaceId, async (trx) => {
    const [at, userId, postId] = [t.clock.now(), demo[1] ?? '', own.body.id]
    await trx
      .insertInto('comments')
      .values({
        workspace_id: workspaceId,
        id: newId(at),
        post_id: postId,
        user_id: userId,
        text: 'Demo',
        created_at: at,
      })
      .execute()
    await trx
      .insertInto('reactions')
      .values(
        (['clap', 'fire'] as const).map((reaction) => ({
          workspace_id: workspaceId,
          post_id: postId,
          user_id: userId,
          reaction,
          created_at: at,
        })),
      )
      .execute()
    await trx
      .updateTable('posts')
      .set({ comment_count: 2, reaction_counts: '{"clap": 2, "fire": 1}' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', postId)
      .execute()
  })
  await t.checkLedger()
  const before = (
    await t.call('coins.list', { token: member.token, params: { id: member.user_id } })
  ).body
  const left = (await t.call('config.get', { token })).body.allowance.spent
  expect(left).toBe(15 + 7 + 11)

  expect((await t.call('workspace.reset_demo_data', { token: member.token })).status).toBe(403)
  expect((await t.call('workspace.reset_demo_data', { token })).status).toBe(204)
  await t.checkLedger()
  const after = (await t.call('config.get', { token })).body
  expect(after).toMatchObject({ demo_data: false, allowance: { spent: 5 + 11 } })
  expect(
    (await t.call('coins.list', { token: member.token, params: { id: member.user_id } })).body,
  ).toEqual(before)
  const posts = (await t.call('posts.list', { token })).body
  expect(posts.map((post) => [post.to_id, post.like_count])).toEqual([
    [[member.user_id], 0],
    [[member.user_id], 0],
  ])
  expect(posts.map((post) => [post.comment_count, post.added_score, post.reactions])).toEqual([
    [1, 0, [{ reaction: 'clap', count: 1, reacted: false }]],
    [0, 0, []],
  ])
  expect((await t.call('config.get', { token: member.token })).body.allowance.spent).toBe(0)
  expect((await t.call('shop.list', { token })).body).toEqual([])
  expect((await t.call('shop.purchases', { token: member.token })).body.items).toMatchObject([
    { id: purchase.body.id, status: 'pending', title: reward?.title },
  ])
  expect((await t.call('leaderboards.list', { token })).body.items).toMatchObject([
    { user_id: member.user_id, score: 16 },
  ])
  const given = await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('daily_recognition')
      .select(['given_points', 'given_posts'])
      .where('user_id', '=', me.user_id)
      .where('given_posts', '>', 0)
      .execute(),
  )
  expect(given).toEqual([{ given_points: 16, given_posts: 2 }])
  for (const table of ['users', 'posts', 'rewards', 'movements']) {
    expect([
      table,
      await t.services.db.tenant(
        workspaceId,
        async (trx) =>
          (await sql`select 1 from ${sql.table(table)} where demo`.execute(trx)).rows.length,
      ),
    ]).toEqual([table, 0])
  }
  // A second removal finds nothing and succeeds.
  expect((await t.call('workspace.reset_demo_data', { token })).status).toBe(204)
})

test('a reset removes posts, points and purchases after confirmation', async () => {
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
