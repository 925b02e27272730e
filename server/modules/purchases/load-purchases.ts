import type { z } from 'zod'
import type {
  PurchaseCounts,
  purchaseFilterQueryParams,
  purchaseListQueryParams,
} from '#contract/schemas/purchases.ts'
import type { Purchase, purchasesPage, PurchaseStage } from '#contract/schemas/rewards.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Buyer } from './buyer.ts'
import { listContributions } from './contribution-queries.ts'
import { presentPurchase, type PurchaseRow } from './present.ts'
import {
  countPurchasesByReward,
  countPurchasesByStage,
  listPurchasePage,
  type PurchaseListFilter,
} from './list-queries.ts'
import {
  findPurchaseRow,
  listPurchaseEvents,
  listPurchaseRowsByIds,
  listPurchaseRowsOfUser,
  type PurchaseFilter,
} from './queries.ts'

type PurchasesPage = z.infer<typeof purchasesPage>

/**
 * Returns purchases with contributions, history and people, with three queries regardless of the
 * page's length.
 */
async function presentPurchases(
  trx: Trx,
  { actor, at }: { actor: Buyer; at: Date },
  rows: PurchaseRow[],
): Promise<Purchase[]> {
  if (!rows.length) return []
  const ids = rows.map((row) => row.id)
  const [parts, events] = await Promise.all([
    listContributions(trx, actor.workspace_id, ids),
    listPurchaseEvents(trx, actor.workspace_id, ids),
  ])
  const people = await loadPeople(trx, actor.workspace_id, [
    ...parts.map((part) => part.user_id),
    ...events.flatMap((event) => event.actor_id ?? []),
    ...rows.flatMap((row) => row.ordered_by ?? []),
  ])
  const belongsTo = (id: string) => (row: { purchase_id: string }) => row.purchase_id === id
  return rows.map((row) =>
    presentPurchase(
      row,
      parts.filter(belongsTo(row.id)),
      events.filter(belongsTo(row.id)),
      people,
      { actor, at },
    ),
  )
}

export async function findPurchase(
  trx: Trx,
  actor: Buyer,
  id: string,
  at: Date,
): Promise<Purchase | undefined> {
  const row = await findPurchaseRow(trx, actor.workspace_id, id)
  return row && (await presentPurchases(trx, { actor, at }, [row]))[0]
}

/** Returns a purchase as the actor sees it after a change. */
export async function loadPurchase(
  trx: Trx,
  actor: Buyer,
  id: string,
  at: Date,
): Promise<Purchase> {
  const purchase = await findPurchase(trx, actor, id, at)
  if (!purchase) throw new Error('purchase missing')
  return purchase
}

/**
 * Returns a page of the actor's own purchases, pending first, then newest. A declined purchase also
 * counts as own after a withdrawal.
 */
export async function listOwnPurchases(
  trx: Trx,
  actor: Buyer,
  input: PurchaseFilter & { after?: unknown[] | undefined; limit: number; at: Date },
): Promise<PurchasesPage> {
  const { after, limit, at, status, type, reward_type: rewardType } = input
  const rows = await listPurchaseRowsOfUser(trx, actor.workspace_id, actor.user_id, {
    status,
    type,
    reward_type: rewardType,
    after: after && { pending: after[0] === true, id: String(after[1]) },
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await presentPurchases(trx, { actor, at }, page),
    next_cursor:
      rows.length > limit && last ? encodeCursor([last.status === 'pending', last.id]) : null,
  }
}

/** Returns the filter of a work list: its days are days of the workspace. */
export function toListFilter(
  { timezone, abilities }: Actor,
  { reward_id: rewardId, from, to, ...filter }: z.infer<typeof purchaseFilterQueryParams>,
): PurchaseListFilter {
  const startOfDay = (day: string, later = 0) =>
    new Date(
      Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(timezone).epochMilliseconds,
    )
  return {
    ...filter,
    seesAddresses: abilities.has('fulfil_purchases'),
    rewardId,
    from: from === undefined ? undefined : startOfDay(from),
    to: to === undefined ? undefined : startOfDay(to, 1),
  }
}

const cursorTypes = {
  pending: 'boolean',
  date: 'string',
  reward: 'string',
  buyer: 'string',
  points: 'number',
} as const
/** Returns sort key and id of a cursor. Throws malformed for the cursor of another order. */
function parseListCursor(
  cursor: string | undefined,
  sort: keyof typeof cursorTypes,
): [string | number | boolean, string] | undefined {
  const keys = decodeCursor(cursor, 2)
  if (!keys) return undefined
  const [key, id] = keys
  if (
    typeof key !== cursorTypes[sort] ||
    typeof id !== 'string' ||
    !isUuid(id) ||
    (sort === 'date' && key !== id)
  )
    return throwRefusal('malformed', { field: 'cursor' })
  return [key as string | number | boolean, id]
}

/** Returns a page of the team's purchases, by default pending first, then newest. */
export async function listTeamPurchases(
  trx: Trx,
  actor: Actor,
  { cursor, limit, order, ...query }: z.infer<typeof purchaseListQueryParams>,
  at: Date,
): Promise<PurchasesPage> {
  const { workspace_id: workspaceId } = actor
  const { status, type, reward_type: rewardType, sort: chosenSort, ...filter } = query
  const sort = chosenSort ?? 'pending'
  const keys = await listPurchasePage(
    trx,
    workspaceId,
    { ...toListFilter(actor, filter), status, type, reward_type: rewardType },
    { sort, order, after: parseListCursor(cursor, sort), limit: limit + 1 },
  )
  const page = keys.slice(0, limit)
  const last = page.at(-1)
  const rows = page.length
    ? await listPurchaseRowsByIds(
        trx,
        workspaceId,
        page.map(({ id }) => id),
      )
    : []
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return {
    items: await presentPurchases(
      trx,
      { actor, at },
      page.flatMap(({ id }) => rowsById.get(id) ?? []),
    ),
    next_cursor: keys.length > limit && last ? encodeCursor([last.sort_key, last.id]) : null,
  }
}

/**
 * Returns the counts of a filter: by stage regardless of its stage, and by reward regardless of its
 * reward.
 */
export async function countPurchases(
  trx: Trx,
  actor: Actor,
  query: z.infer<typeof purchaseFilterQueryParams>,
): Promise<PurchaseCounts> {
  const { workspace_id: workspaceId } = actor
  const filter = toListFilter(actor, query)
  const [stages, rewards] = await Promise.all([
    countPurchasesByStage(trx, workspaceId, { ...filter, stage: undefined }),
    countPurchasesByReward(trx, workspaceId, { ...filter, rewardId: undefined }),
  ])
  const countOf = (stage: PurchaseStage) => stages.find((row) => row.stage === stage)?.count ?? 0
  return {
    stages: {
      to_do: countOf('to_do'),
      ordered: countOf('ordered'),
      in_progress: countOf('in_progress'),
      done: countOf('done'),
      declined: countOf('declined'),
    },
    rewards: rewards.map(({ picture_key: pictureKey, ...row }) => ({
      ...row,
      picture: { url: fileUrl(workspaceId, pictureKey) },
    })),
  }
}
