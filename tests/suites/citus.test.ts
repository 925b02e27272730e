import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { RouteName } from '#contract/routes/index.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { checkSharding, shardAdditions } from '#server/platform/database/sharding.ts'
import { onCitus } from '#tests/support/citus.ts'
import { withClient, workerUrls, databaseUrl } from '#tests/support/database.ts'
import {
  callWithExample,
  listMountedCalls,
  makeTenantFixture,
} from '#tests/support/example-requests.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

// Behavior of a cluster only. `npm run verify:citus` also runs all other suites on it.

const t = setupTestApp()

/** Returns the URL of the test database on a worker. */
const onWorker = (worker: string) => databaseUrl(worker, new URL(t.ownerUrl).pathname.slice(1))

test.skipIf(!onCitus)('the sharded database and all of its shards follow the rules', async () => {
  const { isSharded, problems, statements } = await checkSharding(t.ownerUrl)
  expect({ isSharded, problems, statements }).toEqual({
    isSharded: true,
    problems: [],
    statements: [],
  })
})

test.skipIf(!onCitus)('reports a shard without row level security', async () => {
  await withClient(t.ownerUrl, (owner) =>
    owner.query(
      `select run_command_on_shards('likes', 'alter table %s no force row level security')`,
    ),
  )
  const { problems } = await checkSharding(t.ownerUrl)
  expect(problems).toHaveLength(4)
  expect(problems[0]).toMatch(
    /^likes: shard \d+ on .+ has not the row level security of its table$/,
  )
  await withClient(t.ownerUrl, (owner) =>
    owner.query(`select run_command_on_shards('likes', 'alter table %s force row level security')`),
  )
})

test.skipIf(!onCitus)('each node hides rows of other teams from the application role', async () => {
  const own = await makeTeam(t)
  const other = await makeTeam(t)
  for (const team of [own, other])
    await makePost(t, team.admin, [await makeMember(t, team.workspace_id)], team.value_id)
  let rowsSeen = 0
  for (const worker of workerUrls) {
    const app = new pg.Client({ connectionString: onWorker(worker), options: '-c role=laurel_app' })
    await app.connect()
    try {
      // Citus hides shards from applications unless told otherwise.
      await app.query('set citus.override_table_visibility = off')
      const { rows: shards } = await app.query<{ shard: string; key: string }>(
        `select c.oid::regclass::text as shard,
          case when d.logicalrelid = 'workspaces'::regclass then 'id' else 'workspace_id' end as key
        from pg_dist_shard s join pg_dist_partition d using (logicalrelid)
        join pg_dist_placement p using (shardid)
        join pg_class c on c.relname = (select relname from pg_class where oid = d.logicalrelid)
          || '_' || s.shardid
        where d.partmethod = 'h' and p.groupid = (select groupid from pg_dist_local_group)`,
      )
      expect(shards.length).toBeGreaterThan(80)
      for (const { shard, key } of shards) {
        expect([shard, (await app.query(`select 1 from ${shard}`)).rowCount]).toEqual([shard, 0])
        await app.query('begin')
        await app.query(`set local laurel.workspace = '${own.workspace_id}'`)
        const { rows } = await app.query<{ own: number; others: number }>(
          `select count(*) filter (where ${key} = $1)::int as own,
            count(*) filter (where ${key} <> $1)::int as others from ${shard}`,
          [own.workspace_id],
        )
        rowsSeen += rows[0]?.own ?? 0
        expect([shard, rows[0]?.others]).toEqual([shard, 0])
        await app.query('rollback')
      }
    } finally {
      await app.end()
    }
  }
  expect(rowsSeen).toBeGreaterThan(10)
})

test.skipIf(!onCitus)('distributes a table that a later migration creates', async () => {
  await withClient(t.ownerUrl, (owner) =>
    owner.query(`
      create table hats (workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null, owner uuid not null, primary key (workspace_id, id),
        foreign key (workspace_id, owner) references users (workspace_id, id));
      select enable_tenant_rls('hats');
      create function hats_count(p_workspace uuid) returns bigint language plpgsql as
        $$ begin return (select count(*) from hats where workspace_id = p_workspace); end $$`),
  )
  expect(await shardAdditions(t.ownerUrl)).toBeGreaterThan(0)
  expect(await checkSharding(t.ownerUrl)).toMatchObject({ problems: [], statements: [] })
  const { rows } = await withClient(t.ownerUrl, (owner) =>
    owner.query<{ shards: number; keys: number }>(
      `select (select count(*)::int from pg_dist_shard where logicalrelid = 'hats'::regclass) as shards,
        (select count(*)::int from pg_constraint
          where conrelid = 'hats'::regclass and contype = 'f') as keys`,
    ),
  )
  expect(rows).toEqual([{ shards: 4, keys: 2 }])
  await withClient(t.ownerUrl, (owner) => owner.query('drop function hats_count; drop table hats'))
})

/** Calls that query the teams of an account or of an address on all nodes. */
const callsAcrossTeams: RouteName[] = [
  'config.get',
  'auth.list_workspaces',
  'auth.account',
  'auth.create_temporary',
  'auth.end_session',
  'auth.list_sessions',
  'joining.list_teams',
  'sso.discover',
  'users.delete',
]

test.skipIf(!onCitus)('each request reaches only the node of its team', async () => {
  const fixture = await makeTenantFixture(t)
  const { account_id: accountId, user_id: userId } = fixture.team.admin
  const name = new URL(t.ownerUrl).pathname.slice(1)
  await withClient(t.ownerUrl, async (owner) => {
    // With this setting Citus sends a notice for each statement that it splits. New connections
    // have it.
    await owner.query(`alter database ${name} set citus.multi_task_query_log_level = 'notice'`)
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and pid <> pg_backend_pid() and application_name like 'laurel%'`,
      [name],
    )
  })
  const emitted = vi.spyOn(pg.Client.prototype, 'emit')
  const isSplit = () =>
    emitted.mock.calls.some(
      ([event, notice]) =>
        (event as string) === 'notice' &&
        (notice as { message?: string }).message === 'multi-task query about to be executed',
    )
  const split: RouteName[] = []
  const failed: RouteName[] = []
  for (const call of await listMountedCalls(t)) {
    // Some calls end the session of their caller.
    const token = await startSession(t.services.db.global, t.clock.now(), {
      account_id: accountId,
      kind: 'session',
      workspace_id: fixture.team.workspace_id,
      user_id: userId,
    })
    emitted.mockClear()
    const { status } = await callWithExample(t, call, token, fixture)
    if (status >= 500) failed.push(call)
    if (isSplit()) split.push(call)
  }
  expect({ split, failed }).toEqual({ split: callsAcrossTeams, failed: [] })
})
