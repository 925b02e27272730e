import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, assertAppRole } from '#server/platform/database/database.ts'
import { onCitus } from '#tests/support/citus.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { addBalance, makeMember, makePost, makeTeam, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()
let ownTeam: Team
let otherTeam: Team
let owner: pg.Client
let app: pg.Client
let tables: string[]

/**
 * Tables without a tenant, each with its reason. Accounts, address changes, codes, second factors
 * and the mailbox exist before any workspace. Team creations are counted by account; a Google nonce
 * exists before any account. Sessions are found by token and provider events by id, before the
 * workspace is known. A promotion code is valid for every workspace.
 */
const globalTables = [
  'accounts',
  'address_changes',
  'sign_in_codes',
  'team_creations',
  'used_google_nonces',
  'second_factors',
  'recovery_codes',
  'sessions',
  'oauth_grants',
  'oauth_states',
  'mailbox',
  'webhook_events',
  'sso_addresses',
  'promo_codes',
  'nightly_runs',
  'applied_functions',
  'kysely_migration',
  'kysely_migration_lock',
]

beforeAll(async () => {
  ownTeam = await makeTeam(t)
  otherTeam = await makeTeam(t)
  for (const team of [ownTeam, otherTeam]) {
    const member = await makeMember(t, team.workspace_id)
    await makePost(t, team.admin, [member], team.value_id)
    await addBalance(t, member, 100)
    const reward = await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Cake', price: 5 },
    })
    await t.call('shop.redeem', { token: member.token, params: { id: reward.body.id }, body: {} })
    const {
      body: { hook },
    } = await t.call('hooks.create', {
      token: team.admin.token,
      body: { kind: 'webhook', url: 'http://127.0.0.1:9/' },
    })
    await t.call('hooks.test', { token: team.admin.token, params: { id: hook.id } })
    await t.call('users.create', {
      token: team.admin.token,
      body: { users: [{ email: `new-${team.workspace_id}@example.test` }] },
    })
  }
  owner = new pg.Client({ connectionString: t.ownerUrl })
  app = new pg.Client({
    connectionString: t.ownerUrl,
    options: '-c role=laurel_app -c citus.propagate_set_commands=local',
  })
  await Promise.all([owner.connect(), app.connect()])
  const { rows } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE' order by 1`,
  )
  tables = rows.map((row) => row.name)
})
afterAll(() => Promise.all([owner?.end(), app?.end()]))
const tenantTables = () => tables.filter((name) => !globalTables.includes(name))
const tenantColumn = (name: string) => (name === 'workspaces' ? 'id' : 'workspace_id')

test('every table has row level security or a listed exception', async () => {
  const { rows } = await owner.query<{
    name: string
    on: boolean
    forced: boolean
    policies: number
  }>(`
    select c.relname as name, c.relrowsecurity as
      on, c.relforcerowsecurity as forced, (select count(*)::int from pg_policy p
      where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'
      and c.relkind in ('r', 'p')`)
  for (const name of tenantTables())
    expect(rows.find((row) => row.name === name)).toMatchObject({ on: true, forced: true })
  expect(rows.filter((row) => tenantTables().includes(row.name) && row.policies === 0)).toEqual([])
})

test('keys of tenant tables begin with the workspace', async () => {
  const { rows } = await owner.query<{
    table: string
    name: string
    type: string
    columns: string[]
    target: string | null
  }>(`
    select r.relname as table, c.conname as name, c.contype::text as type, f.relname as target,
      array(select a.attname::text from unnest(c.conkey) with ordinality k (n, i)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.i) as columns
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_namespace s
      on s.oid = r.relnamespace left join pg_class f on f.oid = c.confrelid
    where s.nspname = 'public' and c.contype in ('p', 'u', 'f')`)
  const wrong = rows.filter(
    (row) =>
      tenantTables().includes(row.table) &&
      row.table !== 'workspaces' &&
      row.target !== 'accounts' &&
      row.columns[0] !== 'workspace_id',
  )
  expect(wrong).toEqual([])
  const { rows: indexes } = await owner.query<{ table: string; def: string }>(
    `select tablename as table, indexdef as def from pg_indexes where schemaname = 'public'`,
  )
  const unscoped = indexes.filter(
    (row) =>
      tenantTables().includes(row.table) &&
      row.table !== 'workspaces' &&
      !row.def.includes('(workspace_id') &&
      !/users_of_account|outbox_due|gift_orders_due|purchases_by_id|imports_invites_due|billing_customers_ref|local_subscriptions_due|join_domains_domain|chat_connections_by_team|sso_domains_verified|celebrations_due|celebration_rules_to_plan|custom_days_due/.test(
        row.def,
      ),
  )
  expect(unscoped).toEqual([])
})

test('no tenant row is readable or writable without a workspace', async () => {
  for (const name of tenantTables()) {
    expect([name, (await app.query(`select 1 from "${name}"`)).rowCount]).toEqual([name, 0])
    const changed = await app
      .query(`update "${name}" set ${tenantColumn(name)} = ${tenantColumn(name)}`)
      .then(
        (result) => result.rowCount,
        (error: { code: string }) => error.code,
      )
    expect([name, [0, '42501'].includes(changed as never)]).toEqual([name, true])
    const removed = await app.query(`delete from "${name}"`).then(
      (result) => result.rowCount,
      (error: { code: string }) => error.code,
    )
    expect([name, [0, '42501'].includes(removed as never)]).toEqual([name, true])
  }
})

test('rows of another workspace are invisible and cannot be inserted', async () => {
  for (const name of tenantTables()) {
    await app.query('begin')
    await app.query(`set local laurel.workspace = '${ownTeam.workspace_id}'`)
    const { rows } = await app.query<{ n: number }>(
      `select count(*)::int as n from "${name}" where ${tenantColumn(name)} <> $1`,
      [ownTeam.workspace_id],
    )
    expect([name, rows[0]?.n]).toEqual([name, 0])
    const moved = await app
      .query(`update "${name}" set ${tenantColumn(name)} = $1`, [otherTeam.workspace_id])
      .then(
        (result) => result.rowCount,
        (error: { code: string }) => error.code,
      )
    // Citus moves no row to another workspace.
    const refusals = [0, '42501', '23503', ...(onCitus ? ['0A000'] : [])]
    expect([name, refusals.includes(moved as never)]).toEqual([name, true])
    await app.query('rollback')
  }
  await app.query('begin')
  await app.query(`set local laurel.workspace = '${ownTeam.workspace_id}'`)
  const planted = app
    .query(
      `insert into likes (workspace_id, post_id, user_id, created_at)
        select workspace_id, id, from_id, now() from posts returning 1`,
    )
    .then(() =>
      app.query('insert into settings (workspace_id) values ($1)', [otherTeam.workspace_id]),
    )
  await expect(planted).rejects.toMatchObject({ code: '42501' })
  await app.query('rollback')
})

test('an account reads only its own memberships', async () => {
  await app.query('begin')
  await app.query(`set local laurel.account = '${ownTeam.admin.account_id}'`)
  await app.query(`set local laurel.workspaces = '${ownTeam.workspace_id}'`)
  const users = await app.query<{ id: string }>('select id from users')
  expect(users.rows.map((row) => row.id)).toEqual([ownTeam.admin.user_id])
  expect(
    (await app.query<{ id: string }>('select id from workspaces')).rows.map((row) => row.id),
  ).toEqual([ownTeam.workspace_id])
  for (const name of tenantTables().filter((table) => !['users', 'workspaces'].includes(table)))
    expect([name, (await app.query(`select 1 from "${name}"`)).rowCount]).toEqual([name, 0])
  await app.query('rollback')
})

test('the application role owns nothing and bypasses no policy', async () => {
  const { rows } = await owner.query<{
    rolsuper: boolean
    rolbypassrls: boolean
    rolcanlogin: boolean
    owned: number
  }>(`
    select rolsuper, rolbypassrls, rolcanlogin, (select count(*)::int from pg_class
      where relowner = r.oid) as owned from pg_roles r where rolname = 'laurel_app'`)
  // Citus connects to workers as the role of the query.
  expect(rows[0]).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: onCitus, owned: 0 })
  const attempts = [
    'update wallets set balance = balance + 1000',
    'insert into wallets (workspace_id, user_id) select workspace_id, user_id from wallets',
    'update entries set amount = 1',
    'delete from entries',
    'delete from movements',
    'update allowances set spent = 0',
    'update audit_log set action = action',
    'delete from audit_log',
    'truncate entries',
    'alter table entries disable row level security',
    'update movements set type = type',
    'insert into movements select * from movements',
    'insert into entries select * from entries',
    'delete from wallets',
    'delete from allowances',
    'insert into allowances select * from allowances',
    'truncate movements',
    'truncate wallets',
    'truncate allowances',
    'truncate audit_log',
    'alter table movements disable trigger all',
    'alter table wallets owner to laurel_app',
    'alter table posts disable trigger all',
    'create policy mine on entries using (true)',
    'create rule r as on insert to posts do nothing',
    'set local session_replication_role = replica',
    "select enable_tenant_rls('entries')",
    'alter function ledger_move owner to laurel_app',
    'create or replace function current_workspace() returns uuid language sql as $$ select null::uuid $$',
    'alter role laurel_app bypassrls',
    'drop table entries',
    'create table own (a int)',
    'alter role laurel_app superuser',
    'delete from kysely_migration',
    'delete from applied_functions',
  ]
  for (const attempt of attempts) {
    await app.query('begin')
    await app.query(`set local laurel.workspace = '${ownTeam.workspace_id}'`)
    await expect(app.query(attempt), attempt).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|0A000)$/) as string,
    })
    await app.query('rollback')
  }
})

test('a login limited to laurel_app cannot become the owner', async () => {
  const {
    rows: [{ name } = { name: '' }],
  } = await owner.query<{ name: string }>('select current_user as name')
  const login = `laurel_login_${process.pid}_${Date.now().toString(36)}`
  await owner.query(`create role ${login} login; grant laurel_app to ${login}`)
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  try {
    await client.query(`set session authorization ${login}`)
    await client.query('set role laurel_app')
    for (const attempt of [`set role "${name}"`, `grant "${name}" to laurel_app`]) {
      await expect(client.query(attempt), attempt).rejects.toMatchObject({ code: '42501' })
    }
    await client.query('reset role')
    await expect(client.query('update entries set amount = 1')).rejects.toMatchObject({
      code: '42501',
    })
  } finally {
    await client.end()
    await owner.query(`drop role ${login}`)
  }
})

test('the server refuses to start as any role but laurel_app', async () => {
  const careless = connectDatabase({
    url: `${t.ownerUrl}${t.ownerUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c role=none -c timezone=UTC -c statement_timeout=15000')}`,
    maxConnections: 1,
  })
  try {
    await expect(assertAppRole(careless)).rejects.toThrow(/did not arrive/)
    await expect(assertAppRole(t.services.db)).resolves.toBeUndefined()
  } finally {
    await careless.close()
  }
})

test('ledger functions refuse a workspace other than the current one', async () => {
  await app.query('begin')
  await app.query(`set local laurel.workspace = '${ownTeam.workspace_id}'`)
  await expect(
    app.query(
      `select ledger_move($1, gen_random_uuid(), 'adjust', gen_random_uuid(), null, now(), '',
        false, array[$2]::uuid[], array[1000]::bigint[], 'issued', false)`,
      [otherTeam.workspace_id, otherTeam.admin.user_id],
    ),
  ).rejects.toThrow('no workspace')
  await app.query('rollback')
})
