import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    template: string
  }
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const at = new URL(url.replace('@/', '@socket/'))
  at.pathname = `/${name}`
  return at.toString().replace('@socket/', '@/')
}

/** Runs `work` with its own connection, which is always closed. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Creates a copy of the migrated template for one test file. `drop` removes it. */
export async function createTestDatabase(): Promise<{ ownerUrl: string; drop(): Promise<void> }> {
  const adminUrl = inject('adminUrl')
  const name = `laurel_test_${process.pid}_${randomBytes(5).toString('hex')}`
  const admin = (text: string) =>
    withClient(adminUrl, async (client) => {
      // CREATE DATABASE fails while another session uses the template, so copies are serialized.
      await client.query('select pg_advisory_lock(771)')
      await client.query(text)
    })
  await admin(`create database ${name} template ${inject('template')}`)
  return {
    ownerUrl: databaseUrl(adminUrl, name),
    drop: () => admin(`drop database if exists ${name} with (force)`),
  }
}
