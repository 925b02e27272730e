import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** Counts the points that each user has given since the start of a period again. */
export async function rebuildAllowances(
  trx: Trx,
  workspaceId: string,
  periodStart: Date,
): Promise<void> {
  await sql`select allowances_rebuild(${workspaceId}, ${periodStart})`.execute(trx)
}

/**
 * Moves the reminders of points that end with a period to its bounds in a new time zone, so that
 * nobody is reminded again.
 */
export async function moveAllowanceReminders(
  trx: Trx,
  workspaceId: string,
  { from, to }: { from: { start: Date }; to: { start: Date; end: Date } },
): Promise<void> {
  await sql`
    update settings set points_left_period = ${to.start}
    where workspace_id = ${workspaceId} and points_left_period = ${from.start}`.execute(trx)
  await sql`
    update inbox_items i set period_start = ${to.start}, period_end = ${to.end}
    where i.workspace_id = ${workspaceId} and i.kind = 'allowance_ending'
      and i.period_start = ${from.start}
      and not exists (
        select from inbox_items o
        where o.workspace_id = ${workspaceId} and o.user_id = i.user_id
          and o.kind = 'allowance_ending' and o.period_start = ${to.start})`.execute(trx)
}

/**
 * Locks the team's row and returns the file id of the logo. Concurrent uploads run one after the
 * other.
 */
export async function lockLogo(trx: Trx, workspaceId: string): Promise<string | null> {
  const workspace = await trx
    .selectFrom('workspaces')
    .select('logo_file_id')
    .where('id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return workspace.logo_file_id
}
