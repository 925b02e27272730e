import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Trx } from '#server/platform/database/database.ts'

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
  await sql`
    insert into hook_deliveries (workspace_id, id, hook_id, event, subject_id, next_at, created_at)
    select h.workspace_id, gen_random_uuid(), h.id, ${event}, subject.id, ${at}, ${at}
    from hooks h cross join unnest(${subjectIds}::uuid[]) as subject (id)
    where h.workspace_id = ${workspaceId} and h.state = 'active' and ${event} = any (h.events)
  `.execute(trx)
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
  await sql`
    with unsent as (
      delete from hook_deliveries
      where workspace_id = ${workspaceId} and subject_id = any (${postIds}::uuid[])
        and state = 'waiting' and attempts = 0 and event in ('post.created', 'post.updated')
      returning hook_id, subject_id, event
    )
    insert into hook_deliveries (workspace_id, id, hook_id, event, subject_id, next_at, created_at)
    select h.workspace_id, gen_random_uuid(), h.id, 'post.deleted', post.id, ${at}, ${at}
    from hooks h cross join unnest(${postIds}::uuid[]) as post (id)
    where h.workspace_id = ${workspaceId} and h.state = 'active'
      and 'post.deleted' = any (h.events)
      and not exists (
        select 1 from unsent
        where unsent.hook_id = h.id and unsent.subject_id = post.id
          and unsent.event = 'post.created')
  `.execute(trx)
}
