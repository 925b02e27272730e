import { isDeepStrictEqual } from 'node:util'
import type { HistoryField, HistoryProduct } from '#contract/history-imports.ts'
import { limits } from '#contract/limits.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import {
  longStatementMs,
  setStatementTimeout,
} from '#server/platform/database/statement-timeout.ts'
import {
  type FilePerson,
  hashPost,
  type HistoryMapping,
  parseHistoryRow,
  toPostId,
} from './parse-row.ts'
import { type HistoryImportRow, lockHistoryImport, updateHistoryImport } from './queries.ts'
import {
  type CheckedRow,
  endCheck,
  type HistoryLine,
  listHistoryLines,
  proveDateOrder,
  storeCheckedRows,
} from './row-queries.ts'

/** Reading a page blocks other requests of the process for about 5 ms. */
const pageRows = 500

/** Decides how the cells are read. Without a proof of the order, the month comes first. */
async function loadMapping(trx: Trx, row: HistoryImportRow, now: Date): Promise<HistoryMapping> {
  const { timezone } = await findSettings(trx, row.workspace_id)
  const at = Object.fromEntries(
    row.fields.map((field, column) => [field as HistoryField, column]),
  ) as HistoryMapping['at']
  const proof = await proveDateOrder(trx, row.workspace_id, row.id, at.date ?? 0)
  return {
    product: row.product as HistoryProduct,
    at,
    dateOrder: (row.date_order as 'dmy' | 'mdy' | null) ?? (proof.dmy ? 'dmy' : 'mdy'),
    timezone,
    today: toLocalDay(now, timezone),
  }
}

/** Reads rows one after the other, and remembers their people and how often each row repeats. */
function createRowReader(mapping: HistoryMapping) {
  const people = new Map<string, FilePerson>()
  const occurrences = new Map<number, number>()
  const addPerson = (person: FilePerson) => {
    const known = people.get(person.key)
    if (!known) people.set(person.key, person)
    else if (!known.name && person.name) known.name = person.name
    return person.key
  }
  return {
    people,
    readRow({ line, cells }: HistoryLine): CheckedRow {
      const parsed = parseHistoryRow(mapping, cells)
      if ('code' in parsed) return { line, code: parsed.code }
      const first = hashPost(mapping.product, parsed, 1)
      // 48 bits: a wrong repetition is as unlikely as harmless.
      const key = first.readUIntBE(0, 6)
      const occurrence = (occurrences.get(key) ?? 0) + 1
      occurrences.set(key, occurrence)
      const hash = occurrence === 1 ? first : hashPost(mapping.product, parsed, occurrence)
      return {
        line,
        post_id: toPostId(parsed.at, hash),
        posted_at: parsed.at.toISOString(),
        day: parsed.day,
        giver: addPerson(parsed.giver),
        receivers: parsed.receivers.map(addPerson),
        points: parsed.points,
        body: parsed.text,
        tag: parsed.tag,
        private: parsed.isPrivate,
      }
    },
  }
}

/**
 * Returns whether an import still waits for the check that began with `row`. A process that was paused
 * may continue the check of columns that have been changed since.
 */
const isSameCheck = (row: HistoryImportRow, current: HistoryImportRow | undefined): boolean =>
  current?.state === 'checking' &&
  current.date_order === row.date_order &&
  isDeepStrictEqual(current.fields, row.fields)

/**
 * Reads all rows of an import, and counts them. Begins again after an interruption, because the
 * repetitions of rows are not stored. Returns whether it has ended.
 */
export async function runCheck(
  { db, clock }: Services,
  row: HistoryImportRow,
  stopping: () => boolean,
): Promise<boolean> {
  const { workspace_id: workspaceId, id } = row
  const mapping = await db.tenant(workspaceId, async (trx) => {
    await setStatementTimeout(trx, longStatementMs)
    return loadMapping(trx, row, clock.now())
  })
  const reader = createRowReader(mapping)
  let [line, done, refused] = [-1, 0, 0]
  for (;;) {
    if (stopping()) return false
    const page = await db.tenant(workspaceId, (trx) =>
      listHistoryLines(trx, workspaceId, id, { line, limit: pageRows, refused: false }),
    )
    // Outside the transactions, because a repeated one would count each row twice.
    const read = page.map((one) => reader.readRow(one))
    line = page.at(-1)?.line ?? line
    done += page.length
    refused += read.filter((one) => 'code' in one).length
    const counts = { done_count: done, refused_count: refused }
    const isChecking = await db.tenant(workspaceId, async (trx) => {
      if (!isSameCheck(row, await lockHistoryImport(trx, workspaceId, id))) return false
      if (read.length) await storeCheckedRows(trx, workspaceId, id, read)
      await updateHistoryImport(trx, workspaceId, id, counts)
      return true
    })
    if (!isChecking) return true
    if (reader.people.size > limits.history_people_max)
      throwRefusal('out_of_range', {
        field: 'file',
        params: { start: 1, finish: limits.history_people_max },
      })
    if (page.length < pageRows) break
  }
  await db.tenant(workspaceId, async (trx) => {
    if (!isSameCheck(row, await lockHistoryImport(trx, workspaceId, id))) return
    await setStatementTimeout(trx, longStatementMs)
    const totals = await endCheck(trx, workspaceId, id, [...reader.people.values()])
    await updateHistoryImport(trx, workspaceId, id, {
      state: 'checked',
      totals: JSON.stringify(totals),
      refused_count: totals.refusals.reduce((sum, { rows }) => sum + rows, 0),
    })
  })
  return true
}
