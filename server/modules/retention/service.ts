import { iterateWorkspaceIds } from '#server/modules/workspaces/iterate-workspace-ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Services } from '#server/platform/services.ts'
import { batchSize, countAffectedRows, deleteInBatches, subtractDays } from './delete-in-batches.ts'
import { workspaceRules } from './workspace-rules.ts'

type RetentionServices = Pick<Services, 'db' | 'clock' | 'log'>
/** Numbers of deleted rows by rule. */
export type DeletedCounts = Record<string, number>

/** Statements on tables without a workspace; each deletes at most one batch. */
const globalRules: Record<string, (at: Date) => RawBuilder<unknown>> = {
  sessions: (at) => {
    const before = subtractDays(at, limits.ended_session_days)
    return sql`delete from sessions where token_hash in (
    select token_hash from sessions where expires_at < ${before} or revoked_at < ${before}
      limit ${sql.lit(batchSize)})`
  },
  sign_in_codes: (at) => sql`delete from sign_in_codes where id in (
    select id from sign_in_codes where expires_at < ${subtractDays(at, limits.used_code_days)}
      limit ${sql.lit(batchSize)})`,
  team_creations: (at) => sql`delete from team_creations where id in (
    select id from team_creations where created_at < ${subtractDays(at, limits.used_code_days)}
      limit ${sql.lit(batchSize)})`,
  used_google_nonces: (at) => sql`delete from used_google_nonces where nonce_hash in (
    select nonce_hash from used_google_nonces where expires_at < ${subtractDays(at, limits.used_code_days)}
      limit ${sql.lit(batchSize)})`,
  // Two-factor setups that were never confirmed.
  second_factors: (at) => sql`delete from second_factors where account_id in (
    select account_id from second_factors where confirmed_at is null
      and created_at < ${subtractDays(at, limits.used_code_days)} limit ${sql.lit(batchSize)})`,
  address_changes: (at) => sql`delete from address_changes where id in (
    select id from address_changes where changed_at < ${subtractDays(at, limits.address_change_days)}
      limit ${sql.lit(batchSize)})`,
}

const addCount = (counts: DeletedCounts, rule: string, count: number) => {
  if (count) counts[rule] = (counts[rule] ?? 0) + count
}

/**
 * Deletes expired rows without a workspace, then those of every workspace. A failing rule of a
 * workspace is logged and does not stop the others. Returns the counts by rule.
 */
export async function deleteExpired(
  { db, clock, log }: RetentionServices,
  stopped: () => boolean = () => false,
): Promise<DeletedCounts> {
  const at = clock.now()
  const counts: DeletedCounts = {}
  for (const [rule, statement] of Object.entries(globalRules))
    addCount(
      counts,
      rule,
      await deleteInBatches(() => countAffectedRows(statement(at), db.global), stopped),
    )
  for await (const workspaceId of iterateWorkspaceIds(db)) {
    for (const [rule, deleteBatch] of Object.entries(workspaceRules)) {
      if (stopped()) return counts
      await deleteInBatches(
        () => db.tenant(workspaceId, (trx) => deleteBatch(trx, workspaceId, at)),
        stopped,
      ).then(
        (count) => addCount(counts, rule, count),
        (error: unknown) =>
          log.warn({ err: error, workspace: workspaceId, rule }, 'retention rule failed'),
      )
    }
  }
  return counts
}
