import { afterEach, beforeEach, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  addBalance,
  makeMember,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { expireTeamPurchases } from './deadline-worker.ts'
import { listExpiredTeamPurchases } from './queries.ts'
import {
  redeemFor,
  withdrawPurchase,
  fulfilAsAdmin,
  declineAsAdmin,
  loadShopReward,
  findListedPurchase,
  listEventTypes,
  loadStock,
  sendAndListMails,
} from '#tests/support/team-rewards.ts'

const t = setupTestApp()
let team: Team
let [one, two, three]: Member[] = []
beforeEach(async () => {
  team = await makeTeam(t)
  ;[one, two, three] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  for (const member of teamMembers()) await addBalance(t, member, 100)
})
afterEach(() => t.checkLedger())

function teamMembers(): [Member, Member, Member] {
  if (!one || !two || !three) throw new Error('nobody')
  return [one, two, three]
}
const balances = () => Promise.all(teamMembers().map((who) => getBalance(t, who)))

test('lets an administrator buy an underfunded reward and fulfil it later', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team)
  const purchase = (await redeemFor(t, anna, id, 30)).body
  await redeemFor(t, ben, id, 25)
  expect(await findListedPurchase(t, team, purchase.id)).toMatchObject({
    abilities: { force: true, fulfil: false, decline: true },
  })
  expect((await fulfilAsAdmin(t, team, purchase)).errors).toMatchObject([
    { code: 'team_reward_underfunded', params: { missing: 45 } },
  ])
  const bought = (await fulfilAsAdmin(t, team, purchase, { force: true }, 'force')).body
  expect(bought).toMatchObject({
    status: 'purchased',
    company_part: 45,
    contributed: 55,
    abilities: { fulfil: true, force: false },
  })
  expect((await fulfilAsAdmin(t, team, purchase, { force: true }, 'force')).body).toEqual(bought)
  expect(listEventTypes(bought)?.at(-1)).toEqual(['forced', team.admin.user_id, 45])
  expect((await fulfilAsAdmin(t, team, purchase, { force: true })).codes).toEqual(['conflict'])
  expect(
    (
      await t.call('rewards.fulfil', {
        token: anna.token,
        params: { id: purchase.id },
        body: { force: true },
      })
    ).status,
  ).toBe(403)
  expect((await fulfilAsAdmin(t, team, purchase)).body.status).toBe('fulfilled')
  const audit = (await t.call('workspace.audit', { token: team.admin.token })).body.items.filter(
    (entry) => entry.action.startsWith('purchase.'),
  )
  expect(audit.map((entry) => [entry.action, entry.details])).toEqual([
    ['purchase.fulfilled', { purchase_id: purchase.id }],
    ['purchase.forced', { purchase_id: purchase.id, company_part: 45 }],
  ])
})

test('refunds all contributors when a purchase is declined', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 5 })
  const open = (await redeemFor(t, anna, id, 30)).body
  await redeemFor(t, ben, id, 20)
  expect((await declineAsAdmin(t, team, open, 'The place has closed')).body).toMatchObject({
    status: 'declined',
    decline_reason: 'The place has closed',
    canceled_at: null,
    contributed: 0,
  })
  const full = (await redeemFor(t, anna, id, 100)).body
  expect(full.status).toBe('purchased')
  expect((await declineAsAdmin(t, team, full)).body.status).toBe('declined')
  expect([await loadStock(t, team, id), await balances()]).toEqual([5, [100, 100, 100]])
  expect(listEventTypes(await findListedPurchase(t, team, open.id))?.at(-1)).toEqual([
    'declined',
    team.admin.user_id,
    null,
  ])
  expect((await sendAndListMails(t)).filter(([to]) => to === ben.email)).toEqual([
    [ben.email, '“Team lunch” was declined'],
  ])
  expect(t.mails.find((mail) => mail.to === ben.email)?.text).toContain('The place has closed')
})

test('refunds all contributors once after the deadline', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { deadline: '2026-06-16', available_amount: 1 })
  const purchase = (await redeemFor(t, anna, id, 30)).body
  await redeemFor(t, ben, id, 20)
  await t.call('profiles.update_me', { token: ben.token, body: { language: 'ru' } })
  await sendAndListMails(t)
  expect(await expireTeamPurchases(t.services)).toBe(0)
  t.clock.advance(36 * 3_600_000)
  // No contributions between the deadline and the worker's next run.
  expect((await redeemFor(t, anna, id, 5)).codes).toEqual(['out_of_stock'])
  expect((await t.call('shop.list', { token: anna.token })).body).toEqual([])
  const turns = await Promise.all([
    expireTeamPurchases(t.services),
    expireTeamPurchases(t.services),
  ])
  expect(turns.reduce((sum, done) => sum + done, 0)).toBe(1)
  expect(await balances()).toEqual([100, 100, 100])
  const over = await findListedPurchase(t, team, purchase.id)
  expect(over).toMatchObject({ status: 'declined', canceled_at: null, decline_reason: '' })
  expect(listEventTypes(over)?.at(-1)).toEqual(['expired', null, null])
  expect(await loadStock(t, team, id)).toBe(1)
  await sendAndListMails(t)
  expect(t.mails.find((mail) => mail.to === anna.email)?.text).toContain(
    'The deadline passed before the team had enough points.',
  )
  expect(t.mails.find((mail) => mail.to === ben.email)?.text).toContain(
    'Срок прошёл раньше, чем собралось достаточно баллов.',
  )
  expect(t.mails).toHaveLength(2)
  expect(await expireTeamPurchases(t.services)).toBe(0)
  t.clock.advance(-36 * 3_600_000)
})

test('a batch of expired purchases leaves out none of them for good', async () => {
  const [anna] = teamMembers()
  for (const deadline of ['2026-06-15', '2026-06-16'])
    await redeemFor(t, anna, await makeTeamReward(t, team, { deadline }), 5)
  t.clock.advance(72 * 3_600_000)
  const find = () => listExpiredTeamPurchases(t.services.db.global, t.clock.now(), 1)
  const found = new Set<string>()
  for (let run = 0; run < 40; run += 1)
    for (const { purchase_id: id } of await find()) found.add(id)
  expect(found.size).toBe(2)
  expect(await expireTeamPurchases(t.services)).toBe(2)
  t.clock.advance(-72 * 3_600_000)
})

test('keeps a fully funded purchase after its deadline', async () => {
  const [anna] = teamMembers()
  const id = await makeTeamReward(t, team, { deadline: '2026-06-16' })
  await redeemFor(t, anna, id, 100)
  t.clock.advance(72 * 3_600_000)
  expect(await expireTeamPurchases(t.services)).toBe(0)
  t.clock.advance(-72 * 3_600_000)
})

test('keeps an open purchase on a new price, a deletion or an empty stock', async () => {
  const [anna, ben, carl] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 1 })
  const purchase = (await redeemFor(t, anna, id, 10)).body
  await t.call('rewards.update', { token: team.admin.token, params: { id }, body: { price: 500 } })
  expect(await loadShopReward(t, ben, id)).toMatchObject({ price: 100, missing_points: 90 })
  expect((await redeemFor(t, ben, id, 10, { price: 500 })).errors[0]).toMatchObject({
    code: 'price_changed',
    params: { price: 100 },
  })
  expect((await redeemFor(t, ben, id, 10, { price: 100 })).status).toBe(200)
  await t.call('rewards.delete', { token: team.admin.token, params: { id } })
  expect((await t.call('shop.get', { token: ben.token, params: { id } })).status).toBe(404)
  expect((await redeemFor(t, ben, id, 30)).body.contributed).toBe(50)
  expect((await redeemFor(t, carl, id, 50, { purchase_id: purchase.id })).body.status).toBe(
    'purchased',
  )
  // A late contributor does not open another purchase, which a deleted reward would not allow.
  expect((await redeemFor(t, carl, id, 5, { purchase_id: purchase.id })).codes).toEqual([
    'conflict',
  ])
  expect((await redeemFor(t, carl, id, 5)).codes).toEqual(['out_of_stock'])
})

test('withdraws a deleted user from every team purchase', async () => {
  const [anna, ben] = teamMembers()
  const [shared, alone] = [
    await makeTeamReward(t, team),
    await makeTeamReward(t, team, { available_amount: 1 }),
  ]
  const together = (await redeemFor(t, anna, shared, 30)).body
  await redeemFor(t, ben, shared, 20)
  const lonely = (await redeemFor(t, anna, alone, 40)).body
  expect(
    (await t.call('users.delete', { token: team.admin.token, params: { id: anna.user_id } }))
      .status,
  ).toBe(204)
  expect(await findListedPurchase(t, team, together.id)).toMatchObject({
    status: 'pending',
    contributed: 20,
    user_ids: [ben.user_id],
  })
  expect(await findListedPurchase(t, team, lonely.id)).toMatchObject({ status: 'declined' })
  expect(await loadStock(t, team, alone)).toBe(1)
  expect((await withdrawPurchase(t, ben, together)).body.status).toBe('declined')
})

test('the export names no decision of a funded reward to do', async () => {
  const [anna] = teamMembers()
  const id = await makeTeamReward(t, team, { price: 30 })
  const purchase = (await redeemFor(t, anna, id, 30)).body
  const exported = async () =>
    (
      await t.call('rewards.export_purchases', {
        token: team.admin.token,
        body: { ids: [purchase.id] },
      })
    ).body
      .split('\r\n')[1]
      ?.split(',')
      .slice(-4)
  expect(await exported()).toEqual(['', '', '', ''])
  await fulfilAsAdmin(t, team, purchase)
  expect((await exported())?.[0]).toBe('2026-06-15')
})

test('the export has all points that a person put into a reward', async () => {
  const [anna] = teamMembers()
  const id = await makeTeamReward(t, team, { price: 100 })
  await redeemFor(t, anna, id, 20)
  const purchase = (await redeemFor(t, anna, id, 20)).body
  const { body } = await t.call('rewards.export_purchases', {
    token: team.admin.token,
    body: { ids: [purchase.id] },
  })
  expect(body.split('\r\n')[1]).toMatch(/^[^,]*,[^,(]+ \(40\),/)
})
