import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { AwardsSummary } from '#contract/schemas/awards.ts'
import { type GiftRow, giftColumns } from '#server/modules/award-gifts/queries.ts'
import { awaitsReader, isApprover, isReceiver } from '#server/modules/award-gifts/reader-queries.ts'
import { readsPublicOnly } from '#server/modules/posts/viewer.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'

type Reader = Pick<Actor, 'workspace_id' | 'user_id' | 'abilities' | 'scopes'>
type Condition = RawBuilder<boolean>

const isDecider = ({
  workspace_id: workspaceId,
  user_id: userId,
}: Reader): Condition => sql`exists (
  select from award_decisions x where x.workspace_id = ${workspaceId} and x.gift_id = g.id
    and x.user_id = ${userId})`

/** Restricts gifts `g` to public ones for an application that may not read private posts. */
const andReadable = (reader: Reader): RawBuilder<unknown> =>
  readsPublicOnly(reader) ? sql`and not g.private` : sql``

/**
 * Condition for gifts `g` that a reader sees. Receivers see those that were given, whatever else
 * they are.
 */
function isVisible(reader: Reader, at: Date): Condition {
  const isAdministrator = sql.lit(reader.abilities.has('manage_settings'))
  return sql`(g.giver_id = ${reader.user_id}
    or case when ${isReceiver(reader)} then g.status = 'approved'
      else ${isAdministrator} or ${isApprover(reader, at, sql``)} or ${isDecider(reader)} end)
    ${andReadable(reader)}`
}

export type ReadGiftRow = GiftRow & {
  can_decide: boolean
  is_receiver: boolean
  budget_name: string | null
}
const readColumns = (reader: Reader, at: Date) => sql`${giftColumns(reader.workspace_id)},
  ${awaitsReader(reader, at)} as can_decide, ${isReceiver(reader)} as is_receiver,
  (select b.name from budgets b where b.workspace_id = ${reader.workspace_id}
    and b.id = g.budget_id) as budget_name`
const joinAwards = sql`join awards w on w.workspace_id = g.workspace_id and w.id = g.award_id`

/** Returns whether a reader sees a gift. */
export async function isVisibleGift(
  trx: Trx,
  reader: Reader,
  id: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from award_gifts g where g.workspace_id = ${reader.workspace_id} and g.id = ${id}
      and ${isVisible(reader, at)}`.execute(trx)
  return rows.length > 0
}

/** Returns a gift that a reader sees. */
export async function findVisibleGift(
  trx: Trx,
  reader: Reader,
  id: string,
  at: Date,
): Promise<ReadGiftRow | undefined> {
  const { rows } = await sql<ReadGiftRow>`
    select ${readColumns(reader, at)} from award_gifts g ${joinAwards}
    where g.workspace_id = ${reader.workspace_id} and g.id = ${id} and ${isVisible(reader, at)}`.execute(
    trx,
  )
  return rows[0]
}

const filters = {
  given: (reader: Reader): Condition => sql`g.giver_id = ${reader.user_id}`,
  received: (reader: Reader): Condition => sql`g.status = 'approved' and g.id in (
    select r.gift_id from award_receivers r where r.workspace_id = ${reader.workspace_id}
      and r.user_id = ${reader.user_id})`,
  to_decide: awaitsReader,
  all: isVisible,
}

/** Returns gifts of a list with an id below `before`, newest first. */
export async function listGiftRows(
  trx: Trx,
  reader: Reader,
  {
    filter,
    before,
    limit,
    at,
  }: { filter: keyof typeof filters; before: string | undefined; limit: number; at: Date },
): Promise<ReadGiftRow[]> {
  const { rows } = await sql<ReadGiftRow>`
    select ${readColumns(reader, at)} from award_gifts g ${joinAwards}
    where g.workspace_id = ${reader.workspace_id} and ${filters[filter](reader, at)}
      ${andReadable(reader)} ${before === undefined ? sql`` : sql`and g.id < ${before}::uuid`}
    order by g.id desc limit ${limit}`.execute(trx)
  return rows
}

/** Returns which lists of gifts a reader has, and how many gifts await their decision. */
export async function summarizeGifts(
  trx: Trx,
  reader: Reader,
  at: Date,
): Promise<Omit<AwardsSummary, 'can_give'>> {
  const { workspace_id: workspaceId, user_id: userId } = reader
  const { rows } = await sql<Omit<AwardsSummary, 'can_give'>>`
    select (select count(*)::int from (
        select from award_gifts g where g.workspace_id = ${workspaceId}
          and ${awaitsReader(reader, at)} ${andReadable(reader)} limit ${limits.award_decisions_counted}) open) as to_decide,
      exists (select from award_decisions x where x.workspace_id = ${workspaceId}
        and x.user_id = ${userId}) as has_decided,
      exists (select from award_gifts g where g.workspace_id = ${workspaceId}
        and ${filters.given(reader)} ${andReadable(reader)}) as has_given,
      exists (select from award_gifts g where g.workspace_id = ${workspaceId}
        and ${filters.received(reader)} ${andReadable(reader)}) as has_received`.execute(trx)
  if (!rows[0]) throw new Error('summary missing')
  return rows[0]
}

export type DecisionRow = {
  gift_id: string
  user_id: string
  delegate_of: string | null
  approved: boolean
  created_at: Date
}

/** Returns the decisions about gifts, the oldest first. */
export async function listDecisions(
  trx: Trx,
  workspaceId: string,
  giftIds: string[],
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select gift_id, user_id, delegate_of, approved, created_at from award_decisions
    where workspace_id = ${workspaceId} and gift_id = any (${giftIds}::uuid[])
    order by step`.execute(trx)
  return rows
}

/** Returns which of some posts are not deleted. */
export async function listExistingPosts(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from posts where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])
      and deleted_at is null`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns gifts of all workspaces with a reminder, an escalation or a question that is due. */
export async function listDueGifts(
  db: Db,
  at: Date,
  limit: number,
): Promise<{ workspace_id: string; gift_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; gift_id: string }>`
    select workspace_id, gift_id from award_gifts_due(${at}, ${limit})`.execute(db)
  return rows
}
