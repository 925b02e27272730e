import type { Db, Trx } from '#server/platform/database/database.ts'
import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'

export async function findAccountEmail(db: Db | Trx, accountId: string): Promise<string> {
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.email
}

/** Returns the account id of an address and creates the account if it is missing. */
export async function findOrCreateAccount(db: Db | Trx, email: string, at: Date): Promise<string> {
  const id = (await findOrCreateAccounts(db, [email], at)).get(email)
  if (!id) throw new Error('account missing')
  return id
}

/**
 * Returns account ids by address and creates missing accounts. Rows are inserted in the order of
 * the addresses, so concurrent calls cannot deadlock.
 */
export async function findOrCreateAccounts(
  db: Db | Trx,
  emails: string[],
  at: Date,
): Promise<Map<string, string>> {
  const sorted = emails.toSorted()
  const find = async (among: string[]) => {
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from accounts where email = any(${among})`.execute(db)
    return new Map(rows.map((row) => [row.email, row.id]))
  }
  const found = await find(sorted)
  const missing = sorted.filter((email) => !found.has(email))
  if (!missing.length) return found
  await sql`
    insert into accounts (id, email, created_at)
    select id, email, ${at}
    from unnest(${missing.map(() => newId(at))}::uuid[], ${missing}::text[]) as account (id, email)
    on conflict (email) do nothing`.execute(db)
  return new Map([...found, ...(await find(missing))])
}

/** Deletes an account that no user belongs to, in a transaction that changed its users. */
export async function pruneAccount(trx: Trx, id: string): Promise<void> {
  await sql`select account_prune(${id})`.execute(trx)
}
