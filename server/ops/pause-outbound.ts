import type pg from 'pg'
import { quoteIdentifier, listTables } from './backup.ts'

/** What was about to go out when a backup was made. */
export type PausedOutbound = { mails: number; messages: number; imports: number; deletions: number }

/**
 * Puts aside what a backup was about to send: by now it may have gone out, and whoever restores a
 * copy to try something means to send nothing. Mails are given up as after their last try (their
 * links with them), messages to webhooks can be sent again from their log, and an import that was
 * under way, which invites people, can be uploaded again. Gift card orders and bills are asked for
 * at their providers by names of ours that those know for ever: what was done is not done twice.
 */
export async function pauseOutbound(client: pg.Client): Promise<PausedOutbound> {
  const tables = await listTables(client)
  const there = new Set(tables.map((table) => table.name))
  const gracePeriods = tables.some(
    ({ name, columns }) => name === 'workspaces' && columns.includes('deletion_due_at'),
  )
  const change = async (table: string, set: string, state: string) =>
    there.has(table)
      ? ((
          await client.query(
            `update public.${quoteIdentifier(table)} set ${set} where state = '${state}'`,
          )
        ).rowCount ?? 0)
      : 0
  return {
    mails: await change(
      'outbox',
      `state = 'failed', params = '{}', last_error = 'put aside by a restore'`,
      'waiting',
    ),
    messages: await change(
      'hook_deliveries',
      `state = 'failed', status = null, answer = '', reason = 'restored'`,
      'waiting',
    ),
    // A team whose grace period has ended since would be deleted at the next start.
    deletions: gracePeriods
      ? ((
          await client.query(
            `update public.workspaces set deletion_due_at = null, deletion_asked_by = null
              where deletion_due_at is not null and deleted_at is null`,
          )
        ).rowCount ?? 0)
      : 0,
    imports: await change(
      'imports',
      `state = 'failed', finished_at = now(), last_error = 'put aside by a restore'`,
      'in_progress',
    ),
  }
}

/** What the operator is told of it; nothing if there was nothing. */
export function describePausedOutbound({
  mails,
  messages,
  imports,
  deletions,
}: PausedOutbound): string[] {
  const kept = deletions
    ? [
        `Teams that were to be deleted after their days of grace, and are kept: ${deletions}. Their administrators can ask for it again.`,
      ]
    : []
  if (mails + messages + imports === 0) return kept
  return [
    ...kept,
    `Put aside, so that nothing goes out a second time: ${mails} mails, ${messages} messages to webhooks and ${imports} imports that were under way when the backup was made. To send them nevertheless, restore with --send-waiting (into an empty database again).`,
  ]
}
