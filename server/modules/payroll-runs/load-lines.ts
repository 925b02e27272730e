import { limits } from '#contract/limits.ts'
import { listRuleRows } from '#server/modules/tax-rules/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { addDays, startOfDay } from '#server/platform/periods.ts'
import { buildLines, type Line } from './build-lines.ts'
import { findFirstDay } from './queries.ts'
import { listOpenParts, listRevokedLines, sumUsage } from './source-queries.ts'

/** Days of a run, both included, for people of a country, or of all (null). */
export type RunRange = { from: string; to: string; country: string | null }
type Team = { workspaceId: string; timezone: string }

/**
 * Returns the lines of parts and revoked lines up to the end of a day. Earlier parts that are in no
 * run use up limits as well. Throws payroll_too_large.
 */
async function loadLinesFrom(
  trx: Trx,
  { workspaceId, timezone }: Team,
  { from, to }: { from: string; to: string },
  filter: { userId?: string; country?: string },
): Promise<Line[]> {
  const before = startOfDay(to, timezone, 1)
  const usedSince = addDays(from, -limits.payroll_usage_days)
  const times = { from: startOfDay(usedSince, timezone), before, timezone }
  const most = limits.payroll_lines_max
  const parts = await listOpenParts(trx, workspaceId, times, filter, most + 1)
  const revoked = await listRevokedLines(trx, workspaceId, { before, timezone }, filter, most + 1)
  if (parts.length + revoked.length > most)
    throwRefusal('payroll_too_large', { params: { finish: most } })
  const periodStarts = revoked.flatMap((line) => line.period_start ?? [])
  const usage = await sumUsage(trx, workspaceId, {
    userIds: [...new Set([...parts, ...revoked].map((row) => row.user_id))],
    since: [...periodStarts, addDays(usedSince, -limits.payroll_usage_days)].toSorted()[0] ?? from,
  })
  const rules = await listRuleRows(trx, workspaceId, limits.tax_rules_max)
  return buildLines({ parts, revoked, usage }, rules)
}

/**
 * Returns the lines that a run of this range has now: purchases and corrections up to its last day
 * that are in no run. Late ones are included since the first run of the same country. Throws
 * payroll_too_large.
 */
export async function loadRunLines(trx: Trx, team: Team, range: RunRange): Promise<Line[]> {
  const { country } = range
  const firstDay = await findFirstDay(trx, team.workspaceId, country)
  const from = firstDay !== null && firstDay < range.from ? firstDay : range.from
  const filter = country === null ? {} : { country }
  const lines = await loadLinesFrom(trx, team, { from, to: range.to }, filter)
  return lines.filter((line) => line.corrects !== null || line.day >= from)
}

/** Returns the lines of a person up to today that are in no run. Throws payroll_too_large. */
export const loadOpenLinesOf = (
  trx: Trx,
  team: Team,
  { userId, today }: { userId: string; today: string },
): Promise<Line[]> => loadLinesFrom(trx, team, { from: today, to: today }, { userId })
