// A workspace of any size for `npm run bench -- company`, written set-based as the schema owner:
// people, posts of 400 days with their movements, purchases, rollups and report snapshots.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { hashToken, newToken } from '#server/platform/ids.ts'

export type CompanySize = { people: number; posts: number }
export type Company = {
  workspace: string
  admin: string
  member: string
  ids: Record<
    | 'user'
    | 'post'
    | 'value'
    | 'reward'
    | 'purchase'
    | 'manager'
    | 'group'
    | 'top_department'
    | 'budget'
    | 'gift'
    | 'bonus'
    | 'connection',
    string
  >
}
const spanDays = 400
const valuesCount = 5
const rewardsCount = 10

/** The id of row `n` of a kind; `$1` is the workspace. */
const idSql = (kind: string, n: string) =>
  `(substr($1::text, 1, 20) || '${kind}' || substr($1::text, 22, 3) || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`
const userIdSql = (n: string) => idSql('a', n)
const valueIdSql = (n: string) => idSql('b', n)
const rewardIdSql = (n: string) => idSql('c', n)
const groupIdSql = (n: string) => idSql('d', n)
const connectionIdSql = idSql('e', '0')

const peopleStatements = [
  `insert into accounts (id, email, created_at)
   select ${userIdSql('n')}, ${userIdSql('n')} || '@example.test', now()
   from generate_series(0, $2::int - 1) n`,
  `insert into users (workspace_id, id, account_id, email, first_name, last_name, state,
     first_accepted_at, created_at)
   select $1::uuid, ${userIdSql('n')}, ${userIdSql('n')}, ${userIdSql('n')} || '@example.test',
     'First' || n, 'Last' || n, 'accepted', now() - interval '${spanDays} days',
     now() - interval '${spanDays} days'
   from generate_series(0, $2::int - 1) n`,
  `insert into permissions (workspace_id, user_id, global_administrator, account_administrator,
     rewards_administrator, billing_administrator)
   select $1::uuid, ${userIdSql('n')}, n = 0, n = 0, n = 0, n = 0
   from generate_series(0, $2::int - 1) n`,
]

/** People who report to the administrator, and managers one below the other under the last one. */
const topReports = 8
const managerLevels = 15
/** People of a department. */
const departmentSize = 40

/**
 * The administrator at the top with some reports and a chain of managers below the last of them;
 * each other person has a manager with eight reports. Departments of equal size below one.
 */
const organizationStatements = [
  `update users set manager_id = case
       when n <= ${topReports} then ${userIdSql('0')}
       when n < ${topReports + managerLevels} then ${userIdSql('n - 1')}
       else ${userIdSql('n / 8')} end
   from generate_series(1, $2::int - 1) n
   where workspace_id = $1::uuid and id = ${userIdSql('n')}`,
  `insert into groups (workspace_id, id, kind, name, parent_id, created_at)
   select $1::uuid, ${groupIdSql('n')}, 'department', 'Department ' || n,
     case when n > 0 then ${groupIdSql('0')} end, now()
   from generate_series(0, $2::int / ${departmentSize}) n order by n`,
  `insert into group_members (workspace_id, group_id, user_id, kind, joined_at)
   select $1::uuid, ${groupIdSql(`1 + n / ${departmentSize}`)}, ${userIdSql('n')}, 'department',
     now() - interval '${spanDays} days'
   from generate_series(0, $2::int - 1) n where 1 + n / ${departmentSize} <= $2::int / ${departmentSize}`,
  `insert into budgets (workspace_id, id, name, period, points, givers, recipients, period_start,
     created_at)
   select $1::uuid, ${groupIdSql('0')}, 'Thanks of managers', 'quarter', 1000, g.audience,
     g.audience, now(), now()
   from (select jsonb_build_object('group_ids', '[]'::jsonb, 'excluded_group_ids', '[]'::jsonb,
     'managers_only', true, 'countries', '[]'::jsonb, 'tenure_months_from', null,
     'tenure_months_to', null, 'user_ids', '[]'::jsonb) as audience) g`,
  `insert into budget_owners (workspace_id, budget_id, user_id)
   select $1::uuid, ${groupIdSql('0')}, ${userIdSql('2')}`,
]

/** An award, and a gift to each person: all but the last 20 are approved. */
const awardStatements = [
  `insert into awards (workspace_id, id, name, text, emoji, criteria, points_min, points_max, givers,
     receivers, value_id, private, steps, created_at)
   select $1::uuid, ${groupIdSql('0')}, 'Helping hand', '', '🏅', '', 20, 50, b.recipients,
     b.recipients, ${valueIdSql('0')}, false, '[{"from_points": 0, "approver": "giver_manager",
       "user_ids": []}]', now()
   from budgets b where b.workspace_id = $1::uuid`,
  `insert into award_gifts (workspace_id, id, award_id, giver_id, points, text, private, status,
     steps, step, step_at, created_at, ended_at)
   select $1::uuid, ${groupIdSql('n')}, ${groupIdSql('0')}, ${userIdSql('n - 1')}, 20,
     'For the help with gift ' || n, false, case when n > $2::int - 21 then 'pending' else 'approved'
       end, '[{"from_points": 0, "approver": "giver_manager", "user_ids": []}]',
     (n <= $2::int - 21)::int, now(), now(), case when n <= $2::int - 21 then now() end
   from generate_series(1, $2::int - 1) n`,
  `insert into award_receivers (workspace_id, gift_id, user_id)
   select $1::uuid, ${groupIdSql('n')}, ${userIdSql('n')} from generate_series(1, $2::int - 1) n`,
  `insert into award_approvers (workspace_id, user_id, gift_id, step)
   select $1::uuid, ${userIdSql('0')}, ${groupIdSql('n')}, 0
   from generate_series(2, $2::int - 1) n`,
]

/** A bonus for everyone in proportion to the points of half a year. */
const bonusStatements = [
  `insert into bonuses (workspace_id, id, name, text, audience, starts_on, ends_on, method, points,
     created_at)
   select $1::uuid, ${groupIdSql('0')}, 'Spring bonus', '',
     b.recipients || '{"managers_only": false}', current_date - 200, current_date - 20, 'share',
     1000000, now()
   from budgets b where b.workspace_id = $1::uuid`,
]

/** People of a connection, more than a page: as many in each team, because sso.get counts them. */
const connectionPeople = 22

/** A connection to an identity provider, which some people try. */
const connectionStatements = [
  `insert into sso_connections (workspace_id, id, protocol, name, state, claims, created_at)
   values ($1::uuid, ${connectionIdSql}, 'oidc', 'Okta', 'active', '{}', now())`,
  `insert into sso_identities (workspace_id, connection_id, issuer, subject, user_id, created_at,
     seen_at)
   select $1::uuid, ${connectionIdSql}, 'https://company.okta.com', 'subject ' || n,
     ${userIdSql('n')}, now(), now()
   from generate_series(0, ${connectionPeople - 1}) n`,
]

/** Posts with one recipient, every tenth with two and every tenth private, oldest first. */
const postStatements = [
  `create temporary table drafts as
   select n, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
       || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5($1::text || n), 1, 15))::uuid as id,
     sender, (sender + 1 + (n::bigint * 104729 + n / 7) % ($2::int - 2)) % $2::int as recipient
   from (
     select n, now() - ($3::int - n) * interval '${spanDays} days' / $3::int as at,
       (n::bigint * 7919 + n / $2::int) % $2::int as sender
     from generate_series(1, $3::int) n) drawn`,
  `insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
     period_start, day, created_at)
   select $1::uuid, id, ${userIdSql('sender')},
     case when n % 10 = 0 and (recipient + 1) % $2::int <> sender
       then array[${userIdSql('recipient')}, ${userIdSql('(recipient + 1) % $2::int')}]
       else array[${userIdSql('recipient')}] end,
     ${valueIdSql(`n % ${valuesCount}`)}, 1 + n % 5,
     'Thank you for number ' || n || ', the release went well and the customer is happy',
     n % 10 = 3, date_trunc('month', at), at::date, at
   from drafts order by n`,
  `insert into post_recipients (workspace_id, post_id, user_id, private)
   select $1::uuid, id, r, private from posts, unnest(to_ids) r where workspace_id = $1::uuid`,
  `insert into movements (workspace_id, id, type, source_id, actor_id, created_at)
   select $1::uuid, id, 'post', id, from_id, created_at from posts where workspace_id = $1::uuid`,
  `insert into entries (workspace_id, movement_id, position, account, user_id, sequence, amount,
     balance_after)
   select $1::uuid, id, position, 'wallet', r, row_number() over w, score, sum(score) over w
   from posts, unnest(to_ids) with ordinality as x (r, position)
   where workspace_id = $1::uuid
   window w as (partition by r order by id)`,
  `insert into entries (workspace_id, movement_id, position, account, amount)
   select $1::uuid, id, 0, 'issued', -score * cardinality(to_ids)
   from posts where workspace_id = $1::uuid`,
  `insert into wallets (workspace_id, user_id, balance, entries_count)
   select $1::uuid, u.id, coalesce(sum(e.amount), 0), count(e.amount)
   from users u
   left join entries e on e.workspace_id = $1::uuid and e.user_id = u.id
   where u.workspace_id = $1::uuid
   group by u.id`,
]

/** A purchase for one in sixteen posts, by its sender. */
const purchaseStatements = [
  `insert into rewards (workspace_id, id, title, price, category, type, reward_type, created_at)
   select $1::uuid, ${rewardIdSql('n')}, 'Reward ' || n, 5, 'uncategorised', 'manual',
     'individual', now() - interval '${spanDays} days'
   from generate_series(0, ${rewardsCount - 1}) n`,
  `insert into purchases (workspace_id, id, reward_id, status, title, emoji, price, type,
     reward_type, created_by, created_at, status_changed_at)
   select $1::uuid, id, ${rewardIdSql(`n % ${rewardsCount}`)}, 'fulfilled', 'Reward', '', 5,
     'manual', 'individual', ${userIdSql('sender')}, at, at
   from drafts where n % 16 = 0`,
  `insert into contributions (workspace_id, id, purchase_id, reward_id, user_id, amount, status,
     fulfilled_at, day, created_at)
   select workspace_id, id, id, reward_id, created_by, price, 'fulfilled', status_changed_at,
     created_at::date, created_at
   from purchases where workspace_id = $1::uuid`,
]

/** A worth of points, and a rule that taxes purchases of a person above 50 dollars a year. */
const financeStatements = [
  `insert into point_worths (workspace_id, id, currency, hundred_points_minor, valid_from, created_at)
   values ($1::uuid, gen_random_uuid(), 'USD', 1000,
     (now() - interval '${spanDays + 1} days')::date, now())`,
  `insert into tax_rules (workspace_id, id, categories, taxable, currency, period_limit_minor,
     period, year_start, above_limit, borne_by, messages, valid_from, confirmed_at, confirmed_by,
     created_at, created_by)
   values ($1::uuid, gen_random_uuid(), '{uncategorised}', true, 'USD', 5000, 'year', '--01-01',
     'excess', 'employee', '{}', '2000-01-01', now(), ${userIdSql('0')}, now(), ${userIdSql('0')})`,
]

const rollupStatements = [
  `insert into daily_recognition (workspace_id, day, user_id, value_id, private, given_points,
     given_posts, received_points, received_posts)
   select $1::uuid, day, user_id, value_id, private, sum(given), sum(given_posts), sum(received),
     sum(received_posts)
   from (
     select day, from_id as user_id, value_id, private, score * cardinality(to_ids) as given,
       1 as given_posts, 0 as received, 0 as received_posts
     from posts where workspace_id = $1::uuid
     union all
     select day, r, value_id, private, 0, 0, score, 1
     from posts, unnest(to_ids) r where workspace_id = $1::uuid) parts
   group by 2, 3, 4, 5 order by 2, 3`,
  `insert into total_recognition (workspace_id, user_id, value_id, private, given_points,
     given_posts, received_points, received_posts)
   select workspace_id, user_id, value_id, private, sum(given_points), sum(given_posts),
     sum(received_points), sum(received_posts)
   from daily_recognition where workspace_id = $1::uuid group by 1, 2, 3, 4`,
  `insert into daily_redemptions (workspace_id, day, user_id, points, purchases)
   select workspace_id, day, user_id, sum(amount), count(*)
   from contributions where workspace_id = $1::uuid group by 1, 2, 3 order by 2, 3`,
]

/** Comments, reactions and likes of the newest post. */
const conversationStatements = [
  `insert into comments (workspace_id, id, post_id, user_id, text, created_at)
   select $1::uuid, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0')
       || '70008' || substr(md5(n::text), 1, 15))::uuid, p.id, ${userIdSql('n')}, 'Well done', now()
   from generate_series(0, 29) n,
     (select id from posts where workspace_id = $1::uuid order by id desc limit 1) p`,
  `insert into likes (workspace_id, post_id, user_id, created_at)
   select $1::uuid, p.id, ${userIdSql('n')}, now()
   from generate_series(0, 29) n,
     (select id from posts where workspace_id = $1::uuid order by id desc limit 1) p`,
  `update posts set comment_count = 30, like_count = 30 where workspace_id = $1::uuid
   and id = (select id from posts where workspace_id = $1::uuid order by id desc limit 1)`,
]

type Run = (text: string) => Promise<pg.QueryResult<Record<string, string>>>

async function insertWorkspace(run: Run): Promise<void> {
  await run(`insert into workspaces (id, name, trial_ends_at, created_at)
    values ($1::uuid, 'Company', now() + interval '1 year', now())`)
  await run('insert into settings (workspace_id, points_limit) values ($1::uuid, null)')
  await run(`insert into "values" (workspace_id, id, name, color, emoji, tag, is_default,
      created_at)
    select $1::uuid, ${valueIdSql('n')}, 'Value ' || n, '#336699', '⭐', 'value' || n, n = 0, now()
    from generate_series(0, ${valuesCount - 1}) n`)
}

/** Inserts a session of a user. Returns its token. */
async function insertSession(client: pg.Client, workspace: string, user: string): Promise<string> {
  const token = newToken()
  await client.query(
    `insert into sessions (token_hash, id, account_id, kind, workspace_id, user_id, created_at,
       seen_at, expires_at, proven_at)
     values ($1, gen_random_uuid(), $2, 'session', $3, $2, now(), now(),
       now() + interval '20 days', now())`,
    [hashToken(token), user, workspace],
  )
  return token
}

/** Creates a workspace of this size. At least 40 people and 160 posts. */
export async function seedCompany(
  ownerUrl: string,
  { people, posts }: CompanySize,
): Promise<Company> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const workspace = randomUUID()
  const parameters = [workspace, people, posts]
  const run: Run = (text) =>
    client.query(
      text,
      parameters.filter((_, index) => text.includes(`$${index + 1}`)),
    )
  await client.query(`select set_config('laurel.workspace', $1, false)`, [workspace])
  // The triggers keep rollups by row; here all rows are summed at once.
  await client.query('set session_replication_role = replica')
  await client.query(`set work_mem = '256MB'`)
  await client.query('drop index if exists posts_words')
  await insertWorkspace(run)
  for (const text of [
    ...peopleStatements,
    ...organizationStatements,
    ...awardStatements,
    ...bonusStatements,
    ...connectionStatements,
    ...postStatements,
    ...purchaseStatements,
    ...financeStatements,
    ...rollupStatements,
    ...conversationStatements,
  ])
    await run(text)
  const pick = async (text: string) => (await run(text)).rows[0]?.['id'] ?? ''
  const ids = {
    user: await pick(`select ${userIdSql('2')} as id`),
    manager: await pick(`select ${userIdSql(String(topReports + managerLevels - 1))} as id`),
    group: await pick(`select ${groupIdSql('1')} as id`),
    top_department: await pick(`select ${groupIdSql('0')} as id`),
    connection: await pick(`select ${connectionIdSql} as id`),
    budget: await pick(`select ${groupIdSql('0')} as id`),
    gift: await pick(`select ${groupIdSql('1')} as id`),
    bonus: await pick(`select ${groupIdSql('0')} as id`),
    value: await pick(`select ${valueIdSql('0')} as id`),
    reward: await pick(`select ${rewardIdSql('0')} as id`),
    post: await pick('select id from posts where workspace_id = $1::uuid order by id desc limit 1'),
    purchase: await pick(
      'select id from purchases where workspace_id = $1::uuid order by id desc limit 1',
    ),
  }
  const admin = await insertSession(client, workspace, await pick(`select ${userIdSql('0')} as id`))
  const member = await insertSession(
    client,
    workspace,
    await pick(`select ${userIdSql('1')} as id`),
  )
  await client.query('drop table drafts')
  await client.end()
  return { workspace, admin, member, ids }
}
