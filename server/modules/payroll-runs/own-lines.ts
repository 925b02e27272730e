import { limits } from '#contract/limits.ts'
import type { OwnPayrollLine } from '#contract/schemas/payroll.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Line } from './build-lines.ts'
import { loadOpenLinesOf } from './load-lines.ts'
import { hasPayroll, listLinesOf, listPurchaseTitles, type OwnLineRow } from './own-queries.ts'

/**
 * Returns the actor's lines, newest first: those in no run yet, of the last year, and those of runs.
 * Empty if the team uses neither tax rules nor payroll runs.
 */
export async function loadOwnLines(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, timezone }: Actor,
  at: Date,
): Promise<OwnPayrollLine[]> {
  if (!(await hasPayroll(trx, workspaceId))) return []
  const team = { workspaceId, timezone }
  const open = await loadOpenLinesOf(trx, team, { userId, today: toLocalDay(at, timezone) })
  const locked = await listLinesOf(trx, workspaceId, userId, limits.payroll_own_lines_max)
  // Purchases before the first run of the team stay in no run, so they may be older.
  const lines = [...open.toReversed().map((line) => ({ ...line, run: null })), ...locked]
    .toSorted((a, b) => Number(a.day < b.day) - Number(a.day > b.day))
    .slice(0, limits.payroll_own_lines_max)
  const titles = await listPurchaseTitles(
    trx,
    workspaceId,
    lines.map((line) => line.purchase_id),
  )
  const titleById = new Map(titles.map((one) => [one.id, one]))
  return lines.map((line) => presentOwnLine(line, titleById.get(line.purchase_id)))
}

const presentOwnLine = (
  line: OwnLineRow | (Line & { run: null }),
  purchase: { title: string; emoji: string } | undefined,
): OwnPayrollLine => ({
  purchase_id: line.purchase_id,
  title: purchase?.title ?? '',
  emoji: purchase?.emoji ?? '',
  day: line.day,
  value: line.currency === null ? null : { currency: line.currency, minor: line.value_minor },
  taxable_minor: line.taxable_minor,
  gross_up_minor: line.gross_up_minor,
  borne_by: line.borne_by,
  correction: line.corrects !== null,
  run: line.run,
})
