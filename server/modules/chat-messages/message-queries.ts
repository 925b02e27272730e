import { sql } from 'kysely'
import type { ChatProvider } from '#contract/chat.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Where the message of a post is. */
export type ChatMessageRef = { channel_id: string; message_id: string }

export const findChatMessage = (
  trx: Trx,
  workspaceId: string,
  hookId: string,
  postId: string,
): Promise<ChatMessageRef | undefined> =>
  trx
    .selectFrom('chat_messages')
    .select(['channel_id', 'message_id'])
    .where('workspace_id', '=', workspaceId)
    .where('hook_id', '=', hookId)
    .where('post_id', '=', postId)
    .executeTakeFirst()

/** Stores the message of a post. A message that was sent twice replaces the first. */
export async function storeChatMessage(
  trx: Trx,
  workspaceId: string,
  { hookId, postId, at, ...message }: ChatMessageRef & { hookId: string; postId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('chat_messages')
    .values({
      workspace_id: workspaceId,
      hook_id: hookId,
      post_id: postId,
      created_at: at,
      ...message,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'hook_id', 'post_id']).doUpdateSet(message),
    )
    .execute()
}

export async function deleteChatMessage(
  trx: Trx,
  workspaceId: string,
  hookId: string,
  postId: string,
): Promise<void> {
  await trx
    .deleteFrom('chat_messages')
    .where('workspace_id', '=', workspaceId)
    .where('hook_id', '=', hookId)
    .where('post_id', '=', postId)
    .execute()
}

/** What a message of a post offers: points added later, and whether points may be added. */
export type PostExtras = { added_score: number; add_ons: boolean }

export async function findPostExtras(
  trx: Trx,
  workspaceId: string,
  postId: string,
): Promise<PostExtras | undefined> {
  const { rows } = await sql<PostExtras>`
    select p.added_score, s.add_ons from posts p
      join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and p.id = ${postId}`.execute(trx)
  return rows[0]
}

/** The reader of a direct message. */
export type DirectMessageAddress = { external_user_id: string; language: Language; muted: string[] }

/** Returns the account of an accepted user in the chat. */
export async function findDirectMessageAddress(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  userId: string,
): Promise<DirectMessageAddress | undefined> {
  const { rows } = await sql<DirectMessageAddress>`
    select l.external_user_id, coalesce(u.language, s.language) as language, l.muted
    from chat_links l
      join users u on u.workspace_id = l.workspace_id and u.id = l.user_id
        and u.state = 'accepted'
      join settings s on s.workspace_id = l.workspace_id
    where l.workspace_id = ${workspaceId} and l.provider = ${provider}
      and l.user_id = ${userId}`.execute(trx)
  return rows[0]
}

/** The post of a direct message to one of its recipients. */
export type ThanksForReader = {
  root_id: string
  from_id: string | null
  score: number
  description: string
  private: boolean
  value: string
}

/** Returns a post that the reader received; undefined when it was deleted. */
export async function findThanksForReader(
  trx: Trx,
  workspaceId: string,
  postId: string,
  userId: string,
): Promise<ThanksForReader | undefined> {
  const { rows } = await sql<ThanksForReader>`
    select coalesce(p.parent_id, p.id) as root_id, p.from_id, p.score, p.description,
      p.private or coalesce(r.private, false) as private, v.emoji || ' ' || v.name as value
    from posts p
      join values v on v.workspace_id = p.workspace_id and v.id = p.value_id
      left join posts r on r.workspace_id = p.workspace_id and r.id = p.parent_id
    where p.workspace_id = ${workspaceId} and p.id = ${postId} and p.deleted_at is null
      and ${userId}::uuid = any (p.to_ids)`.execute(trx)
  return rows[0]
}

/** A decided purchase of a direct message. One that was taken back has the status `returned`. */
export type DecidedPurchase = { title: string; status: string; reason: string }

export async function findDecidedPurchase(
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
): Promise<DecidedPurchase | undefined> {
  const { rows } = await sql<DecidedPurchase>`
    select title, case when returned_at is null then status else 'returned' end as status,
      coalesce(decline_reason, '') as reason
    from purchases
    where workspace_id = ${workspaceId} and id = ${purchaseId}
      and status in ('fulfilled', 'declined') and canceled_at is null`.execute(trx)
  return rows[0]
}

/** Returns the conversation in which the bot of Teams writes to a person. */
export async function findPersonalConversation(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  externalUserId: string,
): Promise<{ external_id: string; reference: Buffer } | undefined> {
  return trx
    .selectFrom('chat_conversations')
    .select(['external_id', 'reference'])
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('kind', '=', 'personal')
    .where('external_user_id', '=', externalUserId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns a conversation that the bot of Teams knows. */
export async function findConversation(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  externalId: string,
): Promise<{ external_id: string; name: string; reference: Buffer } | undefined> {
  return trx
    .selectFrom('chat_conversations')
    .select(['external_id', 'name', 'reference'])
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
}
