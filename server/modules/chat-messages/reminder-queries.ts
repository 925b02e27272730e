import { sql } from 'kysely'
import type { ChatProvider } from '#contract/chat.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'

/** A chat of a workspace whose people wait for the weekly message. `week`: its Monday. */
export type DueReminder = { workspace_id: string; provider: ChatProvider; week: string }

export async function listDueReminders(db: Db, at: Date, limit: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select workspace_id, provider, week from chat_reminders_due(${at}, ${limit})`.execute(db)
  return rows
}

/** Records the week of a batch of links, so that each gets one message. Returns their users. */
export async function claimReminders(
  trx: Trx,
  { workspace_id: workspaceId, provider, week }: DueReminder,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update chat_links l set reminded_week = ${week}::date
    from (select external_user_id from chat_links
      where workspace_id = ${workspaceId} and provider = ${provider}
        and reminded_week is distinct from ${week}::date
      order by external_user_id limit ${limit} for update skip locked) due
    where l.workspace_id = ${workspaceId} and l.provider = ${provider}
      and l.external_user_id = due.external_user_id
    returning l.user_id`.execute(trx)
  return rows.map((row) => row.user_id)
}
