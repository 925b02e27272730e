import { afterEach, expect, test } from 'vitest'
import { redeemReward as redeemAs } from '#server/modules/purchases/service.ts'
import { newId } from '#server/platform/ids.ts'
import { authenticate, isActor, startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { findTextInDatabase, leavePersonalData, putAvatar } from '#tests/support/personal-data.ts'

const t = setupTestApp()
afterEach(() => t.checkLedger())

const remove = (by: Member, id: string) =>
  t.call('users.delete', { token: by.token, params: { id } })
const makeReward = async (team: Team, fields: object = {}) =>
  (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Cake', price: 10, ...fields },
    })
  ).body
const redeem = (by: Member, id: string, body: object = {}, key?: string) =>
  t.call('shop.redeem', { token: by.token, params: { id }, body, ...(key ? { key } : {}) })
const balanceOf = async (team: Team, id: string) =>
  (
    await t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .selectFrom('wallets')
        .select('balance')
        .where('workspace_id', '=', team.workspace_id)
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
  ).balance

/** Creates a post with an idempotency key, so that a second call repeats the request. */
const thankWithKey = (team: Team, from: Member, to: Member) =>
  t.call('posts.create', {
    token: from.token,
    key: 'kept',
    body: {
      to_id: [to.user_id],
      value_id: team.value_id,
      score: 5,
      description: 'Thank you for the wind',
    },
  })

/** Creates posts, purchases, an invitation and an access token of a member. */
async function leaveActivity(team: Team, known: Member, mate: Member) {
  // Stored idempotent responses contain people: recipients of posts, and buyers.
  const post = await thankWithKey(team, mate, known)
  const back = await makePost(t, known, [mate], team.value_id, 5)
  const [open, done] = [await makeReward(team, { available_amount: 3 }), await makeReward(team)]
  const fulfilled = await redeem(known, done.id, { comment: 'To Zephyrine, second floor' })
  await t.call('rewards.fulfil', {
    token: team.admin.token,
    params: { id: fulfilled.body.id },
    body: {},
    key: 'kept-by-the-administrator',
  })
  await redeem(known, open.id, { comment: 'For Zephyrine' }, 'kept-too')
  await redeem(known, open.id)
  await t.call('users.create', {
    token: known.token,
    body: { users: [{ email: 'x@example.test' }] },
  })
  await markPresent(t, known)
  const own = await t.call('tokens.create', {
    token: known.token,
    body: { name: 'Zephyrine’s script', scopes: ['rewards:write'], expires_on: '2026-07-01' },
  })
  expect(
    (await t.call('rewards.create', { token: own.body.token, body: { title: 'Tea', price: 3 } }))
      .status,
  ).toBe(200)
  return { post, back, open }
}

async function expectDeletionAudited(team: Team, known: Member): Promise<void> {
  const audit = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', team.workspace_id)
      .where('action', '=', 'user.delete')
      .execute(),
  )
  expect(audit).toMatchObject([
    {
      actor_id: team.admin.user_id,
      details: { user_id: known.user_id, state: { from: 'accepted', to: 'deleted' } },
    },
  ])
}

test('deletion erases all personal data and keeps the ledger balanced', async () => {
  const team = await makeTeam(t)
  const known = await leavePersonalData(t, team)
  const picture = await putAvatar(t, known)
  const mate = await makeMember(t, team.workspace_id)
  await addBalance(t, known, 100)
  const { post, back, open } = await leaveActivity(team, known, mate)
  expect((await t.app.inject(picture)).statusCode).toBe(200)

  expect((await remove(team.admin, known.user_id)).status).toBe(204)

  expect(
    await findTextInDatabase(t, ['zephyr', 'quibble', '+442079460958', '1987-03-04', '2019-05-06']),
  ).toEqual([])
  expect((await t.app.inject(picture)).statusCode).toBe(404)
  expect((await t.call('profiles.me', { token: known.token })).status).toBe(401)
  expect(await balanceOf(team, known.user_id)).toBe(95)
  expect(
    (await t.call('rewards.list', { token: team.admin.token })).body.find(
      (one) => one.id === open.id,
    )?.available_amount,
  ).toBe(3)
  const purchases = (await t.call('rewards.purchases', { token: team.admin.token })).body.items
  expect(purchases.map((one) => [one.status, one.canceled_at !== null])).toEqual([
    ['declined', true],
    ['declined', true],
    ['fulfilled', false],
  ])
  const feed = (await t.call('posts.list', { token: mate.token })).body
  expect(feed.map((one) => one.id)).toEqual([back, post.body.id])
  expect(feed[0]?.from).toMatchObject({
    id: known.user_id,
    state: 'deleted',
    name: '',
    avatar: { url: null },
  })
  expect(
    (await t.call('users.get', { token: team.admin.token, params: { id: known.user_id } })).status,
  ).toBe(404)
  expect((await remove(team.admin, known.user_id)).status).toBe(404)
  // A repeated request is still recognized.
  const again = await thankWithKey(team, mate, known)
  expect([again.status, again.body.id]).toEqual([200, post.body.id])
  expect(await balanceOf(team, known.user_id)).toBe(95)
  // Another person's row of the same list is unchanged, and the address is free again.
  expect(await findTextInDatabase(t, ['somebody@else.test'])).toHaveLength(1)
  expect(
    (
      await t.call('users.create', {
        token: team.admin.token,
        body: { users: [{ email: known.email }] },
      })
    ).body[0]?.outcome,
  ).toBe('invited')
  await expectDeletionAudited(team, known)
})

test('members may delete themselves but not others', async () => {
  const [team, elsewhere] = [await makeTeam(t), await makeTeam(t)]
  const [member, mate] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  await t.services.db.tenant(elsewhere.workspace_id, (trx) =>
    trx
      .insertInto('users')
      .values({
        workspace_id: elsewhere.workspace_id,
        id: newId(t.clock.now()),
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
        accepted_at: null,
        created_at: t.clock.now(),
        deleted_at: null,
      })
      .execute(),
  )
  expect((await remove(member, mate.user_id)).codes).toEqual(['forbidden'])
  await markPresent(t, member)
  const temporary = (await t.call('auth.create_temporary', { token: member.token })).body
  expect((await remove(member, member.user_id)).status).toBe(204)
  expect((await t.call('config.get', { token: member.token })).status).toBe(401)
  // The temporary token opens the other team.
  const others = await t.call('auth.list_workspaces', { token: temporary.access_token })
  expect(others.body.map((one) => one.id)).toEqual([elsewhere.workspace_id])
  expect(
    await t.services.db.global
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', member.account_id)
      .execute(),
  ).toHaveLength(1)
  expect((await remove(mate, mate.user_id)).status).toBe(204)
  expect(
    await t.services.db.global
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', mate.account_id)
      .execute(),
  ).toEqual([])
})

test('an impersonation session cannot delete its own member', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  const token = await startSession(t.services.db.global, t.clock.now(), {
    account_id: member.account_id,
    kind: 'impersonation',
    workspace_id: team.workspace_id,
    user_id: member.user_id,
  })
  expect((await remove({ ...member, token }, member.user_id)).codes).toEqual(['forbidden'])
})

test('deletion races with purchases without losing points', async () => {
  for (let round = 0; round < 12; round += 1) {
    const team = await makeTeam(t)
    const buyer = await makeMember(t, team.workspace_id)
    await addBalance(t, buyer, 100)
    const rewards = [
      await makeReward(team, { available_amount: 50 }),
      await makeReward(team, { available_amount: 50 }),
    ]
    const open = (await redeem(buyer, rewards[0]?.id ?? '')).body.id
    const answers = await Promise.all([
      redeem(buyer, rewards[0]?.id ?? '', {}, `a${round}`),
      redeem(buyer, rewards[1]?.id ?? ''),
      t.call('shop.cancel', { token: buyer.token, params: { id: open } }),
      remove(round % 2 ? team.admin : buyer, buyer.user_id),
      redeem(buyer, rewards[1]?.id ?? ''),
      redeem(buyer, rewards[0]?.id ?? ''),
      t.call('rewards.decline', {
        token: team.admin.token,
        params: { id: open },
        body: { reason: '' },
      }),
    ])
    expect(
      answers.map((one) => one.status).filter((status) => ![200, 204, 401, 409].includes(status)),
    ).toEqual([])
    expect(answers[3]?.status).toBe(204)
    expect(await balanceOf(team, buyer.user_id)).toBe(100)
    const state = (await t.call('rewards.purchases', { token: team.admin.token })).body.items
    expect(state.filter((one) => one.status === 'pending')).toEqual([])
    expect(
      (await t.call('rewards.list', { token: team.admin.token })).body.map(
        (one) => one.available_amount,
      ),
    ).toEqual([50, 50])
  }
})

test('a purchase in progress fails after its buyer was deleted', async () => {
  const team = await makeTeam(t)
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, 100)
  const reward = await makeReward(team)
  const at = t.clock.now()
  const actor = await authenticate(t.services.db, buyer.token, at, 'local')
  if (!isActor(actor)) throw new Error('no session')
  expect((await remove(team.admin, buyer.user_id)).status).toBe(204)
  const call = {
    workspace_id: team.workspace_id,
    user_id: buyer.user_id,
    key: null,
    hash: Buffer.alloc(0),
    at,
  }
  await expect(redeemAs(t.services, actor, reward.id, { comment: '' }, call)).rejects.toThrow(
    'unauthorized',
  )
  expect(await balanceOf(team, buyer.user_id)).toBe(100)
})
