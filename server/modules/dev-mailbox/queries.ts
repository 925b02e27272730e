import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Inserts a mail unless it was inserted before. */
export async function insertMail(db: Db, mail: Insertable<Tables['mailbox']>): Promise<void> {
  await db
    .insertInto('mailbox')
    .values(mail)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes all mails except the newest `kept`. */
export async function deleteOldMails(db: Db, kept: number): Promise<void> {
  await sql`
    delete from mailbox
    where id in (select id from mailbox order by id desc offset ${kept})`.execute(db)
}

/** Returns the newest mails, of all addresses or of one. */
export async function listNewestMails(
  db: Db,
  { to, limit }: { to: string | undefined; limit: number },
): Promise<Omit<Selectable<Tables['mailbox']>, 'id'>[]> {
  return db
    .selectFrom('mailbox')
    .select(['to_address', 'subject', 'text', 'html', 'sent_at'])
    .$if(to !== undefined, (query) => query.where('to_address', '=', to ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
