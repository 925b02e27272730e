import { beforeEach, expect, test } from 'vitest'
import { type AwardTeam, createAwardTeam } from '#tests/support/awards.ts'
import { findTextInDatabase } from '#tests/support/personal-data.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let a: AwardTeam
let giftId: string
/** What the receiver reads before the submission. */
let before: string
const text = 'For the xylophone concert'

/** Everything that the receiver can read, as text. */
async function readAll(): Promise<string> {
  const { token, user_id: id } = a.receiver
  const answers = [
    await t.call('config.get', { token }),
    await t.call('inbox.list', { token }),
    await t.call('inbox.summary', { token }),
    await t.call('posts.list', { token }),
    await t.call('profiles.me', { token }),
    await t.call('profiles.get', { token, params: { id } }),
    await t.call('coins.list', { token, params: { id } }),
    await t.call('awards.available', { token }),
    await t.call('awards.summary', { token }),
    ...(await Promise.all(
      (['given', 'received', 'to_decide'] as const).map((filter) =>
        t.call('awards.gifts', { token, query: { filter } }),
      ),
    )),
    await t.call('leaderboards.list', { token }),
  ]
  const exported = await t.app.inject({
    method: 'GET',
    url: '/api/profiles/me/export',
    headers: { authorization: `Bearer ${token}` },
  })
  if (exported.statusCode !== 200) throw new Error('no export')
  return JSON.stringify(answers.map(({ body }) => body)) + exported.payload
}

beforeEach(async () => {
  a = await createAwardTeam(t)
  const award = await a.makeAward({
    budget_id: a.budgetId,
    steps: [{ approver: 'receiver_manager' }, { approver: 'budget_owner' }],
  })
  before = await readAll()
  giftId = (await a.give(award, { text })).body.id
})

test('the receiver learns nothing until the last approval', async () => {
  expect(await readAll()).toBe(before)
  await a.decide(a.manager, giftId)
  expect(await readAll()).toBe(before)
  for (const call of [
    a.findGift(a.receiver, giftId),
    a.decide(a.receiver, giftId),
    a.withdraw(giftId, a.receiver),
    t.call('awards.certificate', { token: a.receiver.token, params: { id: giftId } }),
  ])
    expect((await call).status).toBe(404)
  await a.decide(a.head, giftId, { step: 1 })
  const gift = await a.findGift(a.receiver, giftId)
  expect(gift.body).toMatchObject({ status: 'approved', decisions: [], approvers: [] })
  expect((await a.listGifts(a.receiver, 'received')).map(({ id }) => id)).toEqual([giftId])
  expect(await readAll()).toContain(text)
})

test('the receiver never learns of a declined or withdrawn gift', async () => {
  await a.decide(a.manager, giftId, { approve: false, reason: 'Not yet' })
  expect(await readAll()).toBe(before)
  expect((await a.findGift(a.receiver, giftId)).status).toBe(404)
})

test('an administrator who would get a gift does not see it', async () => {
  const { admin } = a.team
  const award = await a.makeAward({
    name: 'For leaders',
    budget_id: a.budgetId,
    steps: [{ approver: 'people', user_ids: [a.manager.user_id] }],
  })
  const { body } = await a.give(award, { to_ids: [admin.user_id] })
  expect((await a.findGift(admin, body.id)).status).toBe(404)
  expect((await a.listGifts(admin, 'all')).map(({ id }) => id)).toEqual([giftId])
  const movements = await t.call('budgets.movements', {
    token: admin.token,
    params: { id: a.budgetId },
  })
  expect(movements.body.items.map(({ points }) => points)).toEqual([-20, 1000])
  const audit = await t.call('workspace.audit', { token: admin.token })
  expect(JSON.stringify(audit.body)).not.toContain(body.id)
})

test('other members see no gift', async () => {
  expect((await a.findGift(a.head, giftId)).status).toBe(404)
  const refused = await t.call('awards.gifts', {
    token: a.manager.token,
    query: { filter: 'all' },
  })
  expect(refused.status).toBe(403)
})

test('the erasure of a giver withdraws their gifts and clears their words', async () => {
  const award = await a.makeAward({ name: 'Quiz', steps: [{ approver: 'receiver_manager' }] })
  await a.give(award, { text: 'For the unforgettable quibbles' })
  await t.call('users.delete', {
    token: a.team.admin.token,
    params: { id: a.giver.user_id },
  })
  expect(await findTextInDatabase(t, ['quibbles'])).toEqual([])
  expect((await a.listGifts(a.team.admin, 'all')).map(({ status }) => status)).toEqual([
    'withdrawn',
    'withdrawn',
  ])
  expect(await a.left()).toBe(1000)
  await t.checkLedger()
})
