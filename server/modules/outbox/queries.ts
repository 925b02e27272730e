import { type Selectable, sql, type Updateable } from 'kysely'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type MailRow = Selectable<Tables['outbox']>
export type NewMail = Pick<
  MailRow,
  'id' | 'kind' | 'to_address' | 'language' | 'user_id' | 'import_id' | 'next_at'
> & { params: object }

/** Inserts mails, and wakes the workers for those that are due at once. */
export async function insertMails(
  trx: Trx,
  workspaceId: string,
  mails: NewMail[],
  at: Date,
): Promise<void> {
  await insertRows(
    trx,
    'outbox',
    mails.map((mail) => ({
      ...mail,
      workspace_id: workspaceId,
      params: JSON.stringify(mail.params),
      created_at: at,
    })),
  )
  if (mails.some((mail) => mail.next_at <= at)) await notifyWorkers(trx, 'outbox')
}

/** Leases due mails of all teams, by the database's clock. Returns their keys. */
export async function leaseDueMails(
  db: Db,
  at: Date,
  leaseMs: number,
  limit: number,
): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select * from outbox_take(${at}, make_interval(secs => ${leaseMs / 1_000}), ${limit})
  `.execute(db)
  return rows
}

/**
 * Extends the lease of a waiting mail, by the database's clock, unless it has expired. Returns
 * whether it was extended.
 */
export async function renewMailLease(
  trx: Trx,
  workspaceId: string,
  id: string,
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outbox set leased_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
    where workspace_id = ${workspaceId} and id = ${id} and state = 'waiting'
      and leased_until > clock_timestamp()`.execute(trx)
  return numAffectedRows === 1n
}

/** Returns a mail that is still waiting. */
export function findWaitingMail(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<MailRow | undefined> {
  return trx
    .selectFrom('outbox')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

/** Updates a mail that is still waiting. */
export async function updateWaitingMail(
  trx: Trx,
  workspaceId: string,
  id: string,
  set: Updateable<Tables['outbox']>,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}
