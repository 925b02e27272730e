import type { Selectable, Updateable } from 'kysely'
import type { ChatProvider } from '#contract/chat.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type ChatLinkRow = Selectable<Tables['chat_links']>

export const findLink = (
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  externalUserId: string,
): Promise<ChatLinkRow | undefined> =>
  trx
    .selectFrom('chat_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('external_user_id', '=', externalUserId)
    .executeTakeFirst()

/**
 * Links an account in the chat to a user. Returns false when the account or the user has another
 * link.
 */
export async function insertLink(
  trx: Trx,
  link: {
    workspaceId: string
    provider: ChatProvider
    externalUserId: string
    userId: string
    linkedBy: 'email' | 'person'
    timezone: string
    isGuest?: boolean
    at: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('chat_links')
    .values({
      workspace_id: link.workspaceId,
      provider: link.provider,
      external_user_id: link.externalUserId,
      user_id: link.userId,
      linked_by: link.linkedBy,
      timezone: link.timezone,
      is_guest: link.isGuest ?? false,
      created_at: link.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the accounts in chats of a user. */
export const listLinksOfUser = (
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<ChatLinkRow[]> =>
  trx
    .selectFrom('chat_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()

/** Changes the preferences of a link. Returns whether the user has it. */
export async function updateLinkOfUser(
  trx: Trx,
  workspaceId: string,
  userId: string,
  provider: ChatProvider,
  set: Updateable<Tables['chat_links']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_links')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the links of a user, all or those of one chat. Returns the chats. */
export async function deleteLinksOfUser(
  trx: Trx,
  workspaceId: string,
  userId: string,
  provider?: ChatProvider,
): Promise<ChatProvider[]> {
  let query = trx
    .deleteFrom('chat_links')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
  if (provider) query = query.where('provider', '=', provider)
  const deleted = await query.returning('provider').execute()
  return deleted.map((row) => row.provider)
}

/**
 * Deletes what a user left in chats, besides the links: drafts, direct messages, and the
 * conversations of the linked accounts with the bot.
 */
export async function deleteChatTraces(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await trx
    .deleteFrom('chat_drafts')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
  await trx
    .deleteFrom('hook_deliveries')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
  const accounts = (await listLinksOfUser(trx, workspaceId, userId)).map(
    (link) => link.external_user_id,
  )
  if (!accounts.length) return
  await trx
    .deleteFrom('chat_conversations')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'personal')
    .where('external_user_id', 'in', accounts)
    .execute()
}

/** Deletes the link of an account in the chat, of any user. */
export async function deleteLinkOfAccount(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  externalUserId: string,
): Promise<void> {
  await trx
    .deleteFrom('chat_links')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('external_user_id', '=', externalUserId)
    .execute()
}

export type LinkRequestRow = Selectable<Tables['chat_link_requests']>

/** Returns an open one-time link. */
export const findLinkRequest = (
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<LinkRequestRow | undefined> =>
  trx
    .selectFrom('chat_link_requests')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()

/** Uses an open one-time link. Returns it, or undefined when it is used or expired. */
export const takeLinkRequest = (
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<LinkRequestRow | undefined> =>
  trx
    .deleteFrom('chat_link_requests')
    .where('workspace_id', '=', workspaceId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()

/** Deletes the links, requests and drafts of a chat. */
export async function deleteLinksOfChat(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<void> {
  for (const table of ['chat_links', 'chat_link_requests', 'chat_drafts'] as const)
    await trx
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('provider', '=', provider)
      .execute()
}
