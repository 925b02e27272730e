// Workspaces of any age with the same posting density, written by COPY for the growth benchmark.
import { randomUUID } from 'node:crypto'
import { chmodSync, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { newToken, hashToken } from '#server/platform/ids.ts'

export type GrownWorkspace = {
  workspace: string
  admin: string
  member: string
  colleague: string
  ids: { newest: string; deep: string }
}
/**
 * Search terms found in two of five posts, in each post of the oldest tenth, in five posts
 * including the oldest, and in none.
 */
export const searchTerms = {
  common: 'patient teach',
  former: 'winter',
  rare: 'unicorn',
  missing: 'xylophone',
}

/** One post every five and a quarter minutes: a million posts span ten years. */
const postIntervalMs = 315_000
const peopleCount = 1_000
const valuesCount = 5
const words =
  'release plan customer support careful review onboarding guide broken build late night migration design system quick answer patient teacher support ticket sales pitch clear notes team lunch'.split(
    ' ',
  )

const uuidAt = (ms: number, n: number) =>
  `${ms
    .toString(16)
    .padStart(12, '0')
    .replace(
      /^(.{8})/,
      '$1-',
    )}-7${(n % 4_096).toString(16).padStart(3, '0')}-8000-${n.toString(16).padStart(12, '0')}`
const userId = (workspace: string, n: number) =>
  `${workspace.slice(0, 24)}${(n + 1).toString(16).padStart(12, '0')}`
const valueId = (workspace: string, n: number) =>
  `${workspace.slice(0, 24)}f${n.toString(16).padStart(11, '0')}`

/** Returns the text of a post; a tenth of the posts has the former term, five have the rare one. */
function postTextOf(n: number, posts: number): string {
  const postWords = Array.from(
    { length: 12 },
    (_, index) => words[(n * 31 + index * (1 + (n % 7))) % words.length],
  )
  return [
    ...postWords,
    ...(n < posts / 10 ? [searchTerms.former] : []),
    ...(n % Math.ceil(posts / 5) === 0 ? [searchTerms.rare] : []),
  ].join(' ')
}

/**
 * Writes the posts to files for COPY, oldest first. Returns the ids of the newest post and of the
 * post `deepOffset` places below it.
 */
async function writePosts(
  folder: string,
  workspace: string,
  posts: number,
  deepOffset: number,
  isPrivate: (n: number) => boolean,
  now: number,
) {
  const files = {
    posts: join(folder, `${workspace}.posts`),
    recipients: join(folder, `${workspace}.recipients`),
  }
  const [postsStream, recipientsStream] = [
    createWriteStream(files.posts),
    createWriteStream(files.recipients),
  ]
  const ids = { newest: '', deep: '' }
  for (let n = 0; n < posts; n += 1) {
    const ms = now - (posts - n) * postIntervalMs
    const id = uuidAt(ms, n)
    const from = (n * 7_919) % peopleCount
    const first = (from + 1 + ((n * 104_729) % (peopleCount - 1))) % peopleCount
    const second = (first + 1) % peopleCount
    const recipients = n % 10 === 0 && second !== from ? [first, second] : [first]
    const at = new Date(ms).toISOString()
    const privateFlag = isPrivate(n) ? 't' : 'f'
    const lines = [
      [
        workspace,
        id,
        userId(workspace, from),
        `{${recipients.map((recipient) => userId(workspace, recipient)).join(',')}}`,
        valueId(workspace, n % valuesCount),
        1 + (n % 5),
        postTextOf(n, posts),
        privateFlag,
        `${at.slice(0, 7)}-01T00:00:00Z`,
        at.slice(0, 10),
        at,
      ].join('\t'),
    ]
    if (!postsStream.write(`${lines.join('\n')}\n`)) await once(postsStream, 'drain')
    if (
      !recipientsStream.write(
        recipients
          .map(
            (recipient) => `${workspace}\t${id}\t${userId(workspace, recipient)}\t${privateFlag}\n`,
          )
          .join(''),
      )
    )
      await once(recipientsStream, 'drain')
    if (n === posts - 1) ids.newest = id
    if (n === Math.max(posts - deepOffset, 0)) ids.deep = id
  }
  await Promise.all(
    [postsStream, recipientsStream].map(async (stream) => {
      stream.end()
      await once(stream, 'finish')
    }),
  )
  for (const file of Object.values(files)) chmodSync(file, 0o644)
  return { files, ids }
}

/**
 * Daily and total rollups computed from the posts in order of their day, and a purchase for one in
 * sixteen posts.
 */
const rollupStatements = [
  `insert into daily_recognition (workspace_id, day, user_id, value_id, private, given_points,
    given_posts, received_points, received_posts)
   select workspace_id, day, who, value_id, private, sum(given), sum(g), sum(received), sum(r)
     from (
     select workspace_id, day, from_id as who, value_id, private,
       score * cardinality(to_ids) as given, 1 as g, 0 as received, 0 as r from posts
       where workspace_id = $1
     union all select workspace_id, day, one, value_id, private, 0, 0, score, 1
       from posts, unnest(to_ids) one where workspace_id = $1) x group by 1, 2, 3, 4, 5
       order by 2, 3`,
  `insert into total_recognition (workspace_id, user_id, value_id, private, given_points,
    given_posts, received_points, received_posts)
   select workspace_id, user_id, value_id, private, sum(given_points), sum(given_posts),
     sum(received_points), sum(received_posts) from daily_recognition where workspace_id = $1
     group by 1, 2, 3, 4`,
  `insert into rewards (workspace_id, id, title, price, category, type, reward_type, created_at)
   select $1, gen_random_uuid(), 'Reward ' || n, 5, 'uncategorised', 'manual', 'individual', now()
     from generate_series(1, 10) n`,
  `insert into purchases (workspace_id, id, reward_id, status, title, emoji, price, type,
    reward_type, created_by, created_at, status_changed_at)
   select p.workspace_id, p.id, (array(select id from rewards
     where workspace_id = $1))[1 + p.score], 'fulfilled', 'Reward', '', 5, 'manual', 'individual',
     p.from_id, p.created_at, p.created_at
   from posts p where p.workspace_id = $1 and substr(p.id::text, 36, 1) = '0'`,
  `insert into contributions (workspace_id, id, purchase_id, reward_id, user_id, amount, status,
    fulfilled_at, day, created_at)
   select workspace_id, id, id, reward_id, created_by, price, 'fulfilled', status_changed_at,
     created_at::date, created_at from purchases where workspace_id = $1`,
  `insert into daily_redemptions select workspace_id, day, user_id, sum(amount), count(*)
    from contributions where workspace_id = $1 group by 1, 2, 3`,
]

type Run = (text: string, parameters?: unknown[]) => Promise<unknown>

/** Inserts the people of a workspace; the first administers it. Returns their ids. */
async function insertPeople(run: Run, workspace: string): Promise<string[]> {
  const ids = Array.from({ length: peopleCount }, (_, n) => userId(workspace, n))
  await run(
    `insert into accounts (id, email, created_at) select id, id || '@example.test', now()
      from unnest($1::uuid[]) id`,
    [ids],
  )
  await run(
    `insert into users (workspace_id, id, account_id, email, first_name, last_name, state,
      created_at) select $1, id, id, id || '@example.test', 'Personname' || n, 'Familyname' || n,
      'accepted', now() from unnest($2::uuid[]) with ordinality x(id, n)`,
    [workspace, ids],
  )
  await run(
    `insert into wallets (workspace_id, user_id) select workspace_id, id from users
      where workspace_id = $1`,
  )
  await run(
    `insert into permissions (workspace_id, user_id, global_administrator, account_administrator)
      select workspace_id, id, id = $2, id = $2 from users where workspace_id = $1`,
    [workspace, ids[0]],
  )
  return ids
}

/** Inserts sessions of the first two people. Returns their tokens. */
async function insertSessions(run: Run, workspace: string, ids: string[]) {
  const tokens = [newToken(), newToken()] as const
  for (const [n, token] of tokens.entries()) {
    await run(
      `insert into sessions (token_hash, id, account_id, kind, workspace_id, user_id, created_at,
        seen_at, expires_at) values ($1, gen_random_uuid(), $2, 'session', $3, $2, now(), now(),
        now() + interval '20 days')`,
      [hashToken(token), ids[n], workspace],
    )
  }
  return tokens
}

/**
 * Creates a workspace of a thousand people with `posts` posts. `deepOffset` is the offset of the second
 * feed page below the newest post.
 */
export async function growWorkspace(
  ownerUrl: string,
  folder: string,
  posts: number,
  deepOffset: number,
  isPrivate: (n: number) => boolean,
): Promise<GrownWorkspace> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const workspace = randomUUID()
  const run = (text: string, parameters: unknown[] = [workspace]) => client.query(text, parameters)
  await run(`select set_config('laurel.workspace', $1, false)`)
  // Triggers are off: the rollups are written below, and these posts need no events.
  await run('set session_replication_role = replica', [])
  await run(
    `insert into workspaces (id, name, trial_ends_at, created_at)
      values ($1, 'Grown', now() + interval '1 year', now())`,
  )
  await run('insert into settings (workspace_id, points_limit) values ($1, null)')
  for (let n = 0; n < valuesCount; n += 1)
    await run(
      `insert into "values" (workspace_id, id, name, color, emoji, tag, is_default, created_at)
        values ($1, $2, $3, '#336699', '⭐', $4, $5, now())`,
      [workspace, valueId(workspace, n), `Value ${n}`, `value${n}`, n === 0],
    )
  const ids = await insertPeople(run, workspace)
  const { files, ids: postIds } = await writePosts(
    folder,
    workspace,
    posts,
    deepOffset,
    isPrivate,
    Date.now(),
  )
  await run(
    `copy posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
      period_start, day, created_at) from '${files.posts}'`,
    [],
  )
  await run(
    `copy post_recipients (workspace_id, post_id, user_id, private) from '${files.recipients}'`,
    [],
  )
  for (const text of rollupStatements) await run(text)
  // The newest post has one comment per hundred posts.
  await run(
    `insert into comments (workspace_id, id, post_id, user_id, text, created_at)
      select $1, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint + n), 12,
      '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
    $2, ($3::uuid[])[1 + n % 1000], 'Well deserved', now() from generate_series(1, $4::int) n`,
    [workspace, postIds.newest, ids, Math.ceil(posts / 100)],
  )
  await run('update posts set comment_count = $3 where workspace_id = $1 and id = $2', [
    workspace,
    postIds.newest,
    Math.ceil(posts / 100),
  ])
  const tokens = await insertSessions(run, workspace, ids)
  await client.end()
  return { workspace, admin: tokens[0], member: tokens[1], colleague: ids[2] ?? '', ids: postIds }
}
