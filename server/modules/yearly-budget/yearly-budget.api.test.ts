import { beforeEach, expect, test } from 'vitest'
import type { YearlyBudgetInput } from '#contract/schemas/yearly-budget.ts'
import {
  addBalance,
  makeMember,
  makePost,
  type Member,
  makeTeam,
  type Team,
} from '#tests/support/factories.ts'
import {
  callAs,
  insertWorth,
  makeFinanceTeam,
  redeemReward,
  setCountry,
  storeDays,
} from '#tests/support/liability.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'
import { yearlyBudgetInput } from '#tests/support/yearly-budget.ts'
import { findYearlyBudget } from './queries.ts'
import { yearlyBudgetWorker } from './worker.ts'

const t = setupTestApp()
const setDay = (day: string) => t.clock.set(new Date(`${day}T12:00:00Z`))
let team: Team
let ann: Member
let bob: Member
beforeEach(async () => {
  setDay('2026-01-01')
  team = await makeFinanceTeam(t)
  ann = await makeMember(t, team.workspace_id)
  bob = await makeMember(t, team.workspace_id)
})

const setBudget = (fields: Partial<YearlyBudgetInput> = {}) =>
  callAs(t, team.admin, 'yearly_budget.set', { body: { ...yearlyBudgetInput, ...fields } })
const readKeptDay = () =>
  t.services.db.tenant(
    team.workspace_id,
    async (trx) => (await findYearlyBudget(trx, team.workspace_id))?.counted_to,
  )
const readBudget = async () => (await callAs(t, team.admin, 'yearly_budget.get')).body

test('a team has no budget before one is set, and none after it is deleted', async () => {
  expect(await readBudget()).toBeNull()
  expect((await setBudget()).body).toEqual({
    ...yearlyBudgetInput,
    ends_on: '2026-12-31',
    days_left: 364,
    counted_to: '2026-01-01',
    used_minor: 0,
    used_percent: 0,
    redeemed_minor: 0,
    expected_minor: null,
    others: [],
  })
  expect(await readBudget()).toMatchObject(yearlyBudgetInput)
  await callAs(t, team.admin, 'yearly_budget.delete')
  await callAs(t, team.admin, 'yearly_budget.delete')
  expect(await readBudget()).toBeNull()
  const details = { yearly_amount: { currency: 'EUR', minor: 100_000 }, starts_on: '2026-01-01' }
  expect(await listAuditDetails(t, team, 'yearly_budget.update')).toMatchObject([{ details }])
  expect(await listAuditDetails(t, team, 'yearly_budget.delete')).toMatchObject([{ details }])
})

test('the use is the worth of received points, with a new worth and a correction', async () => {
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-01-01' })
  await setBudget()
  const post = await makePost(t, ann, [bob], team.value_id, 300)
  await makePost(t, bob, [ann], team.value_id, 55)
  setDay('2026-02-01')
  await insertWorth(t, team, { currency: 'EUR', minor: 1_250, from: '2026-02-01' })
  await addBalance(t, bob, 100)
  await redeemReward(t, team, bob, 80)
  setDay('2026-02-03')
  await callAs(t, team.admin, 'posts.delete', { params: { id: post } })
  setDay('2026-03-02')
  await storeDays(t, team)
  const used = 3_000 + 550 + 1_250 - 3_750
  expect(await readBudget()).toMatchObject({
    counted_to: '2026-03-01',
    used_minor: used,
    used_percent: 1,
    redeemed_minor: 0,
    expected_minor: Math.floor((used * 365) / 60),
    days_left: 304,
  })
  const { body: changes } = await callAs(t, team.admin, 'liability.changes', {
    query: { from: '2026-01-01', to: '2026-03-01' },
  })
  const received = changes.lines.filter(({ kind }) => !/^(change|redem|lapsed|paid)/.test(kind))
  expect(received.flatMap(({ money }) => money).reduce((sum, { minor }) => sum + minor, 0)).toBe(
    used,
  )
})

test('points of a country with another currency do not count', async () => {
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-01-01' })
  await insertWorth(t, team, { country: 'JP', currency: 'JPY', minor: 1_500, from: '2026-01-01' })
  await setCountry(t, 'JP', bob)
  await makePost(t, ann, [bob], team.value_id, 100)
  await makePost(t, bob, [ann], team.value_id, 40)
  setDay('2026-01-02')
  await storeDays(t, team)
  await setBudget()
  expect(await readBudget()).toMatchObject({
    used_minor: 400,
    others: [{ currency: 'JPY', minor: 1_500 }],
  })
})

test('a fulfilled purchase is redeemed, and does not lower the use', async () => {
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-01-01' })
  await addBalance(t, bob, 100)
  const id = await redeemReward(t, team, bob, 80)
  await callAs(t, team.admin, 'rewards.fulfil', { params: { id }, body: {} })
  setDay('2026-01-02')
  await storeDays(t, team)
  await setBudget()
  expect(await readBudget()).toMatchObject({ used_minor: 1_000, redeemed_minor: 800 })
})

test('a budget counts stored days, and the next year begins at zero', async () => {
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-01-01' })
  await setBudget({ starts_on: '2025-01-02' })
  expect(await readBudget()).toMatchObject({ starts_on: '2025-01-02', ends_on: '2026-01-01' })
  await addBalance(t, bob, 100)
  setDay('2026-01-02')
  await storeDays(t, team)
  expect(await readBudget()).toMatchObject({
    starts_on: '2026-01-02',
    ends_on: '2027-01-01',
    counted_to: null,
    used_minor: 0,
  })
  await addBalance(t, bob, 50)
  setDay('2026-01-03')
  expect(await readBudget()).toMatchObject({ counted_to: null, used_minor: 0 })
  await storeDays(t, team)
  expect(await readBudget()).toMatchObject({ counted_to: '2026-01-02', used_minor: 500 })
})

test('the use that the night has kept equals the one of stored days', async () => {
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-01-01' })
  await insertWorth(t, team, { country: 'JP', currency: 'JPY', minor: 1_500, from: '2026-01-01' })
  await setCountry(t, 'JP', bob)
  await setBudget()
  await addBalance(t, bob, 100)
  await addBalance(t, ann, 30)
  setDay('2026-01-02')
  await storeDays(t, team)
  const computed = await readBudget()
  await yearlyBudgetWorker.run(t.services, () => false)
  expect(await readKeptDay()).toBe('2026-01-01')
  expect(await readBudget()).toEqual(computed)
  expect(computed).toMatchObject({ used_minor: 300, others: [{ currency: 'JPY', minor: 1_500 }] })
})

test('a first worth from a past day counts at once', async () => {
  await setBudget()
  await addBalance(t, bob, 100)
  setDay('2026-01-03')
  await yearlyBudgetWorker.run(t.services, () => false)
  expect(await readBudget()).toMatchObject({ counted_to: '2026-01-02', used_minor: 0 })
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-01-01' })
  expect(await readBudget()).toMatchObject({ counted_to: '2026-01-02', used_minor: 1_000 })
})

test('a year of a budget from 29 February begins on 28 February', async () => {
  t.clock.set(new Date('2028-02-29T12:00:00Z'))
  expect((await setBudget({ starts_on: '2028-02-29' })).body).toMatchObject({
    ends_on: '2029-02-27',
  })
  setDay('2029-02-28')
  expect(await readBudget()).toMatchObject({ starts_on: '2029-02-28', ends_on: '2030-02-27' })
  setDay('2032-02-29')
  expect(await readBudget()).toMatchObject({ starts_on: '2032-02-29', ends_on: '2033-02-27' })
})

test('a budget from 29 February that is saved again keeps this day', async () => {
  t.clock.set(new Date('2028-02-29T12:00:00Z'))
  await setBudget({ starts_on: '2028-02-29' })
  setDay('2029-03-05')
  const { starts_on = '' } = (await readBudget()) ?? {}
  expect((await setBudget({ starts_on, amount_minor: 7_000 })).body).toMatchObject({
    starts_on: '2029-02-28',
  })
  setDay('2032-02-29')
  expect(await readBudget()).toMatchObject({ starts_on: '2032-02-29', amount_minor: 7_000 })
  await setBudget({ starts_on: '2032-02-28' })
  setDay('2036-02-29')
  expect(await readBudget()).toMatchObject({ starts_on: '2036-02-28' })
})

test.each([
  [{ amount_minor: 0 }, 'out_of_range', 'amount_minor'],
  [{ amount_minor: 100_000_000_000_001 }, 'out_of_range', 'amount_minor'],
  [{ currency: 'XXY' }, 'wrong_format', 'currency'],
  [{ starts_on: '2026-01-02' }, 'out_of_range', 'starts_on'],
  [{ starts_on: '2025-01-01' }, 'out_of_range', 'starts_on'],
  [{ starts_on: 'today' }, 'wrong_format', 'starts_on'],
])('refuses %j', async (fields, code, field) => {
  const { errors } = await setBudget(fields)
  expect(errors).toMatchObject([{ code, field }])
})

test('a budget is private to the billing administrators of its team', async () => {
  await setBudget()
  const other = await makeTeam(t)
  expect((await callAs(t, other.admin, 'yearly_budget.get')).body).toBeNull()
  await callAs(t, other.admin, 'yearly_budget.delete')
  expect(await readBudget()).not.toBeNull()
  expect((await callAs(t, ann, 'yearly_budget.get')).status).toBe(403)
})
