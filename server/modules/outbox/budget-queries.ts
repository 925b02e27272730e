import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

type DailyInvites = { day: string; own: number; other: number }

/** Returns the facts that determine a team's invitation budget. */
export function findBudgetTeam(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('workspaces')
    .select(['mail_domain', 'invites_per_day', 'manual_payments', 'paid_until'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

/** Returns the invitations counted for each day from `day` on. */
export async function listInvites(
  trx: Trx,
  workspaceId: string,
  day: string,
): Promise<DailyInvites[]> {
  const { rows } = await sql<DailyInvites>`
    select day, own_invites as own, other_invites as other from mail_budgets
    where workspace_id = ${workspaceId} and day >= ${day}::date`.execute(trx)
  return rows
}

/** Adds invitations to the counts of their days. */
export async function addInvites(
  trx: Trx,
  workspaceId: string,
  days: DailyInvites[],
): Promise<void> {
  for (const { day, own, other } of days)
    await sql`
      insert into mail_budgets as b (workspace_id, day, own_invites, other_invites)
      values (${workspaceId}, ${day}, ${own}, ${other})
      on conflict (workspace_id, day) do update
        set own_invites = b.own_invites + excluded.own_invites,
          other_invites = b.other_invites + excluded.other_invites`.execute(trx)
}

/**
 * Counts one notification of a day unless the maximum is reached. Returns whether it was counted.
 */
export async function addNotice(
  trx: Trx,
  workspaceId: string,
  day: string,
  max: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_budgets as b (workspace_id, day, notices) values (${workspaceId}, ${day}, 1)
    on conflict (workspace_id, day) do update set notices = b.notices + 1
      where b.notices < ${max}
    returning 1`.execute(trx)
  return rows.length > 0
}
