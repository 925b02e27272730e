import type { Money } from '#contract/schemas/common.ts'
import type { LiabilityLine } from '#contract/schemas/liability.ts'
import { type BudgetThreshold, budgetThresholds } from '#contract/yearly-budget.ts'
import { loadRollForwardSource } from '#server/modules/liability/load-changes.ts'
import { findStoredRange } from '#server/modules/liability/queries.ts'
import { rollForward } from '#server/modules/liability/roll-forward.ts'
import { MoneySums } from '#server/modules/liability/money-sums.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type BudgetYear, countDays } from './budget-year.ts'

type Team = Pick<Actor, 'workspace_id' | 'timezone'>
export type BudgetUse = {
  counted_to: string | null
  used_minor: number
  redeemed_minor: number
  others: Money[]
}

/** Lines of the roll-forward that are points which people receive, or lose with a deleted post. */
const receivedLines: ReadonlySet<LiabilityLine> = new Set([
  'posts',
  'celebrations',
  'awards',
  'bonuses',
  'adjustments',
  'corrections',
])
const isRedemption = (kind: LiabilityLine) => kind === 'redemptions' || kind === 'returns'
/** Days of a year before its pace says anything. */
const paceDaysMin = 30

/** The last day that budgets count. */
export type LastDay = { day: string; isStored: boolean }

/**
 * Returns the last day that budgets count: the newest stored day of the liability, or today before
 * any is stored.
 */
export async function findLastCountedDay(
  trx: Trx,
  workspaceId: string,
  today: string,
): Promise<LastDay> {
  const stored = await findStoredRange(trx, workspaceId)
  return { day: stored?.newest ?? today, isStored: stored !== undefined }
}

/** Returns the use of a budget in a year up to the end of a day, in its currency. */
export async function loadBudgetUse(
  trx: Trx,
  team: Team,
  { starts_on: from }: BudgetYear,
  { to, currency }: { to: string; currency: string },
): Promise<BudgetUse> {
  if (to < from) return { counted_to: null, used_minor: 0, redeemed_minor: 0, others: [] }
  const { lines } = rollForward(await loadRollForwardSource(trx, team, { from, to }))
  const received = new MoneySums()
  let redeemed = 0
  for (const { kind, money } of lines)
    for (const amount of money) {
      if (receivedLines.has(kind)) received.add(amount)
      if (isRedemption(kind) && amount.currency === currency) redeemed -= amount.minor
    }
  const sums = received.list()
  return {
    counted_to: to,
    used_minor: sums.find((sum) => sum.currency === currency)?.minor ?? 0,
    redeemed_minor: redeemed,
    others: sums.filter((sum) => sum.currency !== currency),
  }
}

/** Returns `value * factor / divisor` without its fraction, exact for the greatest amounts. */
const multiply = (value: number, factor: number, divisor: number): number =>
  Number((BigInt(value) * BigInt(factor)) / BigInt(divisor))

/** Returns the used part in whole percent, rounded down. */
export const toUsedPercent = (usedMinor: number, amountMinor: number): number =>
  Math.max(multiply(usedMinor, 100, amountMinor), 0)

/** Returns the greatest part to warn of that is used, or 0. */
export const findReachedThreshold = (usedMinor: number, amountMinor: number): BudgetThreshold | 0 =>
  budgetThresholds.findLast((percent) => percent <= toUsedPercent(usedMinor, amountMinor)) ?? 0

/** Returns the use at the end of the year by the pace so far, or null in its first days. */
export function findExpectedUse(year: BudgetYear, use: BudgetUse): number | null {
  if (use.counted_to === null) return null
  const counted = countDays(year.starts_on, use.counted_to) + 1
  if (counted < paceDaysMin) return null
  const days = countDays(year.starts_on, year.ends_on) + 1
  return Math.max(multiply(use.used_minor, days, counted), 0)
}
