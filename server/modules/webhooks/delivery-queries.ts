import { type Selectable, sql, type Updateable } from 'kysely'
import { leaseUntil } from '#server/platform/background/lease.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type DeliveryRow = Selectable<Tables['hook_deliveries']>

export function findDelivery(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return trx
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns a delivery that has not ended. */
export function findWaitingDelivery(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return trx
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

/** Returns a page of the delivery log, newest first, after the cursor. */
export const listDeliveries = (
  trx: Trx,
  workspaceId: string,
  hookId: string,
  after: { at: Date; id: string } | undefined,
  limit: number,
) =>
  trx
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('hook_id', '=', hookId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/**
 * Leases due deliveries and counts the attempt. Other processes skip them until the lease expires
 * after a crash. A channel keeps its order: only its first waiting delivery is leased. Returns their
 * ids.
 */
export async function claimDueDeliveries(
  trx: Trx,
  workspaceId: string,
  hookId: string,
  at: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update hook_deliveries d set attempts = d.attempts + 1, next_at = ${leaseUntil(at)}
    from (
      select id from hook_deliveries
      where workspace_id = ${workspaceId} and hook_id = ${hookId}
        and state = 'waiting' and next_at <= ${at}
        and exists (
          select 1 from hooks
          where workspace_id = ${workspaceId} and id = ${hookId} and state = 'active'
            and (wait_until is null or wait_until <= ${at})
            and (channel_id is null or hook_deliveries.id = (
              select first.id from hook_deliveries first
              where first.workspace_id = ${workspaceId} and first.hook_id = ${hookId}
                and first.state = 'waiting'
              order by first.created_at, first.subject_id, first.id limit 1)))
      order by next_at limit ${limit} for update skip locked) due
    where d.workspace_id = ${workspaceId} and d.id = due.id
    returning d.id`.execute(trx)
  return rows.map((row) => row.id)
}

/** Extends the lease of a delivery that ends at `heldUntil`. Returns whether it was extended. */
export async function renewDeliveryLease(
  trx: Trx,
  workspaceId: string,
  id: string,
  heldUntil: Date,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hook_deliveries')
    .set({ next_at: until })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', heldUntil)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns webhooks of all teams with due deliveries, in random order. */
export async function findDueWebhooks(
  db: Db,
  at: Date,
  limit: number,
): Promise<{ workspace_id: string; hook_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; hook_id: string }>`
    select * from hooks_due(${at}, ${limit})`.execute(db)
  return rows
}

/** Deletes deliveries of all teams created before this time. Returns their number. */
export async function deleteOldDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    select hook_deliveries_prune(${before}, ${limit}) as deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}

/** Inserts a test of a webhook, leased by its request so that no worker sends it. */
export async function insertTestDelivery(
  trx: Trx,
  workspaceId: string,
  { id, hookId, at }: { id: string; hookId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('hook_deliveries')
    .values({
      workspace_id: workspaceId,
      id,
      hook_id: hookId,
      event: 'ping',
      subject_id: hookId,
      attempts: 1,
      next_at: leaseUntil(at),
      created_at: at,
    })
    .execute()
}

/** Makes a delivery due again. Returns it, or undefined if the webhook has no such delivery. */
export function resetDelivery(
  trx: Trx,
  workspaceId: string,
  hookId: string,
  id: string,
  at: Date,
): Promise<DeliveryRow | undefined> {
  return trx
    .updateTable('hook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('hook_id', '=', hookId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Updates a delivery unless it has ended. */
export async function updateWaitingDelivery(
  trx: Trx,
  workspaceId: string,
  id: string,
  set: Updateable<Tables['hook_deliveries']>,
): Promise<void> {
  await trx
    .updateTable('hook_deliveries')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Makes the failed deliveries of a webhook due and counts their attempts from zero. */
export async function resetRetriedDeliveries(
  trx: Trx,
  workspaceId: string,
  hookId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('hook_deliveries')
    .set({ attempts: 0, next_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('hook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0)
    .execute()
}
