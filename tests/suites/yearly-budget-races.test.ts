import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { YearlyBudget } from '#contract/schemas/yearly-budget.ts'
import { warnOfYearlyBudget } from '#server/modules/yearly-budget/warn.ts'
import { yearlyBudgetWorker } from '#server/modules/yearly-budget/worker.ts'
import { utcDay } from '#server/platform/periods.ts'
import { addBalance, makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { insertWorth } from '#tests/support/liability.ts'
import { runConcurrently, setupTwoProcesses, successes } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Warnings of the yearly budget, raced over workers and two server processes. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
let team: Team
beforeEach(async () => {
  t.clock.set(new Date())
  team = await makeTeam(t, { timezone: 'UTC' })
  const today = utcDay(t.clock.now())
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: today })
  await setBudget(1_000)
  await addBalance(t, await makeMember(t, team.workspace_id), 95)
})

const setBudget = (amountMinor: number) =>
  callAlternately<YearlyBudget>('PUT', '/yearly-budget', team.admin.token, {
    starts_on: utcDay(new Date()),
    amount_minor: amountMinor,
    currency: 'EUR',
  })
const countWarnings = async () => {
  const { workspace_id: workspaceId } = team
  return t.services.db.tenant(workspaceId, async (trx) => {
    const count = async (table: 'outbox' | 'inbox_items') =>
      (
        await trx
          .selectFrom(table)
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('kind', '=', 'yearly_budget')
          .execute()
      ).length
    return [await count('outbox'), await count('inbox_items')]
  })
}
/** Runs the worker in a night in which today is stored. */
const runWorker = () => yearlyBudgetWorker.run(t.services, () => false)
const warn = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    warnOfYearlyBudget(trx, team.workspace_id, t.clock.now()),
  )

test('workers at once send a warning once', async () => {
  t.clock.advance(2 * dayMs)
  await runConcurrently(6, runWorker)
  expect(await countWarnings()).toEqual([1, 1])
  await runWorker()
  expect(await countWarnings()).toEqual([1, 1])
})

test('a worker that ends before its commit sends nothing, and the next one sends once', async () => {
  const lost = t.services.db.tenant(team.workspace_id, async (trx) => {
    await warnOfYearlyBudget(trx, team.workspace_id, t.clock.now())
    throw new Error('the process has ended')
  })
  await expect(lost).rejects.toThrow('the process has ended')
  expect(await countWarnings()).toEqual([0, 0])
  await runConcurrently(4, warn)
  expect(await countWarnings()).toEqual([1, 1])
})

test('a budget that two processes save while workers run is warned of at most once', async () => {
  t.clock.advance(2 * dayMs)
  const replies = await Promise.all([
    runConcurrently(8, (n) => setBudget(1_000 + (n % 2))),
    runConcurrently(3, runWorker),
  ])
  expect(successes(replies[0])).toHaveLength(8)
  const [mails = 0, items] = await countWarnings()
  expect(mails).toBeLessThanOrEqual(1)
  expect(items).toBe(mails)
})
