import type pg from 'pg'
import { quoteIdentifier, listTables } from './backup.ts'

/** Disconnects chat apps until an administrator connects them again. Returns their number. */
async function disconnectChats(client: pg.Client, tables: Set<string>): Promise<number> {
  if (!tables.has('chat_connections')) return 0
  await client.query(
    `update public.hooks set state = 'off', off_reason = 'disconnected'
      where kind in ('slack_app', 'teams_app') and state = 'active'`,
  )
  const { rowCount } = await client.query(
    `update public.chat_connections set state = 'disconnected', state_reason = null,
      socket_holder = null, socket_leased_until = null where state = 'connected'`,
  )
  return rowCount ?? 0
}

/** Pauses the streams of audit logs: a copy must not report to the receiver of the server. */
async function pauseAuditStreams(client: pg.Client, tables: Set<string>): Promise<void> {
  if (tables.has('audit_streams'))
    await client.query(
      `update public.audit_streams set state = 'paused', leased_until = null where state = 'active'`,
    )
}

/** Fails the unfinished runs of the people sync, which would invite people. Returns their number. */
async function failPeopleSyncs(client: pg.Client, tables: Set<string>): Promise<number> {
  if (!tables.has('people_sync_runs')) return 0
  const { rowCount } = await client.query(
    `with failed as (
      update public.people_sync_runs set state = 'failed', code = 'unknown', finished_at = now(),
        last_error = 'put aside by a restore'
      where state in ('checking', 'applying') returning workspace_id, id
    ), deleted as (
      delete from public.people_sync_rows where (workspace_id, run_id) in (table failed)
    )
    select from failed`,
  )
  return rowCount ?? 0
}

/** Counts of outgoing items that were pending when a backup was made. */
export type PausedOutbound = {
  mails: number
  messages: number
  imports: number
  deletions: number
  chats: number
}

/**
 * Cancels the pending outgoing items of a restored backup: they may have been sent since, and a
 * test restore must send nothing. Mails fail as after their last attempt, without their links.
 * Webhook messages can be sent again from their log, interrupted imports and runs of the people
 * sync, which send invitations, can be uploaded again, and planned invitations can be sent from
 * their import. Chat apps are
 * disconnected: a copy would take requests from the server, and use up its tokens. Gift card orders
 * and bills stay: their providers keep our idempotency keys, so nothing happens twice.
 */
export async function pauseOutbound(client: pg.Client): Promise<PausedOutbound> {
  const tables = await listTables(client)
  const there = new Set(tables.map((table) => table.name))
  const gracePeriods = tables.some(
    ({ name, columns }) => name === 'workspaces' && columns.includes('deletion_due_at'),
  )
  const plansInvites = tables.some(
    ({ name, columns }) => name === 'imports' && columns.includes('invites_at'),
  )
  const plannedInvites = plansInvites
    ? ((
        await client.query(
          `update public.imports set invites_at = null
            where invites_at is not null and state <> 'in_progress'`,
        )
      ).rowCount ?? 0)
    : 0
  await pauseAuditStreams(client, there)
  // An interrupted import keeps no plan either.
  if (plansInvites) await client.query('update public.imports set invites_at = null')
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
    chats: await disconnectChats(client, there),
    // Otherwise the next start would delete a team whose grace period has ended since.
    deletions: gracePeriods
      ? ((
          await client.query(
            `update public.workspaces set deletion_due_at = null, deletion_asked_by = null
              where deletion_due_at is not null and deleted_at is null`,
          )
        ).rowCount ?? 0)
      : 0,
    imports:
      (await change(
        'imports',
        `state = 'failed', finished_at = now(), last_error = 'put aside by a restore'`,
        'in_progress',
      )) +
      (await failPeopleSyncs(client, there)) +
      plannedInvites,
  }
}

/** Returns the messages for the operator; an empty list when nothing was pending. */
export function describePausedOutbound({
  mails,
  messages,
  imports,
  deletions,
  chats,
}: PausedOutbound): string[] {
  const kept = [
    ...(deletions
      ? [
          `Teams that were to be deleted after their days of grace, and are kept: ${deletions}. Their administrators can ask for it again.`,
        ]
      : []),
    ...(chats
      ? [
          `Apps in Slack and Microsoft Teams that are disconnected: ${chats}. Administrators can connect them again under Settings, Connections.`,
        ]
      : []),
  ]
  if (mails + messages + imports === 0) return kept
  return [
    ...kept,
    `Put aside, so that nothing goes out a second time: ${mails} mails, ${messages} messages to webhooks and ${imports} imports that were under way when the backup was made. To send them nevertheless, restore with --send-waiting (into an empty database again).`,
  ]
}
