import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

/** Returns teams whose seats differ from those sent to the provider. */
export async function listTeamsWithChangedSeats(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select seats_push_due as workspace_id from seats_push_due(${limit})`.execute(db)
  return rows.map((row) => row.workspace_id)
}

/** Returns teams without recent events of Stripe. */
export async function listStaleTeams(db: Db, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select billing_stale as workspace_id from billing_stale('stripe', ${at}, ${limit})`.execute(db)
  return rows.map((row) => row.workspace_id)
}

/** Stores until when a team has paid; null for a team that never paid. */
export async function updatePaidUntil(
  trx: Trx,
  workspaceId: string,
  paidUntil: Date | null,
): Promise<void> {
  await trx
    .updateTable('workspaces')
    .set({ paid_until: paidUntil })
    .where('id', '=', workspaceId)
    .execute()
}

/** Returns when a team's trial ends, and its discount and manual payments. */
export function findBillingTeam(
  trx: Trx,
  workspaceId: string,
): Promise<{ trial_ends_at: Date; discount_claimed_at: Date | null; manual_payments: boolean }> {
  return trx
    .selectFrom('workspaces')
    .select(['trial_ends_at', 'discount_claimed_at', 'manual_payments'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}

/** Returns the columns of team and customer that a sync may change. */
export function findBillingState(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('workspaces')
    .innerJoin('billing_customers', 'billing_customers.workspace_id', 'workspaces.id')
    .where('workspaces.id', '=', workspaceId)
    .select(['paid_until', 'discount_claimed_at', 'balance_cents'])
    .executeTakeFirst()
}

/** Returns the number of accepted users without demo users. */
export async function countBilledUsers(trx: Trx, workspaceId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'accepted')
    .where('demo', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Returns teams whose trial ends before `until` and that got no mail about it yet. */
export async function listTrialsEnding(
  db: Db,
  at: Date,
  until: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select trials_ending as workspace_id from trials_ending(${at}, ${until}, ${limit})`.execute(db)
  return rows.map((row) => row.workspace_id)
}

/** Stores that a team got the mail about the end of its trial. Returns whether it is the first. */
export async function markTrialMailed(trx: Trx, workspaceId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspaces')
    .set({ trial_mailed_at: at })
    .where('id', '=', workspaceId)
    .where('trial_mailed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
