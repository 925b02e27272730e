import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

const provider = 'teams'

export type NewConversation = Omit<Insertable<Tables['chat_conversations']>, 'provider'>

/** Stores a conversation, or what changed of a known one. Returns whether it is new. */
export async function saveConversation(trx: Trx, conversation: NewConversation): Promise<boolean> {
  const {
    workspace_id: workspaceId,
    external_id: externalId,
    created_at: _,
    ...rest
  } = conversation
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('chat_conversations')
    .values({ ...conversation, provider })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return true
  await trx
    .updateTable('chat_conversations')
    .set(rest)
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
    .execute()
  return false
}

export async function updateReference(
  trx: Trx,
  workspaceId: string,
  externalId: string,
  reference: Buffer,
): Promise<void> {
  await trx
    .updateTable('chat_conversations')
    .set({ reference })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
    .execute()
}

export async function deleteConversation(
  trx: Trx,
  workspaceId: string,
  externalId: string,
): Promise<void> {
  await trx
    .deleteFrom('chat_conversations')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
    .execute()
}

/** Deletes the channels of a team. */
export async function deleteTeam(trx: Trx, workspaceId: string, teamId: string): Promise<void> {
  await trx
    .deleteFrom('chat_conversations')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('team_id', '=', teamId)
    .execute()
}

/** Returns the ids of some teams that have the app. The id of a team is that of its first channel. */
export async function listTeamIds(trx: Trx, workspaceId: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('chat_conversations')
    .select('team_id')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('team_id', '<>', '')
    .orderBy('team_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.team_id)
}

/** Returns the chats of people with the bot, by their ids in the directory. */
export async function listPersonalChats(
  trx: Trx,
  workspaceId: string,
  externalUserIds: string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ external_user_id: string; external_id: string }>`
    select distinct on (external_user_id) external_user_id, external_id from chat_conversations
    where workspace_id = ${workspaceId} and provider = ${provider} and kind = 'personal'
      and external_user_id = any (${externalUserIds}::text[])
    order by external_user_id, created_at desc`.execute(trx)
  return new Map(rows.map((row) => [row.external_user_id, row.external_id]))
}

/**
 * Records that a message of the bot is being sent. Returns false when it was already, for example
 * because Teams repeats a request. The nightly run of the webhook inbox deletes the records.
 */
export async function claimMessage(db: Db, key: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhook_events')
    .values({
      provider,
      event_id: key,
      payload: '{}',
      received_at: at,
      next_at: at,
      done_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes the record of a message that was not sent, so that a repeated request sends it. */
export async function releaseMessage(db: Db, key: string): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where('provider', '=', provider)
    .where('event_id', '=', key)
    .execute()
}
