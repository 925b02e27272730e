import { lowestIdAt } from '#server/platform/ids.ts'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { batch, countDeleted, rowsPerBatch } from './batch.ts'

// The functions below delete at most one batch of rows older than `before` and return their number.

/** Deletes sessions that expired or ended. */
export const deleteSessions = (db: Db, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from sessions where token_hash in (
        select token_hash from sessions
        where expires_at < ${before} or revoked_at < ${before}
        limit ${batch})`,
    db,
  )

export const deleteOauthGrants = (db: Db, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from oauth_grants where id in (
        select id from oauth_grants where expires_at < ${before} limit ${batch})`,
    db,
  )

export const deleteOauthStates = (db: Db, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from oauth_states where (model, id_hash) in (
        select model, id_hash from oauth_states where expires_at < ${before} limit ${batch})`,
    db,
  )

export const deleteSignInCodes = (db: Db, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from sign_in_codes where id in (
        select id from sign_in_codes where expires_at < ${before} limit ${batch})`,
    db,
  )

export const deleteTeamCreations = (db: Db, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from team_creations where id in (
        select id from team_creations where created_at < ${before} limit ${batch})`,
    db,
  )

export const deleteGoogleNonces = (db: Db, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from used_google_nonces where nonce_hash in (
        select nonce_hash from used_google_nonces where expires_at < ${before} limit ${batch})`,
    db,
  )

/** Deletes two-factor setups that were never confirmed. */
export const deleteUnconfirmedSecondFactors = (db: Db, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from second_factors where account_id in (
        select account_id from second_factors
        where confirmed_at is null and created_at < ${before}
        limit ${batch})`,
    db,
  )

export const deleteAddressChanges = (db: Db, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from address_changes where id in (
        select id from address_changes where changed_at < ${before} limit ${batch})`,
    db,
  )

export const deleteIdempotencyKeys = (
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> =>
  countDeleted(
    sql`
      delete from idempotency_keys
      where workspace_id = ${workspaceId} and (user_id, key) in (
        select user_id, key from idempotency_keys
        where workspace_id = ${workspaceId} and created_at < ${before}
        limit ${batch})`,
    trx,
  )

/** Deletes mails that were sent or failed. */
export const deleteFinishedMails = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from outbox
      where workspace_id = ${workspaceId} and id in (
        select id from outbox
        where workspace_id = ${workspaceId} and state <> 'waiting' and created_at < ${before}
        limit ${batch})`,
    trx,
  )

export const deleteMailBudgets = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from mail_budgets
      where workspace_id = ${workspaceId} and day < ${before}::date`,
    trx,
  )

export const deleteInvites = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from invites
      where workspace_id = ${workspaceId} and expires_at < ${before}`,
    trx,
  )

export const deleteImpersonationLinks = (
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> =>
  countDeleted(
    sql`
      delete from impersonation_links
      where workspace_id = ${workspaceId} and expires_at < ${before}`,
    trx,
  )

export const deleteCardSetups = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from card_setups
      where workspace_id = ${workspaceId} and expires_at < ${before}`,
    trx,
  )

/** Deletes thanks in chats that nobody sent. */
export const deleteChatDrafts = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from chat_drafts
      where workspace_id = ${workspaceId} and created_at < ${before}`,
    trx,
  )

export const deleteChatLinkRequests = (
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> =>
  countDeleted(
    sql`
      delete from chat_link_requests
      where workspace_id = ${workspaceId} and expires_at < ${before}`,
    trx,
  )

export const deleteChatAuthorizations = (
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> =>
  countDeleted(
    sql`
      delete from chat_authorizations
      where workspace_id = ${workspaceId} and expires_at < ${before}`,
    trx,
  )

/** Deletes sign-ins that were not finished. */
export const deleteSsoRequests = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from sso_requests
      where workspace_id = ${workspaceId} and expires_at < ${before}`,
    trx,
  )

/** Deletes entries that the receiver of an audit log did not take. */
export const deleteUnsentAuditEntries = (
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> =>
  countDeleted(
    sql`
      delete from audit_stream_entries
      where workspace_id = ${workspaceId} and entry_id < ${lowestIdAt(before.getTime())}`,
    trx,
  )

/** Deletes the ids of provider messages that have expired themselves. */
export const deleteSsoMessages = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from sso_used_messages
      where workspace_id = ${workspaceId} and expires_at < ${before}`,
    trx,
  )

/** Deletes what identity providers asked for through SCIM. */
export const deleteScimRequests = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from scim_requests
      where workspace_id = ${workspaceId} and created_at < ${before}`,
    trx,
  )

/** Deletes graces that ended, whose balances remain in the ledger. */
export const deleteEndedGraces = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from leaver_graces g
      where g.workspace_id = ${workspaceId} and g.ended_at < ${before}
        and not exists (select from wallets b where b.workspace_id = g.workspace_id
          and b.user_id = g.user_id and b.balance > 0)`,
    trx,
  )

/** Deletes the rows of ended imports, which keep their counts. */
export const deleteImportRows = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from import_rows
      where workspace_id = ${workspaceId} and (import_id, line) in (
        select r.import_id, r.line
        from imports i
        join import_rows r on r.workspace_id = i.workspace_id and r.import_id = i.id
        where i.workspace_id = ${workspaceId} and i.state <> 'in_progress'
          and coalesce(i.finished_at, i.created_at) < ${before}
        limit ${batch})`,
    trx,
  )

/** Deletes inbox items without an event since `before`. */
export const deleteInboxItems = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from inbox_items
      where workspace_id = ${workspaceId} and (user_id, id) in (
        select user_id, id from inbox_items
        where workspace_id = ${workspaceId} and updated_at < ${before}
        limit ${batch}
        for update skip locked)`,
    trx,
  )

/** Deletes the oldest inbox items of users who have more than the limit. */
export const deleteInboxOverflow = (trx: Trx, workspaceId: string): Promise<number> =>
  countDeleted(
    sql`
      delete from inbox_items
      where workspace_id = ${workspaceId} and (user_id, id) in (
        select old.user_id, old.id
        from (
          select user_id from inbox_items
          where workspace_id = ${workspaceId}
          group by user_id
          having count(*) > ${sql.lit(limits.inbox_items_max)}) crowded
        cross join lateral (
          select i.user_id, i.id from inbox_items i
          where i.workspace_id = ${workspaceId} and i.user_id = crowded.user_id
          order by i.updated_at desc, i.id desc
          offset ${sql.lit(limits.inbox_items_max)}) old
        limit ${batch})`,
    trx,
  )

export async function pruneAuditLog(trx: Trx, workspaceId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    select audit_prune(${workspaceId}, ${before}, ${rowsPerBatch}) as deleted`.execute(trx)
  return rows[0]?.deleted ?? 0
}

/** Returns whether a workspace created before this time has demo data. */
export async function hasOldDemoData(
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_expired: boolean }>`
    select exists (
      select 1 from workspaces w
      where w.id = ${workspaceId} and not w.demo and w.created_at < ${before}
        and (
          exists (select 1 from users u where u.workspace_id = w.id and u.demo)
          or exists (select 1 from rewards r where r.workspace_id = w.id and r.demo))
    ) as is_expired`.execute(trx)
  return rows[0]?.is_expired ?? false
}

export async function deleteExpiredDemoData(trx: Trx, workspaceId: string): Promise<void> {
  await sql`select demo_remove(${workspaceId})`.execute(trx)
}
