import { limits } from '#contract/limits.ts'
import { findPeriodStart } from '#server/modules/tax-rules/assess-line.ts'
import { listWorthRows } from '#server/modules/point-worths/queries.ts'
import { listRuleRows, type TaxRuleRow } from '#server/modules/tax-rules/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { addDays, startOfDay, toLocalDay } from '#server/platform/periods.ts'
import { buildLines, type Line } from './build-lines.ts'
import { findFirstDay } from './queries.ts'
import { findFirstOpenPart, listOpenParts, listRevokedLines, sumUsage } from './source-queries.ts'
import { UsageTable } from './usage-table.ts'

/** Days of a run, both included, for people of a country, or of all (null). */
export type RunRange = { from: string; to: string; country: string | null }
type Team = { workspaceId: string; timezone: string }

/**
 * Returns the first day of the periods of limits in which a range of days begins: the first day of
 * the range if no rule has a limit of a period.
 */
const findFirstUsedDay = (rules: TaxRuleRow[], from: string): string =>
  rules.reduce((first, rule) => {
    if (!rule.taxable || rule.confirmed_at === null || rule.period_limit_minor === null)
      return first
    const start = findPeriodStart(rule, from)
    return start < first ? start : first
  }, from)

/** Returns the uses of limits so far as a table. */
const loadUsage = async (...query: Parameters<typeof sumUsage>): Promise<UsageTable> =>
  new UsageTable(await sumUsage(...query))

/**
 * Returns the lines of parts from a day on and of revoked lines, up to the end of a day. Earlier
 * parts of the same people that are in no run use up limits as well. Throws payroll_too_large.
 */
async function loadLinesFrom(
  trx: Trx,
  { workspaceId, timezone }: Team,
  { from, to }: { from: string; to: string },
  filter: { userIds?: string[]; country?: string },
): Promise<Line[]> {
  const before = startOfDay(to, timezone, 1)
  const start = startOfDay(from, timezone)
  const most = limits.payroll_lines_max
  const rules = await listRuleRows(trx, workspaceId, limits.tax_rules_max)
  const usedStart = startOfDay(findFirstUsedDay(rules, from), timezone)
  // Times begin with the first open part, so that purchases of earlier runs are not read. A person
  // has few purchases.
  const firstAt = filter.userIds
    ? usedStart
    : ((await findFirstOpenPart(trx, workspaceId, { from: usedStart, before })) ?? before)
  const usedFrom = findFirstUsedDay(rules, toLocalDay(firstAt, timezone))
  const times = { from: firstAt < start ? start : firstAt, before, timezone }
  const usageFilter = filter.userIds ? { userIds: filter.userIds } : { open: times }
  const [worths, revoked, usageOfParts, parts] = await Promise.all([
    listWorthRows(trx, workspaceId, limits.point_worths_max),
    listRevokedLines(trx, workspaceId, { before, timezone }, filter, most + 1),
    loadUsage(trx, workspaceId, { ...usageFilter, since: usedFrom }),
    listOpenParts(trx, workspaceId, times, filter, most + 1),
  ])
  const earlier =
    firstAt < start && parts.length + revoked.length
      ? await listOpenParts(
          trx,
          workspaceId,
          { from: firstAt, before: start, timezone },
          { userIds: [...new Set([...parts, ...revoked].map((row) => row.user_id))] },
          most + 1,
        )
      : []
  if (parts.length + revoked.length > most || earlier.length > most)
    throwRefusal('payroll_too_large', { params: { finish: most } })
  // Lines taken back also need the usage of their own periods.
  const periodStarts = revoked.flatMap((line) => line.period_start ?? [])
  const usage = revoked.length
    ? await loadUsage(trx, workspaceId, {
        userIds: revoked.map((line) => line.user_id),
        ...usageFilter,
        since: [...periodStarts, usedFrom].toSorted()[0] ?? usedFrom,
      })
    : usageOfParts
  const lines = buildLines({ parts: [...earlier, ...parts], revoked, usage }, { rules, worths })
  if (!earlier.length) return lines
  const ids = new Set(parts.map(toPartKey))
  return lines.filter((line) => line.corrects !== null || ids.has(toPartKey(line)))
}

const toPartKey = (part: { purchase_id: string; user_id: string }) =>
  `${part.purchase_id} ${part.user_id}`

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
  return loadLinesFrom(trx, team, { from, to: range.to }, filter)
}

/** Returns the lines of a person in the last year that are in no run. Throws payroll_too_large. */
export const loadOpenLinesOf = (
  trx: Trx,
  team: Team,
  { userId, today }: { userId: string; today: string },
): Promise<Line[]> => {
  const from = addDays(today, -limits.payroll_open_days)
  return loadLinesFrom(trx, team, { from, to: today }, { userIds: [userId] })
}
