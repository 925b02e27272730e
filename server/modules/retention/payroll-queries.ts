import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { batch, countDeleted } from './batch.ts'

/** The years for which a team keeps what payroll has of erased people. */
const keptYears = (workspaceId: string) => sql`make_interval(years => coalesce(
        (select keep_years from payroll_settings where workspace_id = ${workspaceId}),
        ${sql.lit(limits.payroll_keep_years_default)}))`

/** Deletes lines of payroll runs of erased people after the years of the team's settings. */
export const deletePayrollLines = (trx: Trx, workspaceId: string, before: Date): Promise<number> =>
  countDeleted(
    sql`
      delete from payroll_lines
      where workspace_id = ${workspaceId} and id in (
        select l.id from payroll_lines l
        join users u on u.workspace_id = ${workspaceId} and u.id = l.user_id
          and u.state = 'deleted'
        where l.workspace_id = ${workspaceId}
          and l.day < ${before}::date - ${keptYears(workspaceId)}
        limit ${batch})`,
    trx,
  )

/** Deletes what payroll needs of erased people after the years of the team's settings. */
export const deletePayrollLeavers = (
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> =>
  countDeleted(
    sql`
      delete from payroll_leavers
      where workspace_id = ${workspaceId} and (workspace_id, user_id) in (
        select workspace_id, user_id from payroll_leavers
        where workspace_id = ${workspaceId}
          and erased_at < ${before}::timestamptz - ${keptYears(workspaceId)}
        limit ${batch})`,
    trx,
  )
