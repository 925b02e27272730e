import { toMajorUnits } from '#contract/money.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { Leaver } from '#contract/schemas/leavers.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { type LeaverRow, listLeavers } from './queries.ts'

const stateOf = (row: LeaverRow): Leaver['state'] => {
  if (row.ended_at) return 'ended'
  return row.held_at ? 'held' : 'open'
}

const presentWorth = ({ currency, money_minor: minor }: LeaverRow): Leaver['worth'] =>
  currency === null || minor === null ? null : { currency, minor }

export function presentLeaver(row: LeaverRow, workspaceId: string): Leaver {
  return {
    id: row.grace_id,
    user: presentPerson(row, workspaceId),
    state: stateOf(row),
    points: row.points,
    worth: presentWorth(row),
    outcome: row.outcome,
    result: row.result,
    started_at: row.started_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

/** Returns a page of leavers, newest first. */
export async function loadLeavers(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  { cursor, limit }: QueryOf<'leavers.list'>,
  at: Date,
): Promise<OutputOf<'leavers.list'>> {
  const rows = await listLeavers(trx, workspaceId, {
    before: decodeIdCursor(cursor),
    day: toLocalDay(at, timezone),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => presentLeaver(row, workspaceId)),
    next_cursor: rows.length > limit && last ? last.grace_id : null,
  }
}

const pageRows = 1_000
const worthCells = ({ currency, money_minor: minor }: LeaverRow) =>
  currency === null || minor === null ? ['', ''] : [toMajorUnits(minor, currency), currency]
const columns = [
  'name',
  'email',
  'state',
  'points',
  'money',
  'currency',
  'outcome',
  'start',
  'end',
] as const

/** Yields the leavers as table rows, for the payroll. Each page is a transaction of its own. */
export async function* streamLeavers(
  db: Database,
  { workspace_id: workspaceId, timezone }: Actor,
  language: Language,
  at: Date,
): AsyncGenerator<TableRow[]> {
  const text = (key: string) => translate(language, 'exports', `leavers.${key}`)
  const today = toLocalDay(at, timezone)
  const day = (instant: Date) => toDayCell(toLocalDay(instant, timezone))
  yield [columns.map(text)]
  let before: string | undefined
  do {
    const from = before
    const rows = await db.readSnapshot(workspaceId, (trx) =>
      listLeavers(trx, workspaceId, { before: from, day: today, limit: pageRows }),
    )
    if (rows.length)
      yield rows.map((row) => [
        presentPerson(row, workspaceId).name || translate(language, 'common', 'former'),
        row.email,
        text(`state_${stateOf(row)}`),
        row.points,
        ...worthCells(row),
        text(row.ended_at ? `result_${row.result ?? 'none'}` : `outcome_${row.outcome}`),
        day(row.started_at),
        day(row.ended_at ?? row.ends_at),
      ])
    before = rows.length === pageRows ? rows.at(-1)?.grace_id : undefined
  } while (before)
}
