import { addBudgetWarningToInboxes } from '#server/modules/inbox-items/yearly-budget-queries.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findBillingRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { findTimezone } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { findLastCountedDay, findReachedThreshold, loadBudgetUse } from './budget-use.ts'
import { findBudgetYear } from './budget-year.ts'
import { toCountedColumns } from './counted-use.ts'
import { lockYearlyBudget, updateYearlyBudget } from './queries.ts'

/**
 * Stores what is used of the budget of a team, and warns its billing administrators by mail and
 * inbox of the greatest used part that they do not know of in this year. The row stays locked until the warning is stored
 * with its mails, so that it is sent once. The last counted day decides about the year, so that the
 * last day of a year counts too. Returns the ids of the users whose inbox changed.
 */
export async function warnOfYearlyBudget(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<string[]> {
  const budget = await lockYearlyBudget(trx, workspaceId)
  const timezone = budget && (await findTimezone(trx, workspaceId))
  if (!budget || timezone === undefined) return []
  const team = { workspace_id: workspaceId, timezone }
  const { amount_minor: amountMinor, currency, warned_year: warnedYear } = budget
  const last = await findLastCountedDay(trx, workspaceId, toLocalDay(at, timezone))
  const year = findBudgetYear(budget.starts_on, last.day)
  if (!year || (warnedYear !== null && warnedYear > year.starts_on)) return []
  const use = await loadBudgetUse(trx, team, year, { to: last.day, currency })
  await updateYearlyBudget(trx, workspaceId, toCountedColumns(year, use, last))
  const { used_minor: usedMinor } = use
  const percent = findReachedThreshold(usedMinor, amountMinor)
  const known = warnedYear === year.starts_on ? budget.warned_percent : 0
  if (percent === 0 || percent <= known) return []
  const warned = { warned_year: year.starts_on, warned_percent: percent }
  await updateYearlyBudget(trx, workspaceId, warned)
  const params = {
    percent,
    used_minor: usedMinor,
    amount_minor: amountMinor,
    currency,
    ends_on: year.ends_on,
  }
  const recipients = await findBillingRecipients(trx, workspaceId)
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) => ({ ...recipient, kind: 'yearly_budget', params })),
    at,
  )
  return addBudgetWarningToInboxes(trx, workspaceId, percent, at)
}
