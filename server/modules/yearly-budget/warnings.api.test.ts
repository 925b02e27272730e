import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { YearlyBudgetInput } from '#contract/schemas/yearly-budget.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { addBalance, makeMember, type Member, type Team } from '#tests/support/factories.ts'
import { callAs, insertWorth, makeFinanceTeam } from '#tests/support/liability.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { yearlyBudgetInput } from '#tests/support/yearly-budget.ts'
import { yearlyBudgetWorker } from './worker.ts'

const t = setupTestApp()
const setDay = (day: string) => t.clock.set(new Date(`${day}T06:00:00Z`))
let team: Team
let bob: Member
let day = '2026-01-01'
beforeEach(async () => {
  day = '2026-01-01'
  setDay(day)
  team = await makeFinanceTeam(t)
  bob = await makeMember(t, team.workspace_id)
  // 100 points are 10 euros, so that a point is 1 percent of the budget.
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2025-01-01' })
})

const setBudget = (fields: Partial<YearlyBudgetInput> = {}) =>
  callAs(t, team.admin, 'yearly_budget.set', {
    body: { ...yearlyBudgetInput, amount_minor: 1_000, ...fields },
  })
/** Returns the subjects of the mails of the night after today. */
async function runNight(): Promise<string[]> {
  day = Temporal.PlainDate.from(day).add({ days: 1 }).toString()
  setDay(day)
  await yearlyBudgetWorker.run(t.services, () => false)
  await yearlyBudgetWorker.run(t.services, () => false)
  await processOutbox(t.services)
  return t.mails
    .splice(0)
    .filter(({ to }) => to === team.admin.email)
    .map(({ subject }) => subject)
}
/** Adds points, and returns the subjects of the mails of the next night. */
async function receive(points: number): Promise<string[]> {
  await addBalance(t, bob, points)
  return runNight()
}
const readPercents = async (member: Member) =>
  (await callAs(t, member, 'inbox.list')).body.items
    .filter(({ kind }) => kind === 'yearly_budget')
    .map(({ percent }) => percent)

test('warns at 70, 90 and 100 percent, each once', async () => {
  await setBudget()
  expect(await receive(69)).toEqual([])
  expect(await receive(1)).toEqual([expect.stringContaining('has used 70%')])
  expect(await runNight()).toEqual([])
  expect(await receive(20)).toEqual([expect.stringContaining('has used 90%')])
  expect(await receive(9)).toEqual([])
  expect(await receive(1)).toEqual([expect.stringContaining('has used up')])
  expect(await receive(50)).toEqual([])
  expect(await readPercents(team.admin)).toEqual([100, 90, 70])
  expect(await readPercents(bob)).toEqual([])
})

test('a jump warns of the greatest part alone', async () => {
  await setBudget()
  expect(await receive(60)).toEqual([])
  expect(await receive(60)).toEqual([expect.stringContaining('has used up')])
  expect(await readPercents(team.admin)).toEqual([100])
})

test('a mail has the amounts and the last day of the year', async () => {
  await setBudget({ amount_minor: 1_050 })
  await addBalance(t, bob, 80)
  setDay('2026-01-02')
  await yearlyBudgetWorker.run(t.services, () => false)
  await processOutbox(t.services)
  const [mail] = t.mails.splice(0).filter(({ to }) => to === team.admin.email)
  expect(mail?.text).toMatch(/has used €8 of €10\.50\. The budget year ends on December 31\./)
  expect(mail?.text).toContain('/settings/finance')
})

test('a budget saved above a part warns of later parts only', async () => {
  await addBalance(t, bob, 75)
  await runNight()
  await setBudget()
  expect(await runNight()).toEqual([])
  expect(await receive(15)).toEqual([expect.stringContaining('has used 90%')])
})

test('a raised amount lets the same part be warned of again', async () => {
  await setBudget()
  expect(await receive(95)).toEqual([expect.stringContaining('has used 90%')])
  await setBudget({ amount_minor: 2_000 })
  expect(await runNight()).toEqual([])
  expect(await receive(50)).toEqual([expect.stringContaining('has used 70%')])
})

test('a new year begins without warnings, and its last day still counts', async () => {
  day = '2026-01-05'
  setDay(day)
  await setBudget({ starts_on: '2025-01-08' })
  expect(await receive(75)).toEqual([expect.stringContaining('has used 70%')])
  await runNight()
  expect(await receive(20)).toEqual([expect.stringContaining('has used 90%')])
  expect(day).toBe('2026-01-08')
  expect(await receive(72)).toEqual([expect.stringContaining('has used 70%')])
})

test('an item disappears with the budget', async () => {
  await setBudget()
  await receive(80)
  expect(await readPercents(team.admin)).toEqual([70])
  await callAs(t, team.admin, 'yearly_budget.delete')
  expect(await readPercents(team.admin)).toEqual([])
})

test('a mail is not sent after the budget is deleted', async () => {
  await setBudget()
  await addBalance(t, bob, 80)
  setDay('2026-01-02')
  await yearlyBudgetWorker.run(t.services, () => false)
  await callAs(t, team.admin, 'yearly_budget.delete')
  await processOutbox(t.services)
  expect(t.mails.splice(0).filter(({ to }) => to === team.admin.email)).toEqual([])
})

test('a reset team is warned from the beginning', async () => {
  await setBudget()
  await receive(80)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    sql`select workspace_reset(${team.workspace_id})`.execute(trx),
  )
  expect(await receive(80)).toEqual([expect.stringContaining('has used 70%')])
})
