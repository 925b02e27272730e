import { randomBytes } from 'node:crypto'
import { withClient } from './database.ts'
import type { TestApp } from './test-app.ts'

/**
 * Makes each change of a table fail that meets an SQL condition on `new`, or `old` for deletions,
 * until `end`.
 */
export async function failChanges(
  { ownerUrl }: Pick<TestApp, 'ownerUrl'>,
  table: string,
  condition: string,
  event: 'insert or update' | 'delete' = 'insert or update',
): Promise<{ end(): Promise<void> }> {
  const name = `fail_${randomBytes(4).toString('hex')}`
  await withClient(ownerUrl, async (client) => {
    await client.query(`create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'a change fails'; end $$`)
    await client.query(`create trigger ${name} before ${event} on ${table}
      for each row when (${condition}) execute function ${name}()`)
  })
  return {
    end: () =>
      withClient(ownerUrl, (client) => client.query(`drop function ${name} cascade`)).then(),
  }
}
