import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRestoreTarget, dropRestoreTargets } from '#tests/support/backups.ts'
import { withClient } from '#tests/support/database.ts'
import { migrate } from './migrate.ts'

const databases: string[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-schema-'))
})
afterAll(async () => {
  await dropRestoreTargets(databases)
  rmSync(folder, { recursive: true, force: true })
})

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [workspace, user, reward, purchase] = [id(1), id(2), id(3), id(4)]

/**
 * A team with a worth of points and a fulfilled purchase, before worths had a table, of a person in
 * whose name accents are characters of their own.
 */
const rowsBefore = `
  select set_config('laurel.workspace', '${workspace}', false);
  insert into workspaces (id, name, trial_ends_at, created_at)
    values ('${workspace}', 'Team', now(), '2025-01-02');
  insert into settings (workspace_id, points_limit, timezone, hundred_points_cents)
    values ('${workspace}', null, 'UTC', 500);
  insert into users (workspace_id, id, email, first_name, last_name, state, created_at)
    values ('${workspace}', '${user}', 'ann@example.test', 'Rene\u0301e', 'Nu\u0301n\u0303ez',
      'pending', now());
  insert into rewards (workspace_id, id, title, price, category, type, reward_type, created_at)
    values ('${workspace}', '${reward}', 'Tea', 10, 'creative', 'manual', 'individual', now());
  insert into purchases (workspace_id, id, reward_id, title, emoji, price, type, reward_type, status,
      created_by, created_at, status_changed_at)
    values ('${workspace}', '${purchase}', '${reward}', 'Tea', '', 10, 'manual', 'individual',
      'fulfilled', '${user}', '2025-03-01', '2025-03-04');
  insert into contributions (workspace_id, id, purchase_id, reward_id, user_id, amount, status,
      created_at, day)
    values ('${workspace}', '${id(5)}', '${purchase}', '${reward}', '${user}', 10, 'fulfilled',
      '2025-03-01', '2025-03-01')`

test('changes rows of an installation whose owner is no superuser', async () => {
  const { ownerUrl } = await createRestoreTarget(folder, databases, 'rows')
  await migrate(ownerUrl, { to: '0068_computed_groups' })
  await withClient(ownerUrl, (owner) => owner.query(rowsBefore))
  await migrate(ownerUrl)
  await withClient(ownerUrl, async (owner) => {
    const read = async (text: string) => (await owner.query<object>(text)).rows
    expect(await read('select currency, hundred_points_minor from point_worths')).toEqual([
      { currency: 'USD', hundred_points_minor: 500 },
    ])
    expect(await read('select category from purchases')).toEqual([{ category: 'creative' }])
    expect(
      await read(`select fulfilled_at = '2025-03-04Z' as fulfilled from contributions`),
    ).toEqual([{ fulfilled: true }])
    expect(await read('select first_name, last_name from users')).toEqual([
      { first_name: 'Ren\u00e9e', last_name: 'N\u00fa\u00f1ez' },
    ])
    const unforced = `select relname from pg_class where relrowsecurity and not relforcerowsecurity`
    expect(await read(unforced)).toEqual([])
  })
})
