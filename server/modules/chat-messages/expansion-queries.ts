import { type Selectable, sql } from 'kysely'
import type { ChatProvider, DirectMessageKind } from '#contract/chat.ts'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** The facts of a post, also of a deleted one, that decide where it is shown. */
export type PostFacts = {
  id: string
  parent_id: string | null
  from_id: string | null
  to_ids: string[]
  value_id: string
  private: boolean
  demo: boolean
  is_deleted: boolean
  created_at: Date
}

export async function findPostFacts(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<PostFacts | undefined> {
  const { rows } = await sql<PostFacts>`
    select id, parent_id, from_id, to_ids, value_id, private, demo,
      deleted_at is not null as is_deleted, created_at
    from posts where workspace_id = ${workspaceId} and id = ${id}`.execute(trx)
  return rows[0]
}

export type ChannelHookRow = Selectable<Tables['hooks']>

/** Returns the active channels of an app. */
export const listActiveChannels = (
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<ChannelHookRow[]> =>
  trx
    .selectFrom('hooks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', `${provider}_app`)
    .where('channel_id', 'is not', null)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()

/** Returns whether an audience includes one of these people. */
export async function includesSomebody(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  audience: AudienceInput,
  today: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users u
      where u.workspace_id = ${workspaceId} and u.id = any (${userIds}::uuid[])
        and ${audienceCondition(workspaceId, audience, today)}) as found`.execute(trx)
  return rows[0]?.found ?? false
}

/** Returns the channels of an app that show a post, or wait to show it. */
export async function listChannelsWithPost(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  postId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from hooks h
    where h.workspace_id = ${workspaceId} and h.kind = ${`${provider}_app`}
      and h.channel_id is not null
      and (exists (select from chat_messages m where m.workspace_id = ${workspaceId}
          and m.hook_id = h.id and m.post_id = ${postId})
        or exists (select from hook_deliveries d where d.workspace_id = ${workspaceId}
          and d.hook_id = h.id and d.subject_id = ${postId} and d.state = 'waiting'))`.execute(trx)
  return rows.map(({ id }) => id)
}

/** A person who gets a direct message, with what decides when. */
export type DirectMessageReader = {
  user_id: string
  quiet_from: number
  quiet_until: number
  timezone: string
}

/** Returns which of these people have an account in the chat and want messages of this kind. */
export async function listDirectMessageReaders(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  userIds: string[],
  kind: DirectMessageKind,
): Promise<DirectMessageReader[]> {
  const { rows } = await sql<DirectMessageReader>`
    select l.user_id, l.quiet_from, l.quiet_until,
      coalesce(nullif(l.timezone, ''), s.timezone) as timezone
    from chat_links l
      join users u on u.workspace_id = l.workspace_id and u.id = l.user_id
        and u.state = 'accepted'
      join settings s on s.workspace_id = l.workspace_id
    where l.workspace_id = ${workspaceId} and l.provider = ${provider}
      and l.user_id = any (${userIds}::uuid[]) and ${kind} <> all (l.muted)`.execute(trx)
  return rows
}

/**
 * Returns when each of these people gets the last direct message that waits or was just sent. One
 * that is retried delays no others.
 */
export async function listLastDirectMessages(
  trx: Trx,
  workspaceId: string,
  { hookId, userIds, since }: { hookId: string; userIds: string[]; since: Date },
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ user_id: string; last: Date }>`
    select user_id, max(case when state = 'waiting' and attempts <= 1 then next_at
      else sent_at end) as last from hook_deliveries
    where workspace_id = ${workspaceId} and hook_id = ${hookId}
      and user_id = any (${userIds}::uuid[]) and (state = 'waiting' and attempts <= 1
        or sent_at > ${since})
    group by user_id`.execute(trx)
  return new Map(rows.map((row) => [row.user_id, row.last]))
}

/** Returns those of the people who have a direct message of an app about an event and its subject. */
export async function listDirectlyTold(
  trx: Trx,
  workspaceId: string,
  { hookId, event, subjectId }: { hookId: string; event: string; subjectId: string },
  userIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from hook_deliveries
    where workspace_id = ${workspaceId} and user_id = any (${userIds}::uuid[])
      and hook_id = ${hookId} and event = ${event} and subject_id = ${subjectId}`.execute(trx)
  return rows.map((row) => row.user_id)
}

/** Returns the people of a purchase: who asked for it, and who paid a part of it. */
export async function listPurchasePeople(
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select p.created_by as user_id from purchases p
    where p.workspace_id = ${workspaceId} and p.id = ${purchaseId}
    union
    select c.user_id from contributions c
    where c.workspace_id = ${workspaceId} and c.purchase_id = ${purchaseId}`.execute(trx)
  return rows.map((row) => row.user_id)
}
