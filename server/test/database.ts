import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext { adminUrl: string; template: string }
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const at = new URL(url.replace('@/', '@socket/'))
  at.pathname = `/${name}`
  return at.toString().replace('@socket/', '@/')
}

/** A copy of the migrated template: a test file's own database, dropped at its end. */
export async function freshDatabase(): Promise<{ ownerUrl: string; drop(): Promise<void> }> {
  const adminUrl = inject('adminUrl')
  const name = `laurel_test_${process.pid}_${randomBytes(5).toString('hex')}`
  const admin = async (text: string) => {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    try {
      // One copy at a time: a template must have no other reader.
      await client.query('select pg_advisory_lock(771)')
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  await admin(`create database ${name} template ${inject('template')}`)
  return { ownerUrl: withDatabase(adminUrl, name), drop: () => admin(`drop database if exists ${name} with (force)`) }
}
