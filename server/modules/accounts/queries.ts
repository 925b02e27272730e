import type { Db, Trx } from '#server/platform/database/database.ts'
import { sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'

/** The account of an address, made when there is none yet. */
export async function findOrCreateAccount(db: Db | Trx, email: string, at: Date): Promise<string> {
  const id = (await findOrCreateAccounts(db, [email], at)).get(email)
  if (!id) throw new Error('account missing')
  return id
}
/**
 * The accounts of addresses by address, made where there is none yet. In the order of the
 * addresses, so that two calls never wait for each other.
 */
export async function findOrCreateAccounts(
  db: Db | Trx,
  emails: string[],
  at: Date,
): Promise<Map<string, string>> {
  const sorted = emails.toSorted()
  const find = async (among: string[]) => {
    const { rows } = await sql<{
      id: string
      email: string
    }>`select id, email from accounts where email = any(${among})`.execute(db)
    return new Map(rows.map((row) => [row.email, row.id]))
  }
  const found = await find(sorted)
  const missing = sorted.filter((email) => !found.has(email))
  if (!missing.length) return found
  await sql`insert into accounts (id, email, created_at) select id, email, ${at}
    from unnest(${missing.map(() => newId(at))}::uuid[], ${missing}::text[]) as one (id, email)
    on conflict (email) do nothing`.execute(db)
  return new Map([...found, ...(await find(missing))])
}
