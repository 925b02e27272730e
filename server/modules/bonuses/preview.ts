import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { firstInOrder } from '#server/platform/first-in-order.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { requireBonus } from './load-bonuses.ts'
import { type BonusRow, listPayments, type PaymentRow } from './queries.ts'
import { findShares } from './shares.ts'

/** Where a page starts: the last person of the page before. */
type PageStart = { points: number; userId: string } | undefined

/** Orders parts of a bonus as `listPayments` does. */
const comparePayments = (a: PaymentRow, b: PaymentRow): number =>
  b.points - a.points || (a.user_id < b.user_id ? -1 : 1)

/**
 * Returns a page of who gets a bonus or got it, most points first, with the totals. Throws
 * out_of_range for too many people.
 */
export async function listShares(
  trx: Trx,
  actor: Actor,
  bonus: BonusRow,
  { limit, after, at }: { limit: number; after?: PageStart; at: Date },
): Promise<{ people: number; points: number; hash: string | null; rows: PaymentRow[] }> {
  if (bonus.status === 'paid')
    return {
      people: bonus.people ?? 0,
      points: bonus.points_paid ?? 0,
      hash: null,
      rows: await listPayments(trx, actor.workspace_id, bonus.id, { after, limit }),
    }
  const { parts, points, hash } = await findShares(trx, actor, bonus, at)
  const last = after && { user_id: after.userId, points: after.points, received: 0 }
  const rest = last ? parts.filter((row) => comparePayments(last, row) < 0) : parts
  const rows = firstInOrder(rest, limit, comparePayments)
  return { people: parts.length, points, hash, rows }
}

function decodeStart(cursor: string | undefined): PageStart {
  const keys = decodeCursor(cursor, 2)
  if (!keys) return undefined
  const [points, userId] = keys
  return typeof points === 'number' &&
    Number.isSafeInteger(points) &&
    typeof userId === 'string' &&
    isUuid(userId)
    ? { points, userId }
    : throwRefusal('malformed', { field: 'cursor' })
}

/** Returns the preview of a bonus. Throws not_found, and out_of_range for too many people. */
export async function loadPreview(
  trx: Trx,
  actor: Actor,
  id: string,
  { cursor, limit }: QueryOf<'bonuses.preview'>,
  at: Date,
): Promise<OutputOf<'bonuses.preview'>> {
  const after = decodeStart(cursor)
  const bonus = await requireBonus(trx, actor, id)
  const found = await listShares(trx, actor, bonus, { limit: limit + 1, after, at })
  const page = found.rows.slice(0, limit)
  const people = await loadPeople(
    trx,
    actor.workspace_id,
    page.map((row) => row.user_id),
  )
  const last = page.at(-1)
  const hasNext = found.rows.length > limit && last
  return {
    people: found.people,
    points: found.points,
    budget_left: bonus.status === 'paid' ? null : bonus.budget_left,
    hash: found.hash,
    items: page.map(({ user_id: userId, ...row }) => ({
      user: requirePerson(people, userId),
      ...row,
    })),
    next_cursor: hasNext ? encodeCursor([last.points, last.user_id]) : null,
  }
}
