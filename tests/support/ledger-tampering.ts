import { expect } from 'vitest'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { withClient } from './database.ts'
import type { TestApp } from './test-app.ts'

/**
 * Changes the ledger with a statement, expects that the check reports the violation, and restores
 * the tables.
 */
export async function expectViolation(t: TestApp, tampering: string, what: string): Promise<void> {
  const names = [
    'movements',
    'wallets',
    'entries',
    'posts',
    'post_recipients',
    'allowances',
    'contributions',
    'purchases',
    'budgets',
    'award_gifts',
    'bonuses',
    'bonus_payments',
  ]
  await withClient(t.ownerUrl, async (owner) => {
    try {
      for (const name of names) await owner.query(`create table kept_${name} as table ${name}`)
      // The database's owner can bypass foreign keys; the check must not rely on them.
      await owner.query("set session_replication_role = 'replica'")
      await owner.query(tampering)
      expect((await reconcileLedger(t.ownerUrl)).map((one) => one.what)).toContain(what)
    } finally {
      for (const name of names.toReversed()) {
        await owner.query(`delete from ${name}`)
        const {
          rows: [{ columns } = { columns: '*' }],
        } = await owner.query<{ columns: string }>(
          `select string_agg(quote_ident(column_name), ', ') as columns
            from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
          [name],
        )
        await owner.query(`insert into ${name} (${columns}) select ${columns} from kept_${name}`)
        await owner.query(`drop table kept_${name}`)
      }
    }
  })
  expect(await reconcileLedger(t.ownerUrl)).toEqual([])
}
