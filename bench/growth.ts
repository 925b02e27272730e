// `npm run bench -- growth`: every report and the feed at 10,000 and at a million posts of one
// density, in one run: buffers at most twice, p50 at most 1.5 times (promise 18); and the file of a
// million rows in bounded memory (promise 21).
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { localCards } from '#server/adapters/cards/local.ts'
import { localMailer } from '#server/adapters/mail/local.ts'
import { diskStorage } from '#server/adapters/storage/disk.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connect } from '#server/platform/database.ts'
import { startEvents } from '#server/platform/events.ts'
import { createLog } from '#server/platform/log.ts'
import { openOutside } from '#server/platform/outside.ts'
import { grow, type Grown, searched } from './grow.ts'
import { openPlace } from './place.ts'

const posts = Number(process.env['BENCH_POSTS'] ?? 1_000_000)
const few = Math.min(10_000, posts)
const page = 10
const rounds = 41
const [buffers_most, time_most, megabytes_most] = [2, 1.5, 100]
const [search_buffers_most, search_ms_most] = [5_000, 50]
/** Beside counting, a time this near to another says nothing: half a millisecond. */
const noise_ms = 0.5

const place = await openPlace()
const { ownerUrl, dataDir } = place
const owner = new pg.Client({ connectionString: ownerUrl })
await owner.connect()
// Nothing else reads pages meanwhile.
await owner.query('alter system set autovacuum = off')
await owner.query('select pg_reload_conf()')

console.log(
  `Growing teams of 1,000 people: ${few} posts, ${posts} posts, and ${posts} posts of which 99.9% are private`,
)
const tenth = (n: number) => n % 10 === 0
const deep = few - page + 1
// Many at once are faster found than one by one.
const {
  rows: [index],
} = await owner.query<{ indexdef: string }>(
  `select indexdef from pg_indexes where indexname = 'posts_words'`,
)
await owner.query('drop index posts_words')
const small = await grow(ownerUrl, dataDir, few, deep, tenth)
const big = await grow(ownerUrl, dataDir, posts, deep, tenth)
const secret = await grow(ownerUrl, dataDir, posts, deep, (n) => n % 1_000 !== 0)
await owner.query(index?.indexdef ?? '')
await owner.query('vacuum analyze')

const log = createLog('error')
// One connection: what the server has read is told before each look at the count.
const db = connect({ url: ownerUrl, connections_max: 1 })
const events = startEvents(ownerUrl, db, log)
const jobs = {
  send: () => Promise.resolve(),
  work: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}
const app = await buildApp(
  {
    config: readConfig({
      DATA_DIR: dataDir,
      SECRET: 'a-secret-for-benchmarks-0123456789',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    }),
    db,
    clock: systemClock,
    log,
    jobs,
    events,
    mailer: localMailer(db, systemClock),
    google: null,
    cards: localCards('http://localhost', db),
    billing: null,
    giftcards: null,
    outside: openOutside({ loopback: false }),
    storage: diskStorage(join(dataDir, 'files')),
  },
  { check_outputs: false },
)
await app.ready()

const counter = new pg.Client({ connectionString: ownerUrl.replace(/\/laurel\?/, '/postgres?') })
await counter.connect()
const {
  rows: [{ name } = { name: '' }],
} = await owner.query<{ name: string }>('select current_database() as name')
await owner.end()
/** Pages read in our database so far, by the one connection that reads. */
async function pagesRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db.global)
  await sql`select 1`.execute(db.global)
  const {
    rows: [row],
  } = await counter.query<{ n: string }>(
    'select blks_hit + blks_read as n from pg_stat_database where datname = $1',
    [name],
  )
  return Number(row?.n)
}

type Measured = { buffers: number; p50: number }
async function ask(token: string, url: string): Promise<void> {
  const response = await app.inject({
    method: 'GET',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.statusCode !== 200)
    throw new Error(`${url}: ${response.statusCode} ${response.body.slice(0, 200)}`)
}
/** The same asked of several teams in turn, so that the machine cancels out. */
async function measure(asked: [string, string][]): Promise<Measured[]> {
  const found = asked.map(() => ({ buffers: 0, times: [] as number[] }))
  for (const one of asked) for (let n = 0; n < 5; n += 1) await ask(...one)
  for (let n = 0; n < rounds; n += 1) {
    for (const [index, one] of asked.entries()) {
      const began = performance.now()
      await ask(...one)
      found[index]?.times.push(performance.now() - began)
    }
  }
  for (const [index, one] of asked.entries()) {
    const before = await pagesRead()
    for (let n = 0; n < 5; n += 1) await ask(...one)
    const into = found[index]
    if (into) into.buffers = ((await pagesRead()) - before) / 5
  }
  return found.map(({ buffers, times }) => ({
    buffers,
    p50: times.sort((x, y) => x - y)[Math.floor(rounds / 2)] ?? 0,
  }))
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
// The small team has lived for five weeks: two of them, and the two before, are whole in both.
const range = `from=${day(13)}&to=${day(0)}`
const calls: [string, (team: Grown) => [string, string]][] = [
  ['feed, page 1', (team) => [team.member, `/posts?limit=${page}`]],
  [
    `feed, page ${Math.floor(few / page)}`,
    (team) => [team.member, `/posts?limit=${page}&cursor=${team.ids.deep}`],
  ],
  ['conversation', (team) => [team.member, `/posts/${team.ids.newest}/comments`]],
  [
    'search, a common pair of words',
    (team) => [team.member, `/posts?search=${encodeURIComponent(searched.common)}`],
  ],
  ['profile', (team) => [team.member, `/profiles/${team.person}`]],
  ['leaders', (team) => [team.member, `/leaderboards?${range}`]],
  ['leaders of all time', (team) => [team.member, '/leaderboards?period=all']],
  ['one place', (team) => [team.member, `/leaderboards/${team.person}?${range}`]],
  ['values', (team) => [team.admin, `/leaderboards/values?${range}`]],
  ['values of all time', (team) => [team.admin, '/leaderboards/values?period=all']],
  ['one person’s values', (team) => [team.member, `/leaderboards/${team.person}/values?${range}`]],
  ['activity', (team) => [team.member, `/leaderboards/${team.person}/activity?${range}`]],
  ['relations', (team) => [team.member, `/leaderboards/${team.person}/relations?${range}`]],
  ['statistics', (team) => [team.admin, `/leaderboards/statistics?${range}`]],
  ['org chart', (team) => [team.admin, `/leaderboards/org_chart?${range}`]],
  ['common topics', (team) => [team.member, `/leaderboards/common_topics?${range}`]],
  ['not thanked', (team) => [team.admin, `/leaderboards/unthanked?${range}`]],
]

let failed = 0
function show(what: string, less: Measured, more: Measured): void {
  const [buffers, time] = [more.buffers / less.buffers, more.p50 / less.p50]
  const good = buffers <= buffers_most && (time <= time_most || more.p50 - less.p50 < noise_ms)
  if (!good) failed += 1
  console.log(
    `  ${what.padEnd(34)} ${less.buffers.toFixed(0).padStart(8)} ${more.buffers.toFixed(0).padStart(8)} ${buffers.toFixed(2).padStart(6)}   ${less.p50.toFixed(1).padStart(7)} ${more.p50.toFixed(1).padStart(7)} ${time.toFixed(2).padStart(6)}   ${good ? 'pass' : 'FAIL'}`,
  )
}
console.log(
  `  ${''.padEnd(34)} ${'buffers'.padStart(8)} ${''.padStart(8)} ${'ratio'.padStart(6)}   ${'p50 ms'.padStart(7)} ${''.padStart(7)} ${'ratio'.padStart(6)}`,
)
for (const [what, of] of calls) {
  const [less, more, hidden] = await measure(
    [small, big, ...(/^(feed|search)/.test(what) ? [secret] : [])].map(of),
  )
  if (less && more) show(what, less, more)
  if (less && hidden) show(`${what}, 99.9% private`, less, hidden)
}

/**
 * What is not there, or long ago, is looked for in every stretch of time: never more of each than
 * there is, so a bound, no ratio.
 */
for (const what of ['former', 'rare', 'missing'] as const) {
  for (const [team, whose] of [
    [big, ''],
    [secret, ', 99.9% private'],
  ] as const) {
    const [found] = await measure([[team.member, `/posts?search=${searched[what]}`]])
    if (!found) continue
    const good = found.buffers <= search_buffers_most && found.p50 <= search_ms_most
    if (!good) failed += 1
    console.log(
      `  ${`search, ${what}${whose}`.padEnd(34)} ${''.padStart(8)} ${found.buffers.toFixed(0).padStart(8)} ${''.padStart(6)}   ${''.padStart(7)} ${found.p50.toFixed(1).padStart(7)} ${''.padStart(6)}   ${good ? 'pass' : 'FAIL'}`,
    )
  }
}

/**
 * Reads a team's whole history as a file, and its feed beside it. Answers its lines, and the most
 * memory the process had meanwhile.
 */
async function read(team: Grown): Promise<{ lines: number; most: number }> {
  let [lines, most] = [0, process.memoryUsage.rss()]
  const response = await app.inject({
    method: 'GET',
    url: '/api/posts.csv?days=3660',
    headers: { authorization: `Bearer ${team.admin}` },
    payloadAsStream: true,
  })
  for await (const chunk of response.stream() as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) lines += 1
    most = Math.max(most, process.memoryUsage.rss())
    if (lines % 50_000 < 1_000) await ask(team.member, '/posts')
  }
  return { lines: lines - 1, most }
}
/**
 * By how many MB a long file takes more memory than short ones do, written one after another: the
 * garbage of either waits for its collector, as much of it as the heap has room for, and is gone
 * after that.
 */
async function exported(
  team: Grown,
): Promise<{ lines: number; megabytes: number; seconds: number }> {
  let before = 0
  for (let n = 0; n < 30; n += 1) before = Math.max(before, (await read(small)).most)
  const began = performance.now()
  const { lines, most } = await read(team)
  return {
    lines,
    megabytes: (most - before) / 1_048_576,
    seconds: (performance.now() - began) / 1_000,
  }
}
const file = await exported(big)
const whole = file.lines === posts && file.megabytes < megabytes_most
if (!whole) failed += 1
console.log(
  `  posts.csv: ${file.lines} of ${posts} rows in ${file.seconds.toFixed(0)} s, ${Math.max(file.megabytes, 0).toFixed(0)} MB more memory than short files take (at most ${megabytes_most})   ${whole ? 'pass' : 'FAIL'}`,
)

await app.close()
await events.stop()
await db.close()
await counter.end()
await place.stop()
process.exit(failed ? 1 : 0)
