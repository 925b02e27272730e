import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { batchSize, countAffectedRows, subtractDays } from './delete-in-batches.ts'

/** Deletes at most one batch of expired rows of a workspace and returns their number. */
type RetentionRule = (trx: Trx, workspaceId: string, at: Date) => Promise<number>

const deleteRule =
  (statement: (workspaceId: string, at: Date) => RawBuilder<unknown>): RetentionRule =>
  (trx, workspaceId, at) =>
    countAffectedRows(statement(workspaceId, at), trx)

/** Rules by the name of their count. Each one finds its rows by an index of the workspace. */
export const workspaceRules: Record<string, RetentionRule> = {
  idempotency_keys: deleteRule(
    (workspaceId, at) => sql`delete from idempotency_keys where workspace_id = ${workspaceId}
          and (user_id, key) in (
      select user_id, key from idempotency_keys where workspace_id = ${workspaceId}
        and created_at < ${subtractDays(at, limits.idempotency_days)} limit ${sql.lit(batchSize)})`,
  ),
  mails: deleteRule(
    (workspaceId, at) => sql`delete from outbox where workspace_id = ${workspaceId} and id in (
      select id from outbox where workspace_id = ${workspaceId} and state <> 'waiting'
        and created_at < ${subtractDays(at, limits.sent_mail_days)} limit ${sql.lit(batchSize)})`,
  ),
  mail_budgets: deleteRule(
    (workspaceId, at) => sql`delete from mail_budgets where workspace_id = ${workspaceId}
          and day < ${subtractDays(at, limits.mail_budget_days)}::date`,
  ),
  invites: deleteRule(
    (workspaceId, at) =>
      sql`delete from invites where workspace_id = ${workspaceId} and expires_at < ${subtractDays(at, limits.used_link_days)}`,
  ),
  impersonation_links: deleteRule(
    (workspaceId, at) => sql`delete from impersonation_links where workspace_id = ${workspaceId}
          and expires_at < ${subtractDays(at, limits.used_link_days)}`,
  ),
  card_setups: deleteRule(
    (workspaceId, at) =>
      sql`delete from card_setups where workspace_id = ${workspaceId} and expires_at < ${subtractDays(at, limits.used_link_days)}`,
  ),
  // Unsent lists are deleted as a whole. Other imports lose their rows and keep their counts.
  imports: deleteRule(
    (
      workspaceId,
      at,
    ) => sql`delete from imports where workspace_id = ${workspaceId} and state = 'uploaded'
          and created_at < ${subtractDays(at, limits.import_rows_days)}`,
  ),
  import_rows: deleteRule(
    (
      workspaceId,
      at,
    ) => sql`delete from import_rows where workspace_id = ${workspaceId} and (import_id, line) in (
      select r.import_id, r.line from imports i join import_rows r
        on r.workspace_id = i.workspace_id and r.import_id = i.id
      where i.workspace_id = ${workspaceId} and i.state <> 'in_progress'
        and coalesce(i.finished_at, i.created_at) < ${subtractDays(at, limits.import_rows_days)} limit ${sql.lit(batchSize)})`,
  ),
  audit_log: async (trx, workspaceId, at) =>
    (
      await sql<{
        deleted: number
      }>`select audit_prune(${workspaceId}, ${subtractDays(at, limits.audit_days)}, ${batchSize}) as deleted`.execute(
        trx,
      )
    ).rows[0]?.deleted ?? 0,
  // Unused pictures. `deleteOrphanedFiles` deletes their stored files.
  files: deleteRule(
    (workspaceId, at) => sql`delete from files f where f.workspace_id = ${workspaceId}
          and f.created_at < ${subtractDays(at, 1)}
      and not exists (select 1 from users u where u.workspace_id = f.workspace_id
        and u.avatar_file_id = f.id)
      and not exists (select 1 from workspaces w where w.id = f.workspace_id
        and w.logo_file_id = f.id)
      and not exists (select 1 from rewards r where r.workspace_id = f.workspace_id
        and r.picture_file_id = f.id)
      and not exists (select 1 from purchases p where p.workspace_id = f.workspace_id
        and p.picture_file_id = f.id)`,
  ),
  // Demo people help a new workspace to start. The demo workspace keeps them.
  demo_data: async (trx, workspaceId, at) => {
    const { rows } = await sql<{
      is_expired: boolean
    }>`select exists (select 1 from workspaces w where w.id = ${workspaceId} and not w.demo
        and w.created_at < ${subtractDays(at, limits.demo_retention_days)}
        and (exists (select 1 from users u where u.workspace_id = w.id and u.demo)
          or exists (select 1 from rewards r where r.workspace_id = w.id and r.demo))) as is_expired`.execute(
      trx,
    )
    if (!rows[0]?.is_expired) return 0
    await sql`select demo_remove(${workspaceId})`.execute(trx)
    return 1
  },
}
