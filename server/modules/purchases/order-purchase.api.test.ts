import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { PurchaseDecisionsInput } from '#contract/schemas/purchases.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  getBalance,
  makeMember,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  declineAsAdmin,
  findListedPurchase,
  fulfilAsAdmin,
  listEventTypes,
  redeemFor,
  sendAndListMails,
  withdrawPurchase,
} from '#tests/support/team-rewards.ts'

const t = setupTestApp()
let team: Team
let buyer: Member
let reward: string
beforeEach(async () => {
  team = await makeTeam(t)
  buyer = await makeMember(t, team.workspace_id, { first_name: 'Mira', last_name: 'Okafor' })
  await addBalance(t, buyer, 100)
  const body = { title: 'Mug', price: 10, available_amount: 5 }
  reward = (await t.call('rewards.create', { token: team.admin.token, body })).body.id
})
afterAll(() => t.checkLedger())

const redeem = async () =>
  (await t.call('shop.redeem', { token: buyer.token, params: { id: reward }, body: {} })).body
const decide = (body: BodyInputOf<'rewards.decide_purchases'>, token = team.admin.token) =>
  t.call('rewards.decide_purchases', { token, body })
const order = (ids: string[], note = '') => decide({ ids, decision: 'order', note })
const outcomesOf = async (ids: string[], decision: PurchaseDecisionsInput['decision']) =>
  (await decide({ ids, decision })).body.results.map(({ outcome }) => outcome)
const loadOwn = async () =>
  (await t.call('shop.purchases', { token: buyer.token })).body.items[0] ?? expect.fail('no items')
const listInbox = async (who: Member) =>
  (await t.call('inbox.list', { token: who.token })).body.items.map(({ kind, purchase }) => [
    kind,
    purchase?.title,
  ])

test('an ordered purchase says who ordered it, when, and a note', async () => {
  const { id } = await redeem()
  t.clock.advance(1_000)
  expect((await order([id], 'Here on\nFriday')).body.results).toEqual([{ id, outcome: 'done' }])
  const own = await loadOwn()
  expect(own).toMatchObject({
    status: 'pending',
    stage: 'ordered',
    ordered_at: t.clock.now().toISOString(),
    ordered_by: { id: team.admin.user_id },
    order_note: 'Here on\nFriday',
    note: '',
  })
  expect(listEventTypes(own)).toEqual([
    ['redeemed', buyer.user_id, 10],
    ['ordered', team.admin.user_id, null],
  ])
})

test('ordering moves no points and sends no mail', async () => {
  const { id } = await redeem()
  await sendAndListMails(t)
  await order([id])
  expect([await getBalance(t, buyer), await sendAndListMails(t)]).toEqual([90, []])
})

test('ordering is in the audit log with its purchase', async () => {
  const { id } = await redeem()
  await order([id])
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  expect(items.find(({ action }) => action.startsWith('purchase.'))).toMatchObject({
    action: 'purchase.ordered',
    object: { kind: 'purchase', id, title: 'Mug' },
  })
})

test('the buyer of an ordered purchase cannot cancel it', async () => {
  const purchase = await redeem()
  expect((await loadOwn()).abilities.cancel).toBe(true)
  await order([purchase.id])
  expect((await withdrawPurchase(t, buyer, purchase)).codes).toEqual(['purchase_ordered'])
  expect((await loadOwn()).abilities.cancel).toBe(false)
  expect(await getBalance(t, buyer)).toBe(90)
})

test('an ordered purchase can be fulfilled with a note of its own', async () => {
  const purchase = await redeem()
  await order([purchase.id], 'On its way')
  await fulfilAsAdmin(t, team, purchase, { note: 'On your desk', code: 'MUG-1' })
  expect(await loadOwn()).toMatchObject({
    status: 'fulfilled',
    stage: 'done',
    order_note: 'On its way',
    note: 'On your desk',
    code: 'MUG-1',
  })
  expect(await getBalance(t, buyer)).toBe(90)
})

test('an ordered purchase can be declined with a refund', async () => {
  const purchase = await redeem()
  await order([purchase.id])
  expect((await declineAsAdmin(t, team, purchase, 'Sold out')).body.stage).toBe('declined')
  expect(await getBalance(t, buyer)).toBe(100)
})

test('each purchase of a bulk order has its own outcome', async () => {
  const [fresh, again, done] = [await redeem(), await redeem(), await redeem()]
  await order([again.id])
  await fulfilAsAdmin(t, team, done)
  const shared = await makeTeamReward(t, team, { price: 50 })
  const collecting = (await redeemFor(t, buyer, shared, 5)).body
  const ids = [fresh.id, again.id, done.id, collecting.id, reward]
  expect(await outcomesOf(ids, 'order')).toEqual([
    'done',
    'purchase_ordered',
    'purchase_decided',
    'team_reward_underfunded',
    'not_found',
  ])
  expect(await outcomesOf([fresh.id, again.id], 'fulfil')).toEqual(['done', 'done'])
})

test('a fully funded team reward can be ordered', async () => {
  const mate = await makeMember(t, team.workspace_id)
  await addBalance(t, mate, 100)
  const shared = await makeTeamReward(t, team, { price: 20 })
  await redeemFor(t, buyer, shared, 10)
  const { id } = (await redeemFor(t, mate, shared, 10)).body
  expect(await outcomesOf([id], 'order')).toEqual(['done'])
  expect(await findListedPurchase(t, team, id)).toMatchObject({
    status: 'purchased',
    stage: 'ordered',
    abilities: { order: false, fulfil: true, decline: true },
  })
  for (const who of [buyer, mate])
    expect(await listInbox(who)).toEqual([['purchase_ordered', expect.any(String)]])
})

test('ordering needs the right to fulfil purchases', async () => {
  const { id } = await redeem()
  const reply = await decide({ ids: [id], decision: 'order' }, buyer.token)
  expect(reply.codes).toEqual(['forbidden'])
  expect((await loadOwn()).stage).toBe('to_do')
})

test('the work list has ordered purchases as a stage of their own', async () => {
  const [ordered, open] = [await redeem(), await redeem()]
  await order([ordered.id])
  const { token } = team.admin
  const listed = await t.call('rewards.purchases', { token, query: { stage: 'ordered' } })
  expect(listed.body.items.map(({ id }) => id)).toEqual([ordered.id])
  const { stages } = (await t.call('rewards.purchase_counts', { token })).body
  expect([stages.to_do, stages.ordered]).toEqual([1, 1])
  expect((await t.call('rewards.open_purchases', { token })).body.count).toBe(1)
  await order([open.id])
  expect((await t.call('rewards.open_purchases', { token })).body.count).toBe(0)
})

test('the export names ordered purchases with day, administrator and note', async () => {
  const { id } = await redeem()
  await order([id], 'Here on Friday')
  const { body } = await t.call('rewards.export_purchases', {
    token: team.admin.token,
    body: { ids: [id] },
  })
  expect(body.split('\r\n')[1]).toMatch(
    /,Ordered,Order note: Here on Friday,,,2026-06-15,First\d+ Last\d+$/,
  )
})

test('the inbox of the buyer says that a purchase was ordered', async () => {
  const purchase = await redeem()
  await order([purchase.id])
  expect(await listInbox(buyer)).toEqual([['purchase_ordered', 'Mug']])
  t.clock.advance(1_000)
  await fulfilAsAdmin(t, team, purchase)
  expect(await listInbox(buyer)).toEqual([
    ['purchase_decided', 'Mug'],
    ['purchase_ordered', 'Mug'],
  ])
})

test('the switch for decided purchases also turns ordered ones off', async () => {
  await t.call('inbox.set_preferences', { token: buyer.token, body: { purchase_decided: false } })
  const { id } = await redeem()
  await order([id])
  expect(await listInbox(buyer)).toEqual([])
})

test('the inbox of administrators no longer counts ordered purchases', async () => {
  const keeper = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true },
  })
  const { id } = await redeem()
  expect(await listInbox(keeper)).toEqual([['purchase_requested', undefined]])
  await order([id])
  expect(await listInbox(keeper)).toEqual([])
})

test('the note is erased with its buyer', async () => {
  const { id } = await redeem()
  await order([id], 'For Mira')
  await t.call('users.delete', { token: team.admin.token, params: { id: buyer.user_id } })
  const notes = await t.services.db.tenant(team.workspace_id, async (trx) =>
    sql<{ order_note: string }>`
      select order_note from purchases where workspace_id = ${team.workspace_id} and id = ${id}
    `.execute(trx),
  )
  expect(notes.rows).toEqual([{ order_note: '' }])
})
