import { sql } from 'kysely'
import type { ChatProvider } from '#contract/chat.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** What people did in a chat since a time, as far as the database shows it. */
export type ChatActivity = {
  has_request: boolean
  has_link: boolean
  has_draft: boolean
  has_post: boolean
  has_message: boolean
  has_like: boolean
  has_direct_message: boolean
  has_add_on: boolean
  has_change: boolean
  has_deletion: boolean
}

/** Returns what happened in a chat of a workspace since `since`. */
export async function findChatActivity(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  since: Date,
): Promise<ChatActivity> {
  const kind = `${provider}_app`
  const isDelivered = (event: string) => sql`exists (select from hook_deliveries d
    join hooks h on h.workspace_id = d.workspace_id and h.id = d.hook_id
    where d.workspace_id = ${workspaceId} and h.kind = ${kind} and h.channel_id is not null
      and d.event = ${event} and d.state = 'delivered' and d.sent_at >= ${since})`
  const { rows } = await sql<ChatActivity>`
    select
      exists (select from chat_connections c where c.workspace_id = ${workspaceId}
        and c.provider = ${provider} and c.seen_at >= c.connected_at) as has_request,
      exists (select from chat_links l where l.workspace_id = ${workspaceId}
        and l.provider = ${provider}) as has_link,
      exists (select from chat_drafts d where d.workspace_id = ${workspaceId}
        and d.provider = ${provider} and d.created_at >= ${since}) as has_draft,
      exists (select from posts p where p.workspace_id = ${workspaceId}
        and p.created_at >= ${since} and not p.private and not p.add_on) as has_post,
      exists (select from posts p where p.workspace_id = ${workspaceId}
        and p.created_at >= ${since} and p.add_on) as has_add_on,
      ${isDelivered('post.updated')} as has_change,
      ${isDelivered('post.deleted')} as has_deletion,
      exists (select from chat_messages m
        join hooks h on h.workspace_id = m.workspace_id and h.id = m.hook_id
        where m.workspace_id = ${workspaceId} and h.kind = ${kind}
          and m.created_at >= ${since}) as has_message,
      exists (select from likes k where k.workspace_id = ${workspaceId}
        and k.created_at >= ${since}) as has_like,
      exists (select from hook_deliveries d
        join hooks h on h.workspace_id = d.workspace_id and h.id = d.hook_id
        where d.workspace_id = ${workspaceId} and h.kind = ${kind}
          and d.user_id is not null and d.state = 'delivered' and d.sent_at >= ${since}
        ) as has_direct_message`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}
