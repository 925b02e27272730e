import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { withAdmin } from '#server/platform/database/admin.ts'
import { checkSharding } from './sharding.ts'

const t = setupTestApp()

test('accepts the schema and names violations before it is sharded', async () => {
  const whole = await checkSharding(t.ownerUrl)
  expect(whole.problems).toEqual([])
  expect(whole.statements).toContain("select create_distributed_table('workspaces', 'id');")
  expect(whole.statements).toContain(
    "select create_distributed_table('entries', 'workspace_id', colocate_with => 'workspaces');",
  )
  expect(whole.statements).toContain("select create_reference_table('accounts');")
  expect(whole.statements.find((line) => line.includes('post_create'))).toContain("'p_workspace'")
  expect(whole.unscopedFunctions.some((name) => name.startsWith('session_enter'))).toBe(true)
  await withAdmin(t.ownerUrl, (owner) =>
    owner.query(`
    create table hats (workspace_id uuid not null references workspaces, id uuid not null,
      owner uuid not null, name text unique, primary key (workspace_id, id), unique (id));
    create table bands (workspace_id uuid not null, id uuid not null, hat uuid references hats (id),
      primary key (workspace_id, id));
    create table shops (id uuid primary key, workspace uuid references workspaces)`),
  )
  try {
    expect((await checkSharding(t.ownerUrl)).problems.sort()).toEqual([
      "bands: bands_hat_fkey may point to another workspace's hats",
      'hats: the unique index hats_id_key does not hold workspace_id',
      'hats: the unique index hats_name_key does not hold workspace_id',
      'shops: neither distributed by workspace_id, nor a reference or local table',
      'shops: shops_workspace_fkey points from a table that is not distributed to workspaces, which is',
    ])
  } finally {
    await withAdmin(t.ownerUrl, (owner) => owner.query('drop table shops, bands, hats'))
  }
})
