import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { type BonusTeam, createBonusTeam } from '#tests/support/bonuses.ts'
import { addBalance, makeMember, type Member } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let b: BonusTeam
let token: string
beforeEach(async () => {
  b = await createBonusTeam(t)
  ;({ token } = b.team.admin)
})
afterEach(() => t.checkLedger())

test('a payment reaches balances, inboxes and the list, once', async () => {
  const { body: bonus } = await b.make({ name: 'Spring bonus', text: 'Thank you all' })
  const paid = await b.pay(bonus.id)
  expect(paid.body).toMatchObject({
    status: 'paid',
    people: 3,
    points_paid: 200,
    paid_by: { id: b.team.admin.user_id },
  })
  expect(await b.balanceOf(b.cleo)).toBe(60 + 120)
  const sheet = await t.call('coins.list', { token: b.cleo.token, params: { id: b.cleo.user_id } })
  expect(sheet.body.items[0]).toMatchObject({
    type: 'bonus',
    amount: 120,
    comment: 'Spring bonus',
    post_id: null,
  })
  const inbox = await t.call('inbox.list', { token: b.ben.token })
  expect(inbox.body.items.find(({ kind }) => kind === 'bonus_received')).toMatchObject({
    points: 60,
    bonus: { name: 'Spring bonus', text: 'Thank you all' },
    post: null,
    actors: [],
  })
  expect((await t.call('posts.list', { token })).body).toHaveLength(3)
  expect((await b.pay(bonus.id, { people: 3, points: 200 })).codes).toEqual(['bonus_paid'])
  expect(await b.sharesOf(bonus.id)).toEqual([
    ['Cleo', 60, 120],
    ['Ben', 30, 60],
    ['Ana', 10, 20],
  ])
  expect(await listAuditDetails(t, b.team, 'bonus.pay')).toMatchObject([
    { details: { bonus_id: bonus.id, name: 'Spring bonus', amount: 200, count: 3 } },
  ])
})

test('a bonus counts as points that are not redeemed, not as given or received', async () => {
  const statistics = async () => (await t.call('leaderboards.statistics', { token })).body
  const figures = async () => ({
    leaders: (await t.call('leaderboards.list', { token, query: { period: 'all' } })).body,
    statistics: await statistics(),
    profile: (await t.call('profiles.get', { token, params: { id: b.ana.user_id } })).body
      .received_points,
  })
  const before = await figures()
  const { body: bonus } = await b.make()
  await b.pay(bonus.id)
  const { points_outstanding: outstanding } = before.statistics
  expect(await figures()).toEqual({
    ...before,
    statistics: { ...before.statistics, points_outstanding: outstanding + 200 },
  })
})

test('a repeated key answers with the first payment', async () => {
  const { body: bonus } = await b.make()
  const first = await b.pay(bonus.id, { people: 3, points: 200 }, 'bonus-key')
  const again = await b.pay(bonus.id, { people: 3, points: 200 }, 'bonus-key')
  expect(again.body).toEqual(first.body)
  expect(await b.balanceOf(b.ana)).toBe(10 + 20)
})

test('a payment with another result than the preview pays nothing', async () => {
  const { body: bonus } = await b.make({ method: 'fixed', points: 5 })
  const { people, points } = (await b.preview(bonus.id)).body
  await makeMember(t, b.team.workspace_id)
  const refused = await b.pay(bonus.id, { people, points })
  expect(refused.status).toBe(409)
  expect(refused.codes).toEqual(['bonus_changed'])
  expect(await b.balanceOf(b.ana)).toBe(10)
  expect((await b.pay(bonus.id)).status).toBe(200)
})

test('a payment with the totals of the preview but other parts pays nothing', async () => {
  const { body: bonus } = await b.make({ points: 300 })
  const update = (body: BodyInputOf<'bonuses.update'>) =>
    t.call('bonuses.update', { token, params: { id: bonus.id }, body })
  const seen = async () => {
    const { people, points, hash } = (await b.preview(bonus.id)).body
    return { people, points, hash: hash ?? '' }
  }
  const audience = { user_ids: [b.ana.user_id, b.ben.user_id, b.cleo.user_id] }
  await update({ audience })
  const byShare = await seen()
  await update({ method: 'even' })
  const even = await seen()
  expect([even.people, even.points]).toEqual([byShare.people, byShare.points])
  expect((await b.pay(bonus.id, byShare)).codes).toEqual(['bonus_changed'])
  await update({ budget_id: b.budgetId })
  expect((await b.pay(bonus.id, even)).codes).toEqual(['bonus_changed'])
  expect(await b.left()).toBe(1_000)
  expect((await b.pay(bonus.id, await seen())).status).toBe(200)
  expect((await b.preview(bonus.id)).body.hash).toBeNull()
})

test('a budget pays and is never overdrawn', async () => {
  const { body: bonus } = await b.make({ budget_id: b.budgetId, points: 900 })
  expect(bonus.budget).toEqual({ id: b.budgetId, name: 'Bonuses' })
  expect((await b.preview(bonus.id)).body.budget_left).toBe(1_000)
  expect((await b.pay(bonus.id)).status).toBe(200)
  expect(await b.left()).toBe(100)
  const movements = await t.call('budgets.movements', { token, params: { id: b.budgetId } })
  expect(movements.body.items[0]).toMatchObject({
    type: 'bonus',
    points: -900,
    reason: 'Spring bonus',
  })
  const second = await b.make({ budget_id: b.budgetId, points: 101 })
  expect((await b.pay(second.body.id)).codes).toEqual(['budget_overdrawn'])
  await t.call('budgets.close', { token, params: { id: b.budgetId } })
  expect((await b.pay(second.body.id)).codes).toEqual(['budget_unavailable'])
  expect(await b.balanceOf(b.cleo)).toBe(60 + 540)
})

test('a budget that was closed refuses no other change of its bonus', async () => {
  const { body: bonus } = await b.make({ budget_id: b.budgetId })
  await t.call('budgets.close', { token, params: { id: b.budgetId } })
  const update = (body: BodyInputOf<'bonuses.update'>) =>
    t.call('bonuses.update', { token, params: { id: bonus.id }, body })
  const renamed = await update({ name: 'Summer bonus', budget_id: b.budgetId })
  expect(renamed.body).toMatchObject({ name: 'Summer bonus', budget: { id: b.budgetId } })
  await update({ budget_id: null })
  expect((await update({ budget_id: b.budgetId })).codes).toEqual(['not_found'])
})

const exportOf = async (id: string) =>
  String((await t.call('bonuses.csv', { token, params: { id } })).body)
    .trim()
    .split('\r\n')

test('the file has who gets the points, with former people after the payment', async () => {
  const { body: bonus } = await b.make()
  const rows = await exportOf(bonus.id)
  expect(rows).toHaveLength(4)
  expect(rows[1]).toMatch(/^Cleo .*,60,120$/)
  await b.pay(bonus.id)
  expect(await exportOf(bonus.id)).toEqual(rows)
  await t.call('users.delete', { token, params: { id: b.cleo.user_id } })
  expect((await exportOf(bonus.id))[1]).toBe('Former teammate,60,120')
  expect((await b.preview(bonus.id)).body.items[0]).toMatchObject({ user: { name: '' } })
  expect(await listAuditDetails(t, b.team, 'export.bonus')).toHaveLength(3)
})

test('pages of a draft and of a paid bonus continue after the last person', async () => {
  const { body: bonus } = await b.make({ method: 'even', points: 8 })
  const readAll = async () => {
    const names: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof b.preview>> = await b.preview(bonus.id, {
        limit: '1',
        ...(cursor ? { cursor } : {}),
      })
      names.push(...page.body.items.map(({ user }) => user.id))
      cursor = page.body.next_cursor
    } while (cursor)
    return names
  }
  const draft = await readAll()
  expect(new Set(draft).size).toBe(4)
  await b.pay(bonus.id)
  expect(await readAll()).toEqual(draft)
  expect((await b.preview(bonus.id, { cursor: 'nonsense' })).codes).toEqual(['malformed'])
})

test('the personal export has the bonuses of a person', async () => {
  const { body: bonus } = await b.make({ audience: { user_ids: [b.ana.user_id] } })
  await b.pay(bonus.id)
  const { body } = await t.call('profiles.export', { token: b.ana.token })
  expect(body.bonuses).toMatchObject([
    { id: bonus.id, bonus: 'Spring bonus', received: 10, points: 200 },
  ])
  expect(body.profile['awards']).toMatchObject({ named_in_bonuses: ['Spring bonus'] })
})

test('people who mute thanks get the points without an item', async () => {
  const mute = { token: b.ana.token, body: { thanks: false } }
  await t.call('inbox.set_preferences', mute)
  await addBalance(t, b.ana, 1)
  const { body: bonus } = await b.make()
  await b.pay(bonus.id)
  const kinds = async ({ token: own }: Member) =>
    (await t.call('inbox.list', { token: own })).body.items.map(({ kind }) => kind)
  expect(await kinds(b.ana)).not.toContain('bonus_received')
  expect(await kinds(b.ben)).toContain('bonus_received')
})
