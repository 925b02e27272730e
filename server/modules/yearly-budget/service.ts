import type { YearlyBudget, YearlyBudgetInput } from '#contract/schemas/yearly-budget.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type BudgetUse,
  findExpectedUse,
  findLastCountedDay,
  findReachedThreshold,
  loadBudgetUse,
  toUsedPercent,
} from './budget-use.ts'
import { type BudgetYear, countDays, findBudgetYear } from './budget-year.ts'
import { findCountedUse, toCountedColumns } from './counted-use.ts'
import { deleteYearlyBudgetRow, findYearlyBudget, upsertYearlyBudget } from './queries.ts'

type Amount = Pick<YearlyBudgetInput, 'amount_minor' | 'currency'>

const presentBudget = (
  { amount_minor: amount, currency }: Amount,
  year: BudgetYear,
  use: BudgetUse,
  today: string,
): YearlyBudget => ({
  ...year,
  amount_minor: amount,
  currency,
  days_left: countDays(today, year.ends_on),
  ...use,
  used_percent: toUsedPercent(use.used_minor, amount),
  expected_minor: findExpectedUse(year, use),
})

/** Returns the budget of the current year of the actor's team, or null without one. */
export async function loadYearlyBudget(
  trx: Trx,
  actor: Actor,
  at: Date,
): Promise<YearlyBudget | null> {
  const budget = await findYearlyBudget(trx, actor.workspace_id)
  const today = toLocalDay(at, actor.timezone)
  // A new time zone may put today before a budget that begins today.
  const year =
    budget && (findBudgetYear(budget.starts_on, today) ?? findFirstYear(budget.starts_on))
  if (!budget || !year) return null
  const last = await findLastCountedDay(trx, actor.workspace_id, today)
  const use =
    findCountedUse(budget, year, last) ??
    (await loadBudgetUse(trx, actor, year, { to: last.day, currency: budget.currency }))
  return presentBudget(budget, year, use, today)
}

const findFirstYear = (startsOn: string) => findBudgetYear(startsOn, startsOn)

/** Returns the year of a budget that begins on a day. Throws out_of_range unless today is in it. */
function resolveYear(startsOn: string, today: string): BudgetYear {
  const year = findFirstYear(startsOn)
  if (!year || startsOn > today || year.ends_on < today) {
    const yearAgo = Temporal.PlainDate.from(today).subtract({ years: 1 }).toString()
    return throwRefusal('out_of_range', {
      field: 'starts_on',
      params: { start: addDays(yearAgo, 1), finish: today },
    })
  }
  return year
}

/**
 * Saves the budget of the actor's team. The parts that are used already count as warned of, so that
 * only later ones are. Throws out_of_range for a year without today.
 */
export const setYearlyBudget = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  body: YearlyBudgetInput,
  at: Date,
): Promise<YearlyBudget> =>
  db.tenant(actor.workspace_id, async (trx) => {
    await lockSettings(trx, actor.workspace_id)
    const today = toLocalDay(at, actor.timezone)
    const year = resolveYear(body.starts_on, today)
    const last = await findLastCountedDay(trx, actor.workspace_id, today)
    const use = await loadBudgetUse(trx, actor, year, { to: last.day, currency: body.currency })
    const before = await findYearlyBudget(trx, actor.workspace_id)
    const yearBefore = before && findBudgetYear(before.starts_on, today)
    await upsertYearlyBudget(trx, {
      workspace_id: actor.workspace_id,
      ...body,
      // The year of a budget from 29 February may begin on the 28th, and the day of the first counts.
      starts_on:
        before && yearBefore?.starts_on === year.starts_on ? before.starts_on : year.starts_on,
      warned_year: year.starts_on,
      warned_percent: findReachedThreshold(use.used_minor, body.amount_minor),
      ...toCountedColumns(year, use, last),
      updated_at: at,
      updated_by: actor.user_id,
    })
    await audit(trx, actor, 'yearly_budget.update', toDetails(body), at)
    return presentBudget(body, year, use, today)
  })

/** Deletes the budget of the actor's team, if it has one. */
export const deleteYearlyBudget = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  at: Date,
): Promise<void> =>
  db.tenant(actor.workspace_id, async (trx) => {
    await lockSettings(trx, actor.workspace_id)
    const budget = await deleteYearlyBudgetRow(trx, actor.workspace_id)
    if (budget) await audit(trx, actor, 'yearly_budget.delete', toDetails(budget), at)
  })

/** Details of a budget for the audit log. */
const toDetails = ({ amount_minor: minor, currency, starts_on: startsOn }: YearlyBudgetInput) => ({
  yearly_amount: { currency, minor },
  starts_on: startsOn,
})
