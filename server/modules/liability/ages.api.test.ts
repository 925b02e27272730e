import { beforeEach, expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import {
  addBalance,
  makeMember,
  makePost,
  type Member,
  type Team,
  markPresent,
} from '#tests/support/factories.ts'
import {
  checkLiability,
  callAs,
  readLiability,
  redeemReward,
  makeFinanceTeam,
  storeDays,
} from '#tests/support/liability.ts'
import { makeAwardGift } from '#tests/support/make-award.ts'
import { makeOrganization } from '#tests/support/make-organization.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
const setTime = (time: string) => t.clock.set(new Date(time))
let team: Team
let ann: Member
let bob: Member
beforeEach(async () => {
  setTime('2026-01-05T12:00:00Z')
  team = await makeFinanceTeam(t)
  ann = await makeMember(t, team.workspace_id)
  bob = await makeMember(t, team.workspace_id)
})

const read = (day?: string) => readLiability(t, team, day)
const thank = (from: Member, to: Member[], score: number) =>
  makePost(t, from, to, team.value_id, score)
const agesOf = ({ ages }: OutputOf<'liability.get'>) =>
  ages.map(({ wallets, held }) => [wallets, held])

test('points of a purchase that was taken back are the newest spent ones again', async () => {
  await addBalance(t, bob, 100)
  setTime('2026-12-01T12:00:00Z')
  await addBalance(t, bob, 40)
  setTime('2027-02-20T12:00:00Z')
  const [first, second] = [
    await redeemReward(t, team, bob, 80),
    await redeemReward(t, team, bob, 30),
  ]
  for (const id of [first, second])
    await callAs(t, team.admin, 'rewards.fulfil', { params: { id }, body: {} })
  expect(agesOf(await read())).toEqual([
    [0, 0],
    [30, 0],
    [0, 0],
    [0, 0],
  ])
  setTime('2027-02-21T12:00:00Z')
  const body = { reason: 'It never arrived' }
  await callAs(t, team.admin, 'rewards.decline', { params: { id: first }, body })
  // The last 30 points stay spent: they are the oldest ones now.
  const { ages, figures } = await read()
  expect([figures.total, ages.map(({ wallets, received }) => [wallets, received])]).toEqual([
    110,
    [
      [0, 0],
      [40, 40],
      [0, 0],
      [70, 100],
    ],
  ])
  setTime('2027-02-23T12:00:00Z')
  // On these days points become 30 and 365 days old, are spent and come back.
  await storeDays(t, team, 60)
  expect(await checkLiability(t, team)).toEqual([])
})

test('the oldest points are spent first, and those before the newest are held', async () => {
  await addBalance(t, bob, 100)
  setTime('2026-12-01T12:00:00Z')
  await addBalance(t, bob, 40)
  setTime('2027-02-01T12:00:00Z')
  await addBalance(t, bob, 30)
  setTime('2027-02-20T12:00:00Z')
  await addBalance(t, bob, 20)
  expect(agesOf(await read())).toEqual([
    [50, 0],
    [40, 0],
    [0, 0],
    [100, 0],
  ])
  const purchase = await redeemReward(t, team, bob, 120)
  expect(agesOf(await read())).toEqual([
    [50, 0],
    [20, 20],
    [0, 0],
    [0, 100],
  ])
  const params = { id: purchase }
  await callAs(t, team.admin, 'rewards.fulfil', { params, body: {} })
  const { ages, expected } = await read()
  expect(ages.map(({ wallets, held }) => [wallets, held])).toEqual([
    [50, 0],
    [20, 0],
    [0, 0],
    [0, 0],
  ])
  // 120 of 190 points of any age are used, 120 of 140 of the older ones.
  expect(ages.map(({ received, used_share: share }) => [received, share])).toEqual([
    [50, 6_315],
    [40, 8_571],
    [0, 10_000],
    [100, 10_000],
  ])
  expect(expected).toEqual({ points: 31 + 17, money: [] })
})

test('points are 30, 90 and 365 days old until their day ends', async () => {
  await addBalance(t, bob, 1)
  const ageOn = async (day: string) =>
    (await read(day)).ages.find(({ wallets }) => wallets === 1)?.age
  setTime('2027-02-01T12:00:00Z')
  expect(await ageOn('2026-02-04')).toBe('30')
  expect(await ageOn('2026-02-05')).toBe('90')
  expect(await ageOn('2026-04-05')).toBe('90')
  expect(await ageOn('2026-04-06')).toBe('365')
  expect(await ageOn('2027-01-05')).toBe('365')
  expect(await ageOn('2027-01-06')).toBe('older')
})

test('declined purchases keep the age of their points', async () => {
  await addBalance(t, bob, 100)
  setTime('2026-03-01T12:00:00Z')
  const purchase = await redeemReward(t, team, bob, 60)
  expect((await read()).figures).toMatchObject({ wallets: 40, held: 60, total: 100 })
  setTime('2026-06-01T12:00:00Z')
  await callAs(t, team.admin, 'rewards.decline', {
    params: { id: purchase },
    body: { reason: 'Sold out' },
  })
  expect(agesOf(await read())).toEqual([
    [0, 0],
    [0, 0],
    [100, 0],
    [0, 0],
  ])
})

test('a deleted post takes its own points and may leave a balance below zero', async () => {
  await addBalance(t, bob, 10)
  setTime('2026-03-01T12:00:00Z')
  const post = await thank(ann, [bob], 50)
  await callAs(t, team.admin, 'posts.delete', { params: { id: post } })
  expect(agesOf(await read())).toEqual([
    [0, 0],
    [10, 0],
    [0, 0],
    [0, 0],
  ])
  const other = await thank(ann, [bob], 50)
  const purchase = await redeemReward(t, team, bob, 60)
  await callAs(t, team.admin, 'rewards.fulfil', { params: { id: purchase }, body: {} })
  await callAs(t, team.admin, 'posts.delete', { params: { id: other } })
  expect(await read()).toMatchObject({ overdrawn: -50, figures: { wallets: -50, total: -50 } })
  setTime('2026-03-03T12:00:00Z')
  await storeDays(t, team)
  expect(await checkLiability(t, team)).toEqual([])
})

test('points that are held for an award are owed once it is approved', async () => {
  const { budget } = await makeOrganization(t, team.admin, ann)
  await makeAwardGift(t, team, { giver: ann, receiver: bob, budget })
  const { awards_held: held, figures } = await read()
  expect(held).toBeGreaterThan(0)
  expect(figures).toMatchObject({ held: 0, total: 0 })
  setTime('2026-01-08T12:00:00Z')
  await storeDays(t, team)
  expect((await read('2026-01-07')).awards_held).toBe(held)
  expect(await checkLiability(t, team)).toEqual([])
})

test('a token of finance reads, and a member without the ability does not', async () => {
  const createToken = async (scope: 'finance:read' | 'billing:read') => {
    const { body } = await t.call('tokens.create', {
      token: team.admin.token,
      body: { name: 'Script', scopes: [scope], expires_on: '2026-02-01' },
    })
    return body.token
  }
  await markPresent(t, team.admin)
  const statusOf = async (token: string) => (await t.call('liability.get', { token })).status
  expect(await statusOf(await createToken('finance:read'))).toBe(200)
  expect(await statusOf(await createToken('billing:read'))).toBe(403)
  expect(await statusOf(bob.token)).toBe(403)
})
