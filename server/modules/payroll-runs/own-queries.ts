import { type Selectable, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** A line of a run with the number of its run. */
export type OwnLineRow = Pick<
  Selectable<Tables['payroll_lines']>,
  | 'purchase_id'
  | 'day'
  | 'currency'
  | 'value_minor'
  | 'taxable_minor'
  | 'gross_up_minor'
  | 'borne_by'
  | 'corrects'
> & { run: number }

/** Returns the lines of a person in runs, the newest first. */
export async function listLinesOf(
  trx: Trx,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<OwnLineRow[]> {
  const { rows } = await sql<OwnLineRow>`
    select l.purchase_id, l.day, l.currency, l.value_minor, l.taxable_minor, l.gross_up_minor,
      l.borne_by, l.corrects, r.number as run
    from payroll_lines l
    join payroll_runs r on r.workspace_id = ${workspaceId} and r.id = l.run_id
    where l.workspace_id = ${workspaceId} and l.user_id = ${userId}
    order by l.day desc, l.id desc
    limit ${limit}`.execute(trx)
  return rows
}

/** Returns titles and emojis of purchases. */
export async function listPurchaseTitles(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<{ id: string; title: string; emoji: string }[]> {
  return trx
    .selectFrom('purchases')
    .select(['id', 'title', 'emoji'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
}

/** Returns whether the team has a confirmed tax rule, or a run. */
export async function hasPayroll(trx: Trx, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from tax_rules
        where workspace_id = ${workspaceId} and confirmed_at is not null)
      or exists (select from payroll_runs where workspace_id = ${workspaceId}) as found`.execute(
    trx,
  )
  return rows[0]?.found ?? false
}

/** Empties the name of a person in lines of runs. The employee number stays (docs/payroll.md). */
export async function clearLineNames(trx: Trx, workspaceId: string, userId: string): Promise<void> {
  await trx
    .updateTable('payroll_lines')
    .set({ name: '' })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Keeps what payroll needs of a person whose row is emptied, if a purchase is in no run yet: also
 * an open one, such as a funded team reward, which may still be fulfilled.
 */
export async function keepPayrollLeaver(
  trx: Trx,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into payroll_leavers (workspace_id, user_id, employee_number, country, cost_center,
      erased_at)
    select u.workspace_id, u.id, u.employee_number, u.country, u.cost_center, ${at}
    from users u
    where u.workspace_id = ${workspaceId} and u.id = ${userId} and not u.demo
      and exists (
        select from contributions c
        where c.workspace_id = ${workspaceId} and c.user_id = ${userId} and c.status <> 'declined'
          and not c.in_payroll_run)
    on conflict do nothing`.execute(trx)
}
