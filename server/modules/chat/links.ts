import type { ChatProvider } from '#contract/chat.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { ChatLink, ChatLinkRequest } from '#contract/schemas/chat.ts'
import {
  type ChatLinkRow,
  deleteLinkOfAccount,
  deleteLinksOfUser,
  findLinkRequest,
  insertLink,
  type LinkRequestRow,
  listLinksOfUser,
  takeLinkRequest,
  updateLinkOfUser,
} from '#server/modules/chat-links/queries.ts'
import { listConnections } from '#server/modules/chat-messages/connection-queries.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'

const presentLink = (row: ChatLinkRow, externalName: string, timezone: string): ChatLink => ({
  provider: row.provider,
  external_name: externalName,
  linked_by: row.linked_by,
  muted: row.muted,
  quiet_from: row.quiet_from,
  quiet_until: row.quiet_until,
  timezone: row.timezone || timezone,
  send_at_once: row.send_at_once,
  created_at: row.created_at.toISOString(),
})

/** Returns the user's own accounts in chats. */
export async function loadLinks(trx: Trx, actor: Actor): Promise<ChatLink[]> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const rows = await listLinksOfUser(trx, workspaceId, userId)
  const connections = await listConnections(trx, workspaceId)
  const { timezone } = await findSettings(trx, workspaceId)
  return rows.map((row) =>
    presentLink(
      row,
      connections.find(({ provider }) => provider === row.provider)?.external_name ?? '',
      timezone,
    ),
  )
}

async function loadLink(trx: Trx, actor: Actor, provider: ChatProvider): Promise<ChatLink> {
  const links = await loadLinks(trx, actor)
  return links.find((link) => link.provider === provider) ?? throwRefusal('not_found')
}

/** Changes which messages the user gets in a chat, and when. */
export async function updateLink(
  { db }: Services,
  actor: Actor,
  provider: ChatProvider,
  body: BodyOf<'chat.update_link'>,
): Promise<ChatLink> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  return db.tenant(workspaceId, async (trx) => {
    if (Object.keys(body).length) {
      const { muted, ...rest } = body
      const set = { ...rest, ...(muted === undefined ? {} : { muted: [...new Set(muted)] }) }
      if (!(await updateLinkOfUser(trx, workspaceId, userId, provider, set)))
        throwRefusal('not_found')
    }
    return loadLink(trx, actor, provider)
  })
}

export async function unlinkAccount(
  { db }: Services,
  actor: Actor,
  provider: ChatProvider,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  await db.tenant(workspaceId, async (trx) => {
    const deleted = await deleteLinksOfUser(trx, workspaceId, userId, provider)
    if (!deleted.length) throwRefusal('not_found')
    await audit(trx, actor, 'chat.unlink', { provider, user_id: userId }, at)
  })
}

/** Returns the person in the chat whom a one-time link names. Throws chat_link_invalid. */
export async function previewLink(
  { db }: Services,
  { workspace_id: workspaceId }: Actor,
  token: string,
  at: Date,
): Promise<ChatLinkRequest> {
  return db.tenant(workspaceId, async (trx) => {
    const request =
      (await findLinkRequest(trx, workspaceId, hashToken(token), at)) ??
      throwRefusal('chat_link_invalid')
    const connections = await listConnections(trx, workspaceId)
    return {
      provider: request.provider,
      external_name:
        connections.find(({ provider }) => provider === request.provider)?.external_name ?? '',
      person_name: request.external_name,
    }
  })
}

/** Links the account of a one-time link. Earlier links of the account and of the user end. */
async function replaceLink(
  trx: Trx,
  actor: Actor,
  { provider, external_user_id: externalUserId, timezone, is_guest: isGuest }: LinkRequestRow,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  await deleteLinkOfAccount(trx, workspaceId, provider, externalUserId)
  await deleteLinksOfUser(trx, workspaceId, userId, provider)
  await insertLink(trx, {
    workspaceId,
    provider,
    externalUserId,
    userId,
    linkedBy: 'person',
    timezone,
    isGuest,
    at,
  })
  await audit(trx, actor, 'chat.link', { provider, user_id: userId, by: 'person' }, at)
}

/** Links the user with the account of a one-time link. Throws chat_link_invalid. */
export async function linkAccount(
  { db }: Services,
  actor: Actor,
  token: string,
  at: Date,
): Promise<ChatLink> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const request =
      (await takeLinkRequest(trx, workspaceId, hashToken(token), at)) ??
      throwRefusal('chat_link_invalid')
    await replaceLink(trx, actor, request, at)
    return loadLink(trx, actor, request.provider)
  })
}
