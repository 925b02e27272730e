import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { addBalance, makeMember } from '#tests/support/factories.ts'
import { sendCode } from '#server/modules/auth/one-time-codes.ts'
import { newId } from '#server/platform/ids.ts'

const t = setupTestApp()
let n = 0

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

/** Creates a team with demo data and one real member beside the founder. */
async function createMixedTeam() {
  const created = await createTeamWithDemoData()
  const { token, workspace_id: workspaceId } = created
  const member = await makeMember(t, workspaceId)
  const people = (await t.call('people.list', { token, query: { search: '', limit: 50 } })).body
  const demo = people.filter((one) => one.demo).map((one) => one.id)
  expect(demo.length).toBe(6)
  return { ...created, member, demo }
}
type MixedTeam = Awaited<ReturnType<typeof createMixedTeam>>

/** Gives points to real and demo members. Returns a post to both and one to the real member. */
async function givePoints({ token, config, member, demo }: MixedTeam) {
  const valueId = config.values[0]?.id ?? ''
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
  expect(mixed.status).toBe(200)
  return { mixed: mixed.body.id, own: own.body.id }
}

async function addDemoLike({ workspace_id: workspaceId, demo }: MixedTeam, postId: string) {
  await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .insertInto('likes')
      .values({
        workspace_id: workspaceId,
        post_id: postId,
        user_id: demo[0] ?? '',
        created_at: t.clock.now(),
      })
      .execute(),
  )
  await t.services.db.tenant(workspaceId, (trx) =>
    trx.updateTable('posts').set({ like_count: 1 }).where('id', '=', postId).execute(),
  )
}

/** Adds comments, reactions and points of the real member to removed and kept posts. */
async function addRealConversations({ token, member }: MixedTeam, mixed: string, own: string) {
  const seeded =
    (await t.call('posts.list', { token })).body.find((one) => one.from?.demo)?.id ?? ''
  for (const id of [seeded, mixed])
    expect(
      (await t.call('posts.add_on', { token: member.token, params: { id }, body: { score: 2 } }))
        .status,
    ).toBe(200)
  for (const id of [seeded, own]) {
    await t.call('posts.comment', {
      token: member.token,
      params: { id },
      body: { text: 'Well deserved' },
    })
    await t.call('posts.react', { token: member.token, params: { id }, body: { reaction: 'clap' } })
  }
}

async function addDemoConversation({ workspace_id: workspaceId, demo }: MixedTeam, postId: string) {
  await t.services.db.tenant(workspaceId, async (trx) => {
    const [at, userId] = [t.clock.now(), demo[1] ?? '']
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
}

async function expectRollupsWithoutDemo(workspaceId: string, founderId: string) {
  const given = await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('daily_recognition')
      .select(['given_points', 'given_posts'])
      .where('user_id', '=', founderId)
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
}

test('a new team has examples of celebrations, which the reset removes, and none of its own', async () => {
  const { token } = await createTeamWithDemoData()
  const listOccasions = async () =>
    (await t.call('posts.list', { token, query: { limit: 100 } })).body.flatMap(
      ({ occasion }) => occasion?.kind ?? [],
    )
  expect(await listOccasions()).toEqual(['birthday', 'anniversary'])
  const rules = (await t.call('celebrations.list', { token })).body
  expect(rules.map(({ enabled }) => enabled)).toEqual([false, false, false])
  await t.checkLedger()
  await t.call('workspace.reset_demo_data', { token })
  expect(await listOccasions()).toEqual([])
  await t.checkLedger()
})

test('removing demo data keeps the data of real people', async () => {
  const team = await createMixedTeam()
  const { token, workspace_id: workspaceId, config, member } = team
  const { mixed, own } = await givePoints(team)
  await addDemoLike(team, own)
  await addBalance(t, member, 100)
  const reward = (await t.call('shop.list', { token: member.token })).body[0]
  const purchase = await t.call('shop.redeem', {
    token: member.token,
    params: { id: reward?.id ?? '' },
    body: {},
  })
  expect(purchase.status).toBe(200)
  await addRealConversations(team, mixed, own)
  await addDemoConversation(team, own)
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
  await expectRollupsWithoutDemo(workspaceId, config.user.id)
  // A second removal finds nothing and succeeds.
  expect((await t.call('workspace.reset_demo_data', { token })).status).toBe(204)
})

test('removing demo data keeps a demo reward that the team has changed', async () => {
  const { token } = await createTeamWithDemoData()
  const [kept, gone] = (await t.call('rewards.list', { token })).body
  const change = (id: string | undefined, body: object) =>
    t.call('rewards.update', { token, params: { id: id ?? '' }, body })
  expect((await change(kept?.id, { price: 77 })).body).toMatchObject({ price: 77, demo: false })
  expect((await change(gone?.id, { price: gone?.price })).body).toMatchObject({ demo: true })
  expect((await t.call('workspace.reset_demo_data', { token })).status).toBe(204)
  expect((await t.call('rewards.list', { token })).body).toMatchObject([
    { id: kept?.id, price: 77, demo: false },
  ])
})
