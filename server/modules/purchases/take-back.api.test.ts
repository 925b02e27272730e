import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
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
import { callAs, makeFinanceTeam } from '#tests/support/liability.ts'
import {
  declineAsAdmin,
  findListedPurchase,
  fulfilAsAdmin,
  listEventTypes,
  loadStock,
  redeemFor,
  sendAndListMails,
  withdrawPurchase,
} from '#tests/support/team-rewards.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let team: Team
let buyer: Member
let reward: string
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  team = await makeFinanceTeam(t)
  buyer = await makeMember(t, team.workspace_id, { first_name: 'Mira', last_name: 'Okafor' })
  await addBalance(t, buyer, 100)
  reward = await createReward({ available_amount: 5 })
})
afterAll(() => t.checkLedger())

const createReward = async (fields: object) =>
  (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Hoodie', price: 40, ...fields },
    })
  ).body.id
async function buy(rewardId = reward) {
  const purchase = (await redeemFor(t, buyer, rewardId, undefined)).body
  return (await fulfilAsAdmin(t, team, purchase, { note: 'At the desk', code: 'HOOD-1' })).body
}
const takeBack = (id: string, body: object = { reason: 'It never arrived' }, key?: string) =>
  callAs(t, team.admin, 'rewards.decline', { params: { id }, body, ...(key ? { key } : {}) })
const canTakeBack = async (id: string) =>
  (await callAs(t, team.admin, 'rewards.purchases')).body.items.find((item) => item.id === id)
    ?.abilities.take_back

test('taking a purchase back returns its points, its unit and its limit', async () => {
  const once = await createReward({ one_time: true, person_max: 1, available_amount: 3 })
  const { id } = await buy(once)
  expect([await getBalance(t, buyer), await loadStock(t, team, once)]).toEqual([60, 2])
  expect((await redeemFor(t, buyer, once, undefined)).codes).toEqual(['one_time_used'])
  t.clock.advance(1_000)
  const { body } = await takeBack(id)
  expect(body).toMatchObject({
    status: 'declined',
    stage: 'declined',
    decline_reason: 'It never arrived',
    returned_at: t.clock.now().toISOString(),
    canceled_at: null,
    contributed: 0,
    abilities: { take_back: false, decline: false, fulfil: false },
  })
  expect(listEventTypes(body)?.at(-1)).toEqual(['returned', team.admin.user_id, null])
  expect([await getBalance(t, buyer), await loadStock(t, team, once)]).toEqual([100, 3])
  expect((await redeemFor(t, buyer, once, undefined)).status).toBe(200)
  expect(await listAuditDetails(t, team, 'purchase.returned')).toMatchObject([
    { details: { purchase_id: id } },
  ])
})

test('buyers see the returned points, the reason and the status', async () => {
  const { id } = await buy()
  await sendAndListMails(t)
  t.clock.advance(1_000)
  await takeBack(id)
  const { items } = (
    await t.call('coins.list', { token: buyer.token, params: { id: buyer.user_id } })
  ).body
  expect(items[0]).toMatchObject({
    type: 'purchase_returned',
    amount: 40,
    balance: 100,
    comment: 'It never arrived',
    reward_title: 'Hoodie',
    purchase_id: id,
  })
  expect((await t.call('shop.purchases', { token: buyer.token })).body.items).toMatchObject([
    { id, status: 'declined', decline_reason: 'It never arrived', code: '' },
  ])
  await sendAndListMails(t)
  const mails = t.mails.filter(({ to }) => to === buyer.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['“Hoodie” was taken back'])
  expect(mails[0]?.text).toMatch(/You have 40 points back\.[^]*It never arrived/)
  const inbox = (await t.call('inbox.list', { token: buyer.token })).body.items
  expect(
    inbox.flatMap(({ purchase }) => (purchase ? [[purchase.status, purchase.returned]] : [])),
  ).toEqual([
    ['declined', true],
    ['fulfilled', false],
  ])
})

test('a mail about a fulfilled purchase is not sent after it was taken back', async () => {
  const { id } = await buy()
  await takeBack(id)
  expect((await sendAndListMails(t)).filter(([to]) => to === buyer.email)).toEqual([
    [buyer.email, '“Hoodie” was taken back'],
  ])
})

test('the table of purchases names a returned one', async () => {
  await takeBack((await buy()).id)
  const { body } = await t.call('rewards.purchases_csv', {
    token: team.admin.token,
    query: { days: 30 },
  })
  expect(body).toContain(',Taken back,Reason: It never arrived | Note: At the desk,')
})

test('a purchase is taken back with a reason only, once for each key', async () => {
  const { id } = await buy()
  for (const body of [{}, { reason: '' }, { reason: '  ' }])
    expect((await takeBack(id, body)).errors).toMatchObject([{ code: 'required', field: 'reason' }])
  const first = await takeBack(id, { reason: 'Lost' }, 'same')
  expect((await takeBack(id, { reason: 'Lost' }, 'same')).body).toEqual(first.body)
  expect((await takeBack(id)).codes).toEqual(['purchase_decided'])
  expect((await fulfilAsAdmin(t, team, { id })).codes).toEqual(['purchase_decided'])
  expect(await getBalance(t, buyer)).toBe(100)
})

test('a call for several purchases takes none back', async () => {
  const { id } = await buy()
  const { body } = await t.call('rewards.decide_purchases', {
    token: team.admin.token,
    body: { ids: [id], decision: 'decline', reason: 'Lost' },
  })
  expect(body.results).toEqual([{ id, outcome: 'purchase_decided' }])
  expect(await getBalance(t, buyer)).toBe(60)
})

test('a purchase cannot be taken back after the limit of days', async () => {
  const { id } = await buy()
  t.clock.advance(limits.purchase_return_days * dayMs - 1)
  expect(await canTakeBack(id)).toBe(true)
  t.clock.advance(1)
  expect(await canTakeBack(id)).toBe(false)
  expect((await takeBack(id)).codes).toEqual(['purchase_decided'])
})

test('members and other teams take nothing back', async () => {
  const { id } = await buy()
  const other = await makeTeam(t)
  const call = (token: string) =>
    t.call('rewards.decline', { token, params: { id }, body: { reason: 'Lost' } })
  expect((await call(buyer.token)).status).toBe(403)
  expect([(await call(other.admin.token)).status, await getBalance(t, buyer)]).toEqual([404, 60])
  const own = (await t.call('shop.purchases', { token: buyer.token })).body.items[0]
  expect(own?.abilities.take_back).toBe(false)
})

test('a team reward returns the points of each person, not the part of the company', async () => {
  const ben = await makeMember(t, team.workspace_id)
  const carl = await makeMember(t, team.workspace_id)
  for (const who of [ben, carl]) await addBalance(t, who, 100)
  const id = await makeTeamReward(t, team, { available_amount: 2 })
  const purchase = (await redeemFor(t, buyer, id, 20)).body
  await redeemFor(t, carl, id, 9)
  await withdrawPurchase(t, carl, purchase)
  for (const amount of [15, 7]) await redeemFor(t, ben, id, amount)
  await redeemFor(t, buyer, id, 11)
  await fulfilAsAdmin(t, team, purchase, { force: true })
  await fulfilAsAdmin(t, team, purchase)
  await sendAndListMails(t)
  expect((await takeBack(purchase.id)).body).toMatchObject({
    status: 'declined',
    company_part: 47,
    contributed: 0,
  })
  const balances = await Promise.all([buyer, ben, carl].map((who) => getBalance(t, who)))
  expect([balances, await loadStock(t, team, id)]).toEqual([[100, 100, 100], 2])
  await sendAndListMails(t)
  const textTo = (who: Member) => t.mails.find((mail) => mail.to === who.email)?.text
  expect([textTo(buyer), textTo(ben), textTo(carl)]).toEqual([
    expect.stringContaining('You have 31 points back.'),
    expect.stringContaining('You have 22 points back.'),
    undefined,
  ])
  // The reward can be bought again.
  expect((await redeemFor(t, ben, id, 5)).status).toBe(200)
})

test('points of leavers and erased people return as those of a declined purchase', async () => {
  const ben = await makeMember(t, team.workspace_id)
  await addBalance(t, ben, 100)
  const make = async () => {
    const id = await makeTeamReward(t, team)
    const purchase = (await redeemFor(t, buyer, id, 40)).body
    await redeemFor(t, ben, id, 20)
    await fulfilAsAdmin(t, team, purchase, { force: true })
    return purchase
  }
  const [declined, returned] = [await make(), await make()]
  await fulfilAsAdmin(t, team, returned)
  const { token } = team.admin
  await t.call('users.update', {
    token,
    params: { id: buyer.user_id },
    body: { state: 'deactivated' },
  })
  await callAs(t, team.admin, 'users.delete', { params: { id: ben.user_id } })
  const walletOf = ({ user_id: userId }: Member) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .selectFrom('wallets')
        .select('balance')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow(),
    )
  await declineAsAdmin(t, team, declined)
  const [left, erased] = [await walletOf(buyer), await walletOf(ben)]
  expect([left.balance, erased.balance]).toEqual([60, 80])
  await takeBack(returned.id)
  expect([(await walletOf(buyer)).balance, (await walletOf(ben)).balance]).toEqual([100, 100])
  expect(await findListedPurchase(t, team, returned.id)).toMatchObject({ status: 'declined' })
})
