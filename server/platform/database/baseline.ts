import { type Kysely, sql } from 'kysely'

/** The one migration that replaced those of version 1.0.0 (decision 043). */
const baseline = '0001_baseline'
export const replacedMigrations = [
  '0001_core',
  '0002_ledger',
  '0003_posts',
  '0004_walls',
  '0005_people',
  '0006_cards',
  '0007_shop',
  '0008_gift_orders',
  '0009_billing',
  '0010_local_billing',
  '0011_insights',
  '0012_webhooks',
  '0013_stale_billing',
  '0014_figures',
  '0015_conversations',
  '0016_search',
  '0017_tokens',
  '0018_hooks',
  '0019_operation',
  '0020_hold',
  '0021_allowances',
  '0022_lease',
  '0023_second_factor',
  '0024_audit_tokens',
  '0025_presence',
  '0026_people',
  '0027_money',
  '0028_sign_in_limits',
  '0031_private_figures',
]

/**
 * Returns the names with the baseline in place of all migrations that it replaced. Names without
 * any of these are returned unchanged, and null for an incomplete list: a schema before 1.0.0.
 */
export function replaceByBaseline(names: string[]): string[] | null {
  if (!replacedMigrations.some((name) => names.includes(name))) return names
  const isComplete =
    names.length === replacedMigrations.length &&
    replacedMigrations.every((name) => names.includes(name))
  return isComplete ? [baseline] : null
}

/**
 * Marks the baseline as applied in a database whose schema the replaced migrations created. Throws
 * when it has only some of them.
 */
export async function adoptBaseline(db: Kysely<unknown>): Promise<void> {
  const table = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!table.rows[0]?.there) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = rows.map((row) => row.name)
  const adopted = replaceByBaseline(names)
  if (adopted === names) return
  if (!adopted)
    throw new Error(
      `the schema of this database is older than version 1.0.0 (its newest migration is ${names.sort().at(-1)}): start version 1.0.0 once (git tag migrations-before-baseline), then this version`,
    )
  await sql`delete from kysely_migration`.execute(db)
  await sql`insert into kysely_migration (name, timestamp)
    values (${baseline}, ${new Date().toISOString()})`.execute(db)
  await sql`alter function wall_off rename to enable_tenant_rls`.execute(db)
}
