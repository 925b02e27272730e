import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type MailRow = Selectable<Tables['outbox']>
export type NewMail = Pick<
  MailRow,
  'id' | 'kind' | 'to_address' | 'language' | 'user_id' | 'import_id' | 'next_at'
> & { params: object }

/** Inserts mails with one statement, however many. */
export async function insertMails(
  trx: Trx,
  workspaceId: string,
  mails: NewMail[],
  at: Date,
): Promise<void> {
  const column = <T>(of: (mail: NewMail) => T) => mails.map(of)
  await sql`
    insert into outbox (workspace_id, id, kind, to_address, language, params, user_id, import_id,
      next_at, created_at)
    select ${workspaceId}, id, kind, to_address, language, params, user_id, import_id, next_at,
      ${at}
    from unnest(
      ${column((mail) => mail.id)}::uuid[],
      ${column((mail) => mail.kind)}::text[],
      ${column((mail) => mail.to_address)}::text[],
      ${column((mail) => mail.language)}::text[],
      ${column((mail) => JSON.stringify(mail.params))}::jsonb[],
      ${column((mail) => mail.user_id)}::uuid[],
      ${column((mail) => mail.import_id)}::uuid[],
      ${column((mail) => mail.next_at)}::timestamptz[])
      as mail (id, kind, to_address, language, params, user_id, import_id, next_at)`.execute(trx)
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
