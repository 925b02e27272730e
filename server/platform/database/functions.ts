import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'

/**
 * Applies each SQL file of the folder whose text differs from the one that the database has (its
 * hash is in applied_functions). Returns the names of the applied files. A migration drops a
 * function whose file is removed, or whose parameters or result change.
 */
export async function applyFunctions(db: Kysely<unknown>, folder: URL): Promise<string[]> {
  await sql`create table if not exists applied_functions (name text primary key, hash text not null)`.execute(
    db,
  )
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from applied_functions`.execute(db)
  const hashes = new Map(rows.map((row) => [row.name, row.hash]))
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const applied: string[] = []
  for (const file of files) {
    const name = file.replace('.sql', '')
    const text = await readFile(new URL(file, folder), 'utf8')
    const hash = sha256Hex(text)
    if (hashes.get(name) === hash) continue
    await sql.raw(text).execute(db)
    await sql`insert into applied_functions (name, hash) values (${name}, ${hash})
      on conflict (name) do update set hash = excluded.hash`.execute(db)
    applied.push(name)
  }
  const names = files.map((file) => file.replace('.sql', ''))
  await sql`delete from applied_functions where name <> all (${names})`.execute(db)
  return applied
}
