// `npm run bench`: our calls beside the same statements without us, in one run, so that the machine
// cancels out.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { connect } from '#server/platform/database.ts'
import { type Figures, load, line } from './load.ts'
import { openPlace, root, startScript } from './place.ts'
import { seed } from './seed.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
/** Ours and the other take turns: a machine whose speed changes changes for both. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const clients = 16
const posts = Number(process.env['BENCH_POSTS'] ?? 200_000)
const users = Number(process.env['BENCH_USERS'] ?? 1_000)

const place = await openPlace()
console.log(`A team of ${users} people with ${posts} posts`)
const world = await seed(place.ownerUrl, posts, users)
const server = await startScript('server.ts', [place.ownerUrl])
const headers = (n: number) => ({
  authorization: `Bearer ${world.tokens[n % world.tokens.length]}`,
  'content-type': 'application/json',
})
let turn = 0

const middle = (list: number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
const sum = (list: Figures[]): Figures => ({
  rate: middle(list.map(({ rate }) => rate)),
  p50: middle(list.map(({ p50 }) => p50)),
  p99: middle(list.map(({ p99 }) => p99)),
  failed: list.reduce((all, { failed }) => all + failed, 0),
})
/**
 * Both in turn, `rounds` times: the middle figures of each, and the middle of the ratios with the
 * least and the greatest.
 */
async function inTurn(
  ours: () => Promise<Figures>,
  other: () => Promise<Figures>,
): Promise<{ ours: Figures; other: Figures; ratio: string }> {
  const [mine, theirs]: [Figures[], Figures[]] = [[], []]
  for (let n = 0; n < rounds; n += 1) {
    mine.push(await ours())
    theirs.push(await other())
  }
  const ratios = mine.map(({ rate }, n) => rate / (theirs[n]?.rate ?? Number.NaN))
  return {
    ours: sum(mine),
    other: sum(theirs),
    ratio: `${middle(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  }
}

const give = (): Promise<Figures> =>
  load(clients, seconds, (n) => ({
    method: 'POST',
    url: `${server.url}/api/posts`,
    headers: headers((turn += 1)),
    body: JSON.stringify({
      to_id: [
        world.users[(turn * 7 + n) % users] === world.users[turn % world.tokens.length]
          ? world.users[(turn * 7 + n + 1) % users]
          : world.users[(turn * 7 + n) % users],
      ],
      value_id: world.values[n % 5],
      score: 1,
      description: 'Thank you for the careful work',
    }),
  }))

/** pgbench with the statements of one request; where it is missing, the same through `pg`. */
async function giveBare(): Promise<{ name: string; run: () => Promise<Figures> }> {
  const script = join(place.dataDir, 'give.sql')
  writeFileSync(
    script,
    `\\set f random(1, ${world.tokens.length})
\\set t random(${world.tokens.length + 1}, ${users})
select * from session_enter((select token_hash from bench_tokens where n = :f), now());
select post_create((select workspace from bench_world), gen_random_uuid(), gen_random_uuid(), (select id from bench_users where n = :f), array[(select id from bench_users where n = :t)],
  (select value from bench_world), 1, 'Thank you for the careful work', false, now(), date_trunc('month', now()), current_date, null, null, false);
`,
  )
  const address = new URL(place.ownerUrl.replace('@/', '@socket/'))
  const pgbench = async (): Promise<Figures> => {
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      '-h',
      address.searchParams.get('host') ?? '',
      '-U',
      'laurel_owner',
      'laurel',
    ]
    const run = spawnSync('pgbench', args, {
      encoding: 'utf8',
      env: { ...process.env, PGPASSWORD: address.password, PGOPTIONS: '-c role=laurel_app' },
    })
    return {
      rate: Number(/tps = ([\d.]+)/.exec(run.stdout ?? '')?.[1]),
      p50: Number(/latency average = ([\d.]+)/.exec(run.stdout ?? '')?.[1]),
      p99: Number.NaN,
      failed: run.status === 0 ? 0 : 1,
    }
  }
  if (spawnSync('pgbench', ['--version']).status === 0)
    return { name: 'pgbench, same statements', run: pgbench }
  const db = connect({ url: place.ownerUrl, connections_max: clients })
  return {
    name: 'the same statements through pg',
    run: () =>
      load(clients, seconds, async (n) => {
        const [from, to] = [
          (turn += 1) % world.tokens.length,
          world.tokens.length + ((turn * 7 + n) % (users - world.tokens.length)),
        ]
        await db.call(
          'enter',
          'select * from session_enter((select token_hash from bench_tokens where n = $1), now())',
          [from + 1],
        )
        await db.call(
          'give',
          `select post_create($1, gen_random_uuid(), gen_random_uuid(), $2, array[$3]::uuid[], $4,
            1, 'Thank you for the careful work', false, now(), date_trunc('month', now()),
            current_date, null, null, false)`,
          [world.workspace, world.users[from], world.users[to], world.values[0]],
        )
        return undefined
      }),
  }
}

const feed = (): Promise<Figures> =>
  load(clients, seconds, () => ({
    method: 'GET',
    url: `${server.url}/api/posts`,
    headers: headers((turn += 1)),
  }))

/** The same two statements behind a bare Fastify route, in a process of its own. */
const bare = await startScript('bare.ts', [place.ownerUrl, world.workspace, world.users[0] ?? ''])
const feedBare = (): Promise<Figures> =>
  load(clients, seconds, () => ({
    method: 'GET',
    url: `${bare.url}/feed`,
    headers: headers((turn += 1)),
  }))

/**
 * What the feed needs before it stands there: what the page names, the screen and what that
 * imports, and the texts.
 */
function firstPage(): { js: number; css: number } {
  const assets = join(root, 'dist', 'web', 'assets')
  const html = readFileSync(join(root, 'dist', 'web', 'index.html'), 'utf8')
  const screen = readdirSync(assets).filter((name) => /^(FeedScreen|PostList)-/.test(name))
  const size = (type: string, texts: string[] = []) => {
    const files = new Set(
      [
        ...[...html.matchAll(/assets\/([\w.-]+)"/g)].map((match) => match[1] ?? ''),
        ...screen,
      ].filter((name) => name.endsWith(type)),
    )
    // A set that grows while it is walked reaches what the files import, and what those import.
    for (const name of files)
      for (const [, other = ''] of readFileSync(join(assets, name), 'utf8').matchAll(
        /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g,
      ))
        files.add(other)
    return [...[...files].map((name) => readFileSync(join(assets, name))), ...texts].reduce(
      (sum, content) => sum + brotliCompressSync(content).length,
      0,
    )
  }
  const texts = ['common', 'errors', 'feed', 'billing'].map((name) =>
    JSON.stringify(
      JSON.parse(readFileSync(join(root, 'web', 'locales', 'en', `${name}.json`), 'utf8')),
    ),
  )
  return { js: size('.js', texts), css: size('.css') }
}

const show = (text: string) => {
  console.log(text)
}
await give() // warm
show(
  `Giving points (${clients} clients; in turn, ${rounds} times ${seconds} s each: the middle ones)`,
)
const other = await giveBare()
const given = await inTurn(give, other.run)
show(line('  POST /api/posts', given.ours))
show(line(`  ${other.name}`, given.other))
show(`  ratio of requests: ${given.ratio}; aim 0.75)`)
await feed()
await feedBare()
show('Feed page 1')
const read = await inTurn(feed, feedBare)
show(line('  GET /api/posts', read.ours))
show(line('  the same SQL behind bare Fastify', read.other))
show(`  ratio of requests: ${read.ratio}; aim 0.90)`)
const bytes = firstPage()
show(
  `First page (feed, English, brotli): ${(bytes.js / 1024).toFixed(0)} KB JS (at most 150), ${(bytes.css / 1024).toFixed(1)} KB CSS (at most 20)`,
)
const failed = given.ours.failed + given.other.failed + read.ours.failed + read.other.failed
if (failed) show(`FAILED requests: ${failed}`)

server.stop()
bare.stop()
await place.stop()
process.exit(failed ? 1 : 0)
