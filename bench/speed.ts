// `npm run bench`: our calls beside the same statements without us, in one run, so that the machine cancels out.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { connect } from '#server/platform/database.ts'
import { type Figures, load, line } from './load.ts'
import { openPlace, root, startScript } from './place.ts'
import { seed } from './seed.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
const clients = 16
const posts = Number(process.env['BENCH_POSTS'] ?? 200_000)
const users = Number(process.env['BENCH_USERS'] ?? 1_000)

const place = await openPlace()
console.log(`A team of ${users} people with ${posts} posts`)
const world = await seed(place.ownerUrl, posts, users)
const server = await startScript('server.ts', [place.ownerUrl])
const headers = (n: number) => ({ authorization: `Bearer ${world.tokens[n % world.tokens.length]}`, 'content-type': 'application/json' })
let turn = 0

const give = (): Promise<Figures> => load(clients, seconds, (n) => ({
  method: 'POST', url: `${server.url}/api/posts`, headers: headers((turn += 1)),
  body: JSON.stringify({ to_id: [world.users[(turn * 7 + n) % users] === world.users[turn % world.tokens.length] ? world.users[(turn * 7 + n + 1) % users] : world.users[(turn * 7 + n) % users]], value_id: world.values[n % 5], score: 1, description: 'Thank you for the careful work' }),
}))

/** pgbench with the statements of one request; where it is missing, the same through `pg`. */
async function giveBare(): Promise<{ name: string; figures: Figures }> {
  const script = join(place.dataDir, 'give.sql')
  writeFileSync(script, `\\set f random(1, ${world.tokens.length})
\\set t random(${world.tokens.length + 1}, ${users})
select * from session_enter((select token_hash from bench_tokens where n = :f), now());
select post_create((select workspace from bench_world), gen_random_uuid(), gen_random_uuid(), (select id from bench_users where n = :f), array[(select id from bench_users where n = :t)],
  (select value from bench_world), 1, 'Thank you for the careful work', false, now(), date_trunc('month', now()), current_date, null, null, false);
`)
  const address = new URL(place.ownerUrl.replace('@/', '@socket/'))
  const run = spawnSync('pgbench', ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', script, '-h', address.searchParams.get('host') ?? '', '-U', 'laurel_owner', 'laurel'],
    { encoding: 'utf8', env: { ...process.env, PGOPTIONS: '-c role=laurel_app' } })
  const rate = /tps = ([\d.]+)/.exec(run.stdout ?? '')?.[1]
  const latency = /latency average = ([\d.]+)/.exec(run.stdout ?? '')?.[1]
  if (run.status === 0 && rate) return { name: 'pgbench, same statements', figures: { rate: Number(rate), p50: Number(latency), p99: Number.NaN, failed: 0 } }
  const db = connect({ url: place.ownerUrl, connections_max: clients })
  const figures = await load(clients, seconds, async (n) => {
    const [from, to] = [(turn += 1) % world.tokens.length, world.tokens.length + ((turn * 7 + n) % (users - world.tokens.length))]
    await db.call('enter', 'select * from session_enter((select token_hash from bench_tokens where n = $1), now())', [from + 1])
    await db.call('give', `select post_create($1, gen_random_uuid(), gen_random_uuid(), $2, array[$3]::uuid[], $4, 1, 'Thank you for the careful work', false, now(), date_trunc('month', now()), current_date, null, null, false)`,
      [world.workspace, world.users[from], world.users[to], world.values[0]])
    return undefined
  })
  await db.close()
  return { name: 'the same statements through pg', figures }
}

const feed = (): Promise<Figures> => load(clients, seconds, () => ({ method: 'GET', url: `${server.url}/api/posts`, headers: headers((turn += 1)) }))

/** The same two statements behind a bare Fastify route, in a process of its own. */
async function feedBare(): Promise<Figures> {
  const bare = await startScript('bare.ts', [place.ownerUrl, world.workspace, world.users[0] ?? ''])
  const figures = await load(clients, seconds, () => ({ method: 'GET', url: `${bare.url}/feed`, headers: headers((turn += 1)) }))
  bare.stop()
  return figures
}

/** What the feed needs before it stands there: what the page names, the screen and what that imports, and the texts. */
function firstPage(): { js: number; css: number } {
  const assets = join(root, 'dist', 'web', 'assets')
  const html = readFileSync(join(root, 'dist', 'web', 'index.html'), 'utf8')
  const screen = readdirSync(assets).filter((name) => /^(FeedScreen|PostList)-/.test(name))
  const size = (type: string, texts: string[] = []) => {
    const files = new Set([...[...html.matchAll(/assets\/([\w.-]+)"/g)].map((match) => match[1] ?? ''), ...screen].filter((name) => name.endsWith(type)))
    // A set that grows while it is walked reaches what the files import, and what those import.
    for (const name of files) for (const [, other = ''] of readFileSync(join(assets, name), 'utf8').matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) files.add(other)
    return [...[...files].map((name) => readFileSync(join(assets, name))), ...texts].reduce((sum, content) => sum + brotliCompressSync(content).length, 0)
  }
  const texts = ['common', 'errors', 'feed', 'billing'].map((name) => JSON.stringify(JSON.parse(readFileSync(join(root, 'web', 'locales', 'en', `${name}.json`), 'utf8'))))
  return { js: size('.js', texts), css: size('.css') }
}

const show = (text: string) => { console.log(text) }
await give() // warm
show(`Giving points (${clients} clients, ${seconds} s each, in turn)`)
const [ours, bare] = [await give(), await giveBare()]
show(line('  POST /api/posts', ours))
show(line(`  ${bare.name}`, bare.figures))
show(`  ratio of requests: ${(ours.rate / bare.figures.rate).toFixed(2)} (aim 0.75)`)
await feed()
show('Feed page 1')
const [page, plain] = [await feed(), await feedBare()]
show(line('  GET /api/posts', page))
show(line('  the same SQL behind bare Fastify', plain))
show(`  ratio of requests: ${(page.rate / plain.rate).toFixed(2)} (aim 0.90)`)
const bytes = firstPage()
show(`First page (feed, English, brotli): ${(bytes.js / 1024).toFixed(0)} KB JS (at most 150), ${(bytes.css / 1024).toFixed(1)} KB CSS (at most 20)`)
if (ours.failed || page.failed) show(`FAILED requests: ${ours.failed} giving, ${page.failed} reading`)

server.stop()
await place.stop()
process.exit(ours.failed || page.failed ? 1 : 0)
