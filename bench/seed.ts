import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { newToken, hashToken } from '#server/platform/ids.ts'

export type SeededWorkspace = {
  workspace: string
  users: string[]
  /** The addresses of the users. */
  emails: string[]
  values: string[]
  tokens: string[]
}
const tokensCount = 200

async function insertWorkspace(client: pg.Client, workspace: string): Promise<void> {
  await client.query(
    `insert into workspaces (id, name, trial_ends_at, created_at)
      values ($1, 'Bench', now() + interval '1 year', now())`,
    [workspace],
  )
  await client.query(`insert into settings (workspace_id, points_limit) values ($1, null)`, [
    workspace,
  ])
  await client.query(
    `insert into "values" (workspace_id, id, name, color, emoji, tag, is_default, created_at)
      select $1, gen_random_uuid(), 'Value ' || n, '#336699', '⭐', 'value' || n, n = 1, now()
      from generate_series(1, 5) n`,
    [workspace],
  )
}

async function insertUsers(client: pg.Client, workspace: string, users: number): Promise<void> {
  await client.query(
    `create table bench_users as select n, gen_random_uuid() as id, gen_random_uuid() as account
      from generate_series(1, ${users}) n`,
  )
  await client.query(
    `insert into accounts (id, email, created_at)
      select account, 'bench' || n || '@' || account || '.test', now() from bench_users`,
  )
  await client.query(
    `insert into users (workspace_id, id, account_id, email, first_name, last_name, state,
      created_at) select $1, id, account, 'bench' || n || '@' || account || '.test', 'First' || n,
      'Last' || n, 'accepted', now() from bench_users`,
    [workspace],
  )
  // The first user administers the workspace.
  await client.query(
    `update permissions set global_administrator = true, account_administrator = true,
        rewards_administrator = true
      where workspace_id = $1 and user_id = (select id from bench_users where n = 1)`,
    [workspace],
  )
}

/** Inserts posts 39 seconds apart, the last one now, with their recipients. */
async function insertPosts(
  client: pg.Client,
  workspace: string,
  posts: number,
  users: number,
): Promise<void> {
  await client.query(`create table bench_posts as select n, now() - (${posts} - n) * interval
    '39 seconds' as at,
      (lpad(to_hex((extract(epoch from now() - (${posts} - n) * interval '39 seconds') *
        1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text),
        4, 15))::uuid as id,
      1 + (n::bigint * 7919) % ${users} as f, 1 + (n::bigint * 104729 + 1 + n % 7) % ${users} as t
        from generate_series(1, ${posts}) n`)
  await client.query(`update bench_posts set t = 1 + t % ${users} where t = f`)
  await client.query(
    `create unique index on bench_users (n); analyze bench_users; analyze bench_posts`,
  )
  await client.query(
    `insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
      period_start, day, created_at)
    select $1, p.id, f.id, array[t.id], (select id from "values" where workspace_id = $1
      order by name offset p.n % 5 limit 1), 1 + p.n % 5,
      'Thank you for number ' || p.n || ', it was a pleasure to work with you', p.n % 10 = 0,
      date_trunc('month', p.at), p.at::date, p.at from bench_posts p join bench_users f on f.n = p.f
        join bench_users t on t.n = p.t`,
    [workspace],
  )
  await client.query(
    `insert into post_recipients (workspace_id, post_id, user_id, private)
      select workspace_id, id, to_ids[1], private from posts where workspace_id = $1`,
    [workspace],
  )
}

/** Inserts the movements, entries and balances of all posts. */
async function insertLedger(client: pg.Client, workspace: string): Promise<void> {
  await client.query(
    `insert into movements (workspace_id, id, type, source_id, actor_id, created_at)
      select workspace_id, id, 'post', id, from_id, created_at from posts where workspace_id = $1`,
    [workspace],
  )
  await client.query(
    `insert into entries (workspace_id, movement_id, position, account, user_id, sequence, amount,
      balance_after)
    select workspace_id, id, 1, 'wallet', to_ids[1], row_number() over w, score, sum(score) over w
      from posts where workspace_id = $1 window w as (partition by to_ids[1] order by id)`,
    [workspace],
  )
  await client.query(
    `insert into entries (workspace_id, movement_id, position, account, amount)
      select workspace_id, id, 0, 'issued', -score from posts where workspace_id = $1`,
    [workspace],
  )
  await client.query(
    `update wallets w set balance = e.total, entries_count = e.n
      from (select user_id, sum(amount) as total, count(*) as n from entries where workspace_id = $1
      and user_id is not null group by 1) e where w.workspace_id = $1 and w.user_id = e.user_id`,
    [workspace],
  )
}

async function insertRollups(client: pg.Client, workspace: string): Promise<void> {
  await client.query(
    `insert into daily_recognition (workspace_id, day, user_id, value_id, private, given_points,
      given_posts, received_points, received_posts)
    select workspace_id, day, who, value_id, private, sum(given), sum(g), sum(received), sum(r)
      from (
      select workspace_id, day, from_id as who, value_id, private, score as given, 1 as g,
        0 as received, 0 as r from posts where workspace_id = $1
      union all select workspace_id, day, to_ids[1], value_id, private, 0, 0, score, 1 from posts
        where workspace_id = $1) x group by 1, 2, 3, 4, 5`,
    [workspace],
  )
}

async function insertSessions(
  client: pg.Client,
  workspace: string,
  tokens: string[],
): Promise<void> {
  await client.query(`create table bench_tokens (n int primary key, token_hash bytea)`)
  for (const [index, token] of tokens.entries()) {
    await client.query('insert into bench_tokens values ($1, $2)', [index + 1, hashToken(token)])
    await client.query(
      `insert into sessions (token_hash, id, account_id, kind, workspace_id, user_id, created_at,
        seen_at, expires_at) select $1, gen_random_uuid(), account, 'session', $2, id, now(), now(),
        now() + interval '20 days' from bench_users where n = $3`,
      [hashToken(token), workspace, index + 1],
    )
  }
}

/**
 * Creates a workspace of the given size by bulk inserts as the schema owner, with consistent posts,
 * recipients, movements and entries.
 */
export async function seedWorkspace(
  ownerUrl: string,
  posts: number,
  users: number,
): Promise<SeededWorkspace> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const workspace = randomUUID()
  const tokens = Array.from({ length: Math.min(tokensCount, users) }, newToken)
  await client.query(`select set_config('laurel.workspace', $1, false)`, [workspace])
  await insertWorkspace(client, workspace)
  // Drops the tables of the previous workspace.
  await client.query('drop table if exists bench_users, bench_posts, bench_tokens, bench_workspace')
  await insertUsers(client, workspace, users)
  await insertPosts(client, workspace, posts, users)
  await insertLedger(client, workspace)
  await insertRollups(client, workspace)
  await insertSessions(client, workspace, tokens)
  await client.query(
    `create table bench_workspace as select $1::uuid as workspace, (select id from "values"
      where workspace_id = $1 order by name limit 1) as value`,
    [workspace],
  )
  await client.query('grant select on bench_users, bench_tokens, bench_workspace to laurel_app')
  await client.query('vacuum analyze')
  const ids = await client.query<{ id: string }>('select id from bench_users order by n')
  const emails = await client.query<{ email: string }>(
    'select u.email from bench_users b join users u on u.id = b.id order by b.n',
  )
  const values = await client.query<{ id: string }>(
    'select id from "values" where workspace_id = $1 order by name',
    [workspace],
  )
  await client.end()
  return {
    workspace,
    users: ids.rows.map((row) => row.id),
    emails: emails.rows.map((row) => row.email),
    values: values.rows.map((row) => row.id),
    tokens,
  }
}
