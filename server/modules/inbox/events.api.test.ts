import { afterEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { deleteExpired } from '#server/modules/retention/service.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { withClient } from '#tests/support/database.ts'
import { declineAsAdmin, fulfilAsAdmin, redeemFor } from '#tests/support/team-rewards.ts'
import {
  createListImport,
  previewListImport,
  runImportNow,
  startListImport,
} from '#tests/support/user-imports.ts'
import { allowanceReminderWorker } from './worker.ts'

const start = new Date('2026-06-15T12:00:00Z')
const t = setupTestApp(() => ({ at: start }))
afterEach(() => t.clock.set(start))

const list = async (who: Member) =>
  (await t.call('inbox.list', { token: who.token, query: { limit: 100 } })).body.items
const unread = async (who: Member) =>
  (await t.call('inbox.summary', { token: who.token })).body.unread
const makeReward = async (team: Team, fields: object = {}) =>
  (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Cake', price: 10, ...fields },
    })
  ).body
const runReminders = () => allowanceReminderWorker.run(t.services, () => false)

/** Creates a team with a buyer, a second rewards administrator and a reward. */
async function makeShop() {
  const team = await makeTeam(t)
  const buyer = await makeMember(t, team.workspace_id)
  const keeper = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true },
  })
  await addBalance(t, buyer, 100)
  return { team, buyer, keeper, reward: await makeReward(team) }
}
const redeem = async (who: Member, id: string) =>
  (await t.call('shop.redeem', { token: who.token, params: { id }, body: {} })).body

/** Copies the item of a post for its recipient, each copy a second older. */
const copyItems = (who: Member, post: string, count: number, at: Date) =>
  withClient(t.ownerUrl, (client) =>
    client.query(
      `insert into inbox_items (workspace_id, user_id, id, kind, post_id, actor_ids, actor_count,
        created_at, updated_at)
      select $1, $2, gen_random_uuid(), 'thanks', $3, '{}', 0, $4::timestamptz - n * interval '1 s',
        $4::timestamptz - n * interval '1 s' from generate_series(1, $5::int) n`,
      [who.workspace_id, who.user_id, post, at, count],
    ),
  )
const countItems = (who: Member) =>
  withClient(
    t.ownerUrl,
    async (client) =>
      (
        await client.query<{ n: number }>(
          'select count(*)::int as n from inbox_items where user_id = $1',
          [who.user_id],
        )
      ).rows[0]?.n,
  )

test('each administrator has one item with the number of open purchases', async () => {
  const { team, buyer, keeper, reward } = await makeShop()
  const [first, second] = [await redeem(buyer, reward.id), await redeem(buyer, reward.id)]
  for (const who of [team.admin, keeper])
    expect(await list(who)).toMatchObject([
      { kind: 'purchase_requested', open_purchases: 2, actors: [{ id: buyer.user_id }] },
    ])
  expect(await list(buyer)).toEqual([])
  await fulfilAsAdmin(t, team, first)
  expect(await list(keeper)).toMatchObject([{ open_purchases: 1 }])
  await declineAsAdmin(t, team, second, 'Sold out')
  expect([await list(keeper), await unread(keeper)]).toEqual([[], 0])
})

test('a new purchase marks the item as unread again', async () => {
  const { buyer, keeper, reward } = await makeShop()
  await redeem(buyer, reward.id)
  const [item] = await list(keeper)
  await t.call('inbox.mark_read', { token: keeper.token, body: { ids: [item?.id ?? ''] } })
  expect(await unread(keeper)).toBe(0)
  await redeem(buyer, reward.id)
  expect(await list(keeper)).toMatchObject([{ id: item?.id, read_at: null, open_purchases: 2 }])
})

test('open purchases are hidden without the permission to fulfil them', async () => {
  const { team, buyer, keeper, reward } = await makeShop()
  await redeem(buyer, reward.id)
  await t.call('users.permissions', {
    token: team.admin.token,
    params: { id: keeper.user_id },
    body: { rewards_administrator: false },
  })
  expect([await list(keeper), await unread(keeper)]).toEqual([[], 0])
})

test('a decision creates an item for every buyer of the purchase', async () => {
  const { team, buyer, reward } = await makeShop()
  const mate = await makeMember(t, team.workspace_id)
  await addBalance(t, mate, 100)
  await fulfilAsAdmin(t, team, await redeem(buyer, reward.id))
  expect(await list(buyer)).toMatchObject([
    { kind: 'purchase_decided', purchase: { title: 'Cake', status: 'fulfilled' } },
  ])
  t.clock.advance(1_000)
  const lunch = await makeTeamReward(t, team, { price: 20 })
  await redeemFor(t, buyer, lunch, 10)
  const full = await redeemFor(t, mate, lunch, 10)
  await declineAsAdmin(t, team, full.body, 'Closed')
  for (const who of [buyer, mate])
    expect((await list(who))[0]).toMatchObject({
      kind: 'purchase_decided',
      purchase: { status: 'declined' },
      actors: [{ id: team.admin.user_id }],
    })
})

test('the uploader gets an item when an import ends', async () => {
  const team = await makeTeam(t)
  const created = await createListImport(t, team, 'E-mail\nnew@example.test\nbroken\n')
  await previewListImport(t, team, created.id, ['email'])
  await startListImport(t, team, created.id)
  expect(await list(team.admin)).toEqual([])
  await runImportNow(t, team, created.id)
  expect(await list(team.admin)).toMatchObject([
    {
      kind: 'import_finished',
      import: { id: created.id, state: 'finished', invited_count: 1, refused_count: 1 },
    },
  ])
})

test('unused points create one reminder in the last three days', async () => {
  const team = await makeTeam(t, { limit: 50 })
  const member = await makeMember(t, team.workspace_id)
  t.clock.set(new Date('2026-06-26T06:00:00Z'))
  await runReminders()
  expect(await list(member)).toEqual([])
  t.clock.set(new Date('2026-06-28T06:00:00Z'))
  await makePost(t, member, [team.admin], team.value_id, 20)
  for (const _ of [1, 2]) await runReminders()
  expect(await list(member)).toMatchObject([
    { kind: 'allowance_ending', allowance: { left: 30, ends_at: '2026-07-01T00:00:00.000Z' } },
  ])
  await makePost(t, member, [team.admin], team.value_id, 30)
  expect([await list(member), await unread(member)]).toEqual([[], 0])
  t.clock.set(new Date('2026-07-29T06:00:00Z'))
  await runReminders()
  expect(await countItems(member)).toBe(2)
})

test('members without a limit get no reminder', async () => {
  const team = await makeTeam(t, { limit: null })
  const spent = await makeMember(t, team.workspace_id)
  t.clock.set(new Date('2026-06-29T06:00:00Z'))
  await runReminders()
  expect(await list(spent)).toEqual([])
})

test('the unread count stops at its maximum', async () => {
  const team = await makeTeam(t, { limit: null })
  const member = await makeMember(t, team.workspace_id)
  const post = await makePost(t, team.admin, [member], team.value_id)
  await copyItems(member, post, limits.inbox_unread_counted + 20, start)
  expect(await unread(member)).toBe(limits.inbox_unread_counted)
})

test('items are deleted after 90 days and beyond 1,000 for a user', async () => {
  const team = await makeTeam(t, { limit: null })
  const [old, crowded] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const post = await makePost(t, team.admin, [old, crowded], team.value_id)
  await copyItems(old, post, 3, new Date(start.getTime() - (limits.inbox_days + 1) * dayMs))
  await copyItems(crowded, post, limits.inbox_items_max + 1_200, start)
  expect([(await list(old)).length, await unread(old)]).toEqual([1, 1])
  await deleteExpired(t.services)
  expect(await Promise.all([countItems(old), countItems(crowded)])).toEqual([
    1,
    limits.inbox_items_max,
  ])
})

test('a reset or the erasure of a user deletes the items', async () => {
  const team = await makeTeam(t, { limit: null })
  const member = await makeMember(t, team.workspace_id)
  const mate = await makeMember(t, team.workspace_id)
  const post = await makePost(t, team.admin, [member, mate], team.value_id)
  t.clock.advance(1_000)
  await t.call('posts.like', { token: member.token, params: { id: post } })
  await t.call('users.delete', { token: team.admin.token, params: { id: member.user_id } })
  expect(await countItems(member)).toBe(0)
  expect((await list(mate))[0]).toMatchObject({
    kind: 'reaction',
    actors: [{ id: member.user_id, state: 'deleted', name: '' }],
  })
  await withClient(t.ownerUrl, async (client) => {
    await client.query(`set citus.propagate_set_commands = 'local'`)
    await client.query('begin')
    await client.query(`set local laurel.workspace = '${team.workspace_id}'`)
    await client.query('select workspace_reset($1)', [team.workspace_id])
    await client.query('commit')
  })
  expect(await countItems(mate)).toBe(0)
})
