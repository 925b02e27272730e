import { type Selectable, sql } from 'kysely'
import type { ChatProvider } from '#contract/chat.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { AuthSessionRow } from '#server/platform/auth/sessions.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** The part of a session that a user has without one. */
export type ChatUserRow = Omit<
  AuthSessionRow,
  'session_id' | 'kind' | 'seen_at' | 'scopes' | 'image'
>

/** Returns an accepted user with all that a request needs to know about them. */
export async function findChatUser(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<ChatUserRow | undefined> {
  const { rows } = await sql<ChatUserRow>`
    select u.account_id, u.workspace_id, u.id as user_id, p.global_administrator,
      p.account_administrator, p.rewards_administrator, p.billing_administrator, t.limit_period,
      t.timezone, coalesce(u.language, t.language) as language, w.trial_ends_at, w.paid_until,
      w.manual_payments, t.comments, t.reactions, t.add_ons
    from users u
      join workspaces w on w.id = u.workspace_id and w.deleted_at is null
      join settings t on t.workspace_id = u.workspace_id
      join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.id = ${userId} and u.state = 'accepted'`.execute(
    trx,
  )
  return rows[0]
}

/** Returns the accepted users of these accounts in the chat. */
export async function listLinkedUsers(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  externalUserIds: string[],
): Promise<{ external_user_id: string; user_id: string }[]> {
  return trx
    .selectFrom('chat_links')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'chat_links.workspace_id')
        .onRef('users.id', '=', 'chat_links.user_id'),
    )
    .where('chat_links.workspace_id', '=', workspaceId)
    .where('chat_links.provider', '=', provider)
    .where(sql<boolean>`external_user_id = any (${externalUserIds}::text[])`)
    .where('users.state', '=', 'accepted')
    .select(['chat_links.external_user_id', 'chat_links.user_id'])
    .execute()
}

/** Returns the accepted users with these addresses. */
export async function listUsersByEmail(
  trx: Trx,
  workspaceId: string,
  emails: string[],
): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where workspace_id = ${workspaceId}
      and email = any (${emails}::text[]) and state = 'accepted' and not demo`.execute(trx)
  return rows
}

export async function insertLinkRequest(
  trx: Trx,
  request: {
    workspaceId: string
    tokenHash: Buffer
    provider: ChatProvider
    externalUserId: string
    externalName: string
    timezone: string
    isGuest?: boolean
    expiresAt: Date
  },
): Promise<void> {
  await trx
    .insertInto('chat_link_requests')
    .values({
      workspace_id: request.workspaceId,
      token_hash: request.tokenHash,
      provider: request.provider,
      external_user_id: request.externalUserId,
      external_name: request.externalName,
      timezone: request.timezone,
      is_guest: request.isGuest ?? false,
      expires_at: request.expiresAt,
    })
    .execute()
}

/** Deletes the open link requests of an account in the chat, so that only the newest works. */
export async function deleteLinkRequests(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  externalUserId: string,
): Promise<void> {
  await trx
    .deleteFrom('chat_link_requests')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('external_user_id', '=', externalUserId)
    .execute()
}

export type ChatDraftRow = Selectable<Tables['chat_drafts']>

/** Stores a draft. Returns the first one of a repeated request, also of another time. */
export async function insertDraft(
  trx: Trx,
  draft: {
    workspaceId: string
    id: string
    provider: ChatProvider
    sourceKey: string
    userId: string
    content: string
    at: Date
  },
): Promise<ChatDraftRow> {
  await trx
    .insertInto('chat_drafts')
    .values({
      workspace_id: draft.workspaceId,
      id: draft.id,
      provider: draft.provider,
      source_key: draft.sourceKey,
      user_id: draft.userId,
      content: draft.content,
      created_at: draft.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('chat_drafts')
    .selectAll()
    .where('workspace_id', '=', draft.workspaceId)
    .where('provider', '=', draft.provider)
    .where('source_key', '=', draft.sourceKey)
    .executeTakeFirstOrThrow()
}

/** Deletes the drafts of a user except the newest `kept`. */
export async function deleteOldDrafts(
  trx: Trx,
  workspaceId: string,
  userId: string,
  kept: number,
): Promise<void> {
  await trx
    .deleteFrom('chat_drafts')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('chat_drafts')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute()
}

/** Returns a draft of a user. */
export const findDraft = (
  trx: Trx,
  workspaceId: string,
  userId: string,
  id: string,
): Promise<ChatDraftRow | undefined> =>
  trx
    .selectFrom('chat_drafts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function deleteDraftRow(
  trx: Trx,
  workspaceId: string,
  userId: string,
  id: string,
): Promise<void> {
  await trx
    .deleteFrom('chat_drafts')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Records the day of the last request of a chat, with at most one write a day and one after each
 * connection.
 */
export async function touchConnection(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('chat_connections')
    .set({ seen_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([
        eb('seen_at', 'is', null),
        eb('seen_at', '<', eb.ref('connected_at')),
        eb('seen_at', '<', sql<Date>`${at}::timestamptz - interval '1 day'`),
      ]),
    )
    .execute()
}
