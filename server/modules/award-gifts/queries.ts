import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { ApprovalStepInput, AwardGiftStatus } from '#contract/schemas/awards.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type GiftRow = {
  id: string
  award_id: string
  award_name: string
  award_emoji: string
  award_picture_key: string | null
  giver_id: string
  receiver_ids: string[]
  points: number
  text: string
  private: boolean
  status: AwardGiftStatus
  steps: ApprovalStepInput[]
  step: number
  step_at: Date
  reminded_at: Date | null
  escalated_at: Date | null
  asked_at: Date | null
  budget_id: string | null
  post_id: string | null
  decline_reason: string
  receiver_left: boolean
  created_at: Date
  ended_at: Date | null
}

/** The columns of gift `g` of award `w`. Receivers have the order of their names. */
export const giftColumns = (workspaceId: string): RawBuilder<unknown> => sql`
  g.id, g.award_id, w.name as award_name, w.emoji as award_emoji,
  (select f.storage_key from files f where f.workspace_id = ${workspaceId}
    and f.id = w.picture_file_id) as award_picture_key, g.giver_id, array(
    select r.user_id from award_receivers r
    join users u on u.workspace_id = r.workspace_id and u.id = r.user_id
    where r.workspace_id = ${workspaceId} and r.gift_id = g.id
    order by lower(u.first_name || ' ' || u.last_name), u.id) as receiver_ids,
  g.points, g.text, g.private, g.status, g.steps, g.step, g.step_at, g.reminded_at, g.escalated_at,
  g.asked_at, g.budget_id, g.post_id, g.decline_reason, g.receiver_left, g.created_at, g.ended_at`

/** Returns a gift. `lock`: until the end of the transaction. */
export async function findGift(
  trx: Trx,
  workspaceId: string,
  id: string,
  lock?: 'lock',
): Promise<GiftRow | undefined> {
  const { rows } = await sql<GiftRow>`
    select ${giftColumns(workspaceId)} from award_gifts g
    join awards w on w.workspace_id = g.workspace_id and w.id = g.award_id
    where g.workspace_id = ${workspaceId} and g.id = ${id}
    ${lock ? sql`for update of g` : sql``}`.execute(trx)
  return rows[0]
}

export async function insertGift(
  trx: Trx,
  gift: Insertable<Tables['award_gifts']>,
  receiverIds: string[],
): Promise<void> {
  await trx.insertInto('award_gifts').values(gift).execute()
  const { workspace_id, id: gift_id } = gift
  await insertRows(
    trx,
    'award_receivers',
    receiverIds.map((user_id) => ({ workspace_id, gift_id, user_id })),
  )
}

export async function updateGift(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['award_gifts']>,
): Promise<void> {
  await trx
    .updateTable('award_gifts')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns the ids of pending gifts for a person. */
export async function listPendingGiftsTo(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from award_receivers r
    join award_gifts g on g.workspace_id = r.workspace_id and g.id = r.gift_id
    where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and g.status = 'pending'
    order by g.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Returns the ids of pending gifts by a person. */
export async function listPendingGiftsBy(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('award_gifts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('giver_id', '=', userId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids of gifts whose current step a person may decide. */
export async function listGiftsAwaiting(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from award_approvers a
    join award_gifts g on g.workspace_id = a.workspace_id and g.id = a.gift_id
    where a.workspace_id = ${workspaceId} and a.user_id = ${userId} and g.status = 'pending'
      and a.step = g.step
    order by g.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Returns the gifts whose current step some people may decide, without people who are administrators
 * of settings.
 */
export async function listGiftsAwaitingFormer(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<{ gift_id: string; user_id: string }[]> {
  const { rows } = await sql<{ gift_id: string; user_id: string }>`
    select a.gift_id, a.user_id from award_approvers a
    join award_gifts g on g.workspace_id = a.workspace_id and g.id = a.gift_id
    where a.workspace_id = ${workspaceId} and a.user_id = any (${userIds}::uuid[])
      and g.status = 'pending' and a.step = g.step
      and not exists (select from permissions p where p.workspace_id = ${workspaceId}
        and p.user_id = a.user_id and (p.global_administrator or p.account_administrator))
    order by a.gift_id, a.user_id`.execute(trx)
  return rows
}

/** Deletes the delegations from and to a person. */
export async function deleteDelegationsOf(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await sql`
    delete from approval_delegates where workspace_id = ${workspaceId}
      and (user_id = ${userId} or delegate_id = ${userId})`.execute(trx)
}

/** Clears what a deleted person wrote about gifts that were not given. */
export async function clearGiftTexts(trx: Trx, workspaceId: string, userId: string): Promise<void> {
  await sql`
    update award_gifts set text = '' where workspace_id = ${workspaceId}
      and giver_id = ${userId} and status <> 'approved'`.execute(trx)
  await sql`
    update award_gifts g set decline_reason = '' from award_decisions d
    where g.workspace_id = ${workspaceId} and d.workspace_id = ${workspaceId}
      and d.gift_id = g.id and d.user_id = ${userId} and not d.approved`.execute(trx)
}
