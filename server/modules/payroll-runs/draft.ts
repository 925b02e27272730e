import { limits } from '#contract/limits.ts'
import type { PayrollDraft } from '#contract/schemas/payroll.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { addDays, firstOfMonth, lastOfMonth, toLocalDay } from '#server/platform/periods.ts'
import type { Line } from './build-lines.ts'
import { loadRunLines, type RunRange } from './load-lines.ts'
import { findNewestRun } from './queries.ts'
import { countLines, hashLines, presentLine, sumTotals } from './summarize.ts'

/** Days that a range can have: a year and a day. */
const rangeDaysMax = 366

/** Throws out_of_range for a range that ends before it begins, or that is too long. */
export function assertRange({ from, to }: { from: string; to: string }): void {
  if (to < from || addDays(from, rangeDaysMax - 1) < to)
    throwRefusal('out_of_range', { field: 'to', params: { start: 1, finish: rangeDaysMax } })
}

/**
 * Returns the asked range. Default: the month after the newest run, or the last whole month; its end
 * is that of the month. Throws out_of_range.
 */
export async function resolveRunRange(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  query: { from?: string | undefined; to?: string | undefined; country?: string | undefined },
  at: Date,
): Promise<RunRange> {
  const lastMonth = firstOfMonth(addDays(firstOfMonth(toLocalDay(at, timezone)), -1))
  const newest = query.from === undefined ? await findNewestRun(trx, workspaceId) : undefined
  const from = query.from ?? (newest ? addDays(newest.to_day, 1) : lastMonth)
  const range = { from, to: query.to ?? lastOfMonth(from), country: query.country ?? null }
  assertRange(range)
  return range
}

/** Returns whether a range is over in the time zone of the team. */
export const hasEnded = ({ to }: RunRange, timezone: string, at: Date): boolean =>
  to < toLocalDay(at, timezone)

/** Returns the draft of a run: its counts, sums, hash and first lines. */
export async function loadDraft(
  trx: Trx,
  actor: Actor,
  query: Parameters<typeof resolveRunRange>[2],
  at: Date,
): Promise<PayrollDraft> {
  const { range, lines } = await loadDraftLines(trx, actor, query, at)
  return {
    ...range,
    ended: hasEnded(range, actor.timezone, at),
    ...countLines(lines, range.from),
    totals: sumTotals(lines),
    first_lines: lines
      .slice(0, limits.payroll_first_lines_max)
      .map((line) => presentLine(line, range.from)),
    hash: hashLines(range, lines),
  }
}

/** Returns all lines of a draft with its range. Throws out_of_range and payroll_too_large. */
export async function loadDraftLines(
  trx: Trx,
  actor: Actor,
  query: Parameters<typeof resolveRunRange>[2],
  at: Date,
): Promise<{ range: RunRange; lines: Line[] }> {
  const range = await resolveRunRange(trx, actor, query, at)
  const team = { workspaceId: actor.workspace_id, timezone: actor.timezone }
  return { range, lines: await loadRunLines(trx, team, range) }
}
