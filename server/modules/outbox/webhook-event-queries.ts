import { sql } from 'kysely'
import type { DirectMessageEvent, WebhookEvent } from '#contract/webhook-events.ts'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import { newId } from '#server/platform/ids.ts'

/** Returns the active webhooks that subscribe to an event: at most ten. */
async function listSubscribedHooks(
  trx: Trx,
  workspaceId: string,
  event: WebhookEvent,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from hooks
    where workspace_id = ${workspaceId} and state = 'active' and ${event} = any (events)`.execute(
    trx,
  )
  return rows.map((row) => row.id)
}

/** Writes deliveries that are due at once, and wakes the workers. */
async function insertDeliveries(
  trx: Trx,
  deliveries: { hookId: string; subjectId: string }[],
  {
    workspaceId,
    event,
    at,
  }: { workspaceId: string; event: WebhookEvent | DirectMessageEvent; at: Date },
): Promise<void> {
  if (!deliveries.length) return
  await insertRows(
    trx,
    'hook_deliveries',
    deliveries.map(({ hookId, subjectId }) => ({
      workspace_id: workspaceId,
      id: newId(at),
      hook_id: hookId,
      event,
      subject_id: subjectId,
      next_at: at,
      created_at: at,
    })),
  )
  await notifyWorkers(trx, 'hook_deliveries')
}

/**
 * Writes a delivery of the event about each subject for each active webhook that subscribes to it,
 * due at once, in the caller's transaction: a rollback sends nothing. A workspace has at most ten
 * webhooks.
 */
export async function enqueueWebhookEvents(
  trx: Trx,
  {
    workspaceId,
    event,
    subjectIds,
    at,
  }: { workspaceId: string; event: WebhookEvent; subjectIds: string[]; at: Date },
): Promise<void> {
  if (!subjectIds.length) return
  const hookIds = await listSubscribedHooks(trx, workspaceId, event)
  await insertDeliveries(
    trx,
    hookIds.flatMap((hookId) => subjectIds.map((subjectId) => ({ hookId, subjectId }))),
    { workspaceId, event, at },
  )
}

/**
 * Writes the deliveries of post.deleted. A webhook that has not received a post yet gets neither
 * event.
 */
export async function enqueuePostsDeleted(
  trx: Trx,
  { workspaceId, postIds, at }: { workspaceId: string; postIds: string[]; at: Date },
): Promise<void> {
  if (!postIds.length) return
  const { rows: unsent } = await sql<{ hook_id: string; subject_id: string; event: string }>`
    delete from hook_deliveries
    where workspace_id = ${workspaceId} and subject_id = any (${postIds}::uuid[])
      and state = 'waiting' and attempts = 0 and event in ('post.created', 'post.updated')
    returning hook_id, subject_id, event`.execute(trx)
  const hookIds = await listSubscribedHooks(trx, workspaceId, 'post.deleted')
  const isUnsent = (hookId: string, postId: string) =>
    unsent.some(
      (one) => one.hook_id === hookId && one.subject_id === postId && one.event === 'post.created',
    )
  await insertDeliveries(
    trx,
    hookIds.flatMap((hookId) =>
      postIds
        .filter((postId) => !isUnsent(hookId, postId))
        .map((subjectId) => ({ hookId, subjectId })),
    ),
    { workspaceId, event: 'post.deleted', at },
  )
}

/**
 * Writes a delivery about a gift of an award or a jury for each connected chat app. A worker expands
 * it into direct messages to the people it concerns by then.
 */
export async function enqueueDirectNews(
  trx: Trx,
  news: { workspaceId: string; event: 'direct.award' | 'direct.jury'; subjectId: string; at: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from hooks where workspace_id = ${news.workspaceId} and state = 'active'
      and kind in ('slack_app', 'teams_app') and channel_id is null`.execute(trx)
  const { subjectId } = news
  await insertDeliveries(
    trx,
    rows.map(({ id }) => ({ hookId: id, subjectId })),
    news,
  )
}
