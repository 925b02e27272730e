import { sql } from 'kysely'
import type { ChatProvider } from '#contract/chat.ts'
import type { Trx } from '#server/platform/database/database.ts'

export async function insertAuthorization(
  trx: Trx,
  workspaceId: string,
  authorization: { stateHash: Buffer; sessionId: string; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('chat_authorizations')
    .values({
      workspace_id: workspaceId,
      state_hash: authorization.stateHash,
      session_id: authorization.sessionId,
      expires_at: authorization.expiresAt,
    })
    .execute()
}

/** Uses an authorization of a session. Returns whether it was open. Expired ones are deleted too. */
export async function takeAuthorization(
  trx: Trx,
  workspaceId: string,
  { stateHash, sessionId, at }: { stateHash: Buffer; sessionId: string; at: Date },
): Promise<boolean> {
  const taken = await trx
    .deleteFrom('chat_authorizations')
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', at),
        eb.and([eb('state_hash', '=', stateHash), eb('session_id', '=', sessionId)]),
      ]),
    )
    .returning(['state_hash', 'expires_at'])
    .execute()
  return taken.some((row) => row.state_hash.equals(stateHash) && row.expires_at > at)
}

/** Deletes an app with its channels, their deliveries, and its conversations. */
export async function deleteConnectionRows(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<void> {
  await deleteChannelsAndConversations(trx, workspaceId, provider)
  await trx
    .deleteFrom('hooks')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', `${provider}_app`)
    .execute()
  await trx
    .deleteFrom('chat_connections')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .execute()
}

/** Deletes what belongs to a team in the chat: another team gets channels of its own. */
export async function deleteChannelsAndConversations(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<void> {
  await trx
    .deleteFrom('hooks')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', `${provider}_app`)
    .where('channel_id', 'is not', null)
    .execute()
  await trx
    .deleteFrom('chat_conversations')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .execute()
}

/** Returns the channels that the bot knows, by name. */
export const listKnownChannels = (
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  limit: number,
): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom('chat_conversations')
    .select(['external_id as id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('kind', '=', 'channel')
    .orderBy('name')
    .orderBy('external_id')
    .limit(limit)
    .execute()

/** Returns the number of conversations that the bot knows. */
export async function countConversations(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
): Promise<number> {
  const { n } = await trx
    .selectFrom('chat_conversations')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Returns the number of channels of all apps. */
export async function countChannels(trx: Trx, workspaceId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('hooks')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('channel_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Gives the waiting deliveries of a bridge to the channel that replaces it. */
export async function moveWaitingDeliveries(
  trx: Trx,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await trx
    .updateTable('hook_deliveries')
    .set({ hook_id: to })
    .where('workspace_id', '=', workspaceId)
    .where('hook_id', '=', from)
    .where('state', '=', 'waiting')
    .execute()
}

/** Locks a team of the chat until the end of the transaction, so that one workspace takes it. */
export async function lockTeamOfChat(
  trx: Trx,
  provider: ChatProvider,
  externalId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${externalId}`}, 0))`.execute(
    trx,
  )
}
