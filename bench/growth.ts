// `npm run bench -- growth`: every report and the feed at 10,000 and at a million posts of one
// density, in one run: buffers at most twice, p50 at most 1.5 times (promise 18); and the file of a
// million rows in bounded memory (promise 21).
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createLocalCardProvider } from '#server/adapters/cards/local.ts'
import { createLocalMailer } from '#server/adapters/mail/local.ts'
import { createDiskStorage } from '#server/adapters/storage/disk.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { startEventBus } from '#server/platform/realtime/event-bus.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createSafeHttpClient } from '#server/platform/net/safe-http-client.ts'
import { growWorkspace, type GrownWorkspace, searchTerms } from './seed-growth.ts'
import { openEnvironment } from './environment.ts'

const postsCount = Number(process.env['BENCH_POSTS'] ?? 1_000_000)
const smallPostsCount = Math.min(10_000, postsCount)
const pageSize = 10
const rounds = 41
const [buffersRatioMax, timeRatioMax, memoryGrowthMbMax] = [2, 1.5, 100]
const [searchBuffersMax, searchMsMax] = [5_000, 50]
/** Beside counting, a time this near to another says nothing: half a millisecond. */
const noiseMs = 0.5

const environment = await openEnvironment()
const { ownerUrl, dataDir } = environment
const owner = new pg.Client({ connectionString: ownerUrl })
await owner.connect()
// Nothing else reads pages meanwhile.
await owner.query('alter system set autovacuum = off')
await owner.query('select pg_reload_conf()')

console.log(
  `Growing teams of 1,000 people: ${smallPostsCount} posts, ${postsCount} posts, and ${postsCount} posts of which 99.9% are private`,
)
const isTenth = (n: number) => n % 10 === 0
const deepOffset = smallPostsCount - pageSize + 1
// Many at once are faster found than one by one.
const {
  rows: [index],
} = await owner.query<{ indexdef: string }>(
  `select indexdef from pg_indexes where indexname = 'posts_words'`,
)
await owner.query('drop index posts_words')
const smallWorkspace = await growWorkspace(ownerUrl, dataDir, smallPostsCount, deepOffset, isTenth)
const bigWorkspace = await growWorkspace(ownerUrl, dataDir, postsCount, deepOffset, isTenth)
const privateWorkspace = await growWorkspace(
  ownerUrl,
  dataDir,
  postsCount,
  deepOffset,
  (n) => n % 1_000 !== 0,
)
await owner.query(index?.indexdef ?? '')
await owner.query('vacuum analyze')

const log = createLog('error')
// One connection: what the server has read is told before each look at the count.
const db = connectDatabase({ url: ownerUrl, maxConnections: 1 })
const events = startEventBus(ownerUrl, db, log)
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
    mailer: createLocalMailer(db, systemClock),
    google: null,
    cards: createLocalCardProvider('http://localhost', db),
    billing: null,
    giftCards: null,
    safeHttpClient: createSafeHttpClient({ loopback: false }),
    storage: createDiskStorage(join(dataDir, 'files')),
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
async function countBuffersRead(): Promise<number> {
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

type Measurement = { buffers: number; p50: number }
async function callApi(token: string, url: string): Promise<void> {
  const response = await app.inject({
    method: 'GET',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.statusCode !== 200)
    throw new Error(`${url}: ${response.statusCode} ${response.body.slice(0, 200)}`)
}
/** The same asked of several teams in turn, so that the machine cancels out. */
async function measure(asked: [string, string][]): Promise<Measurement[]> {
  const found = asked.map(() => ({ buffers: 0, times: [] as number[] }))
  for (const one of asked) for (let n = 0; n < 5; n += 1) await callApi(...one)
  for (let n = 0; n < rounds; n += 1) {
    for (const [index, one] of asked.entries()) {
      const began = performance.now()
      await callApi(...one)
      found[index]?.times.push(performance.now() - began)
    }
  }
  for (const [index, one] of asked.entries()) {
    const before = await countBuffersRead()
    for (let n = 0; n < 5; n += 1) await callApi(...one)
    const into = found[index]
    if (into) into.buffers = ((await countBuffersRead()) - before) / 5
  }
  return found.map(({ buffers, times }) => ({
    buffers,
    p50: times.sort((x, y) => x - y)[Math.floor(rounds / 2)] ?? 0,
  }))
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
// The small team has lived for five weeks: two of them, and the two before, are whole in both.
const range = `from=${day(13)}&to=${day(0)}`
const measuredCalls: [string, (team: GrownWorkspace) => [string, string]][] = [
  ['feed, page 1', (team) => [team.member, `/posts?limit=${pageSize}`]],
  [
    `feed, page ${Math.floor(smallPostsCount / pageSize)}`,
    (team) => [team.member, `/posts?limit=${pageSize}&cursor=${team.ids.deep}`],
  ],
  ['conversation', (team) => [team.member, `/posts/${team.ids.newest}/comments`]],
  [
    'search, a common pair of words',
    (team) => [team.member, `/posts?search=${encodeURIComponent(searchTerms.common)}`],
  ],
  ['profile', (team) => [team.member, `/profiles/${team.colleague}`]],
  ['leaders', (team) => [team.member, `/leaderboards?${range}`]],
  ['leaders of all time', (team) => [team.member, '/leaderboards?period=all']],
  ['one place', (team) => [team.member, `/leaderboards/${team.colleague}?${range}`]],
  ['values', (team) => [team.admin, `/leaderboards/values?${range}`]],
  ['values of all time', (team) => [team.admin, '/leaderboards/values?period=all']],
  [
    'one person’s values',
    (team) => [team.member, `/leaderboards/${team.colleague}/values?${range}`],
  ],
  ['activity', (team) => [team.member, `/leaderboards/${team.colleague}/activity?${range}`]],
  ['relations', (team) => [team.member, `/leaderboards/${team.colleague}/relations?${range}`]],
  ['statistics', (team) => [team.admin, `/leaderboards/statistics?${range}`]],
  ['org chart', (team) => [team.admin, `/leaderboards/org_chart?${range}`]],
  ['common topics', (team) => [team.member, `/leaderboards/common_topics?${range}`]],
  ['not thanked', (team) => [team.admin, `/leaderboards/unthanked?${range}`]],
]

let failed = 0
function printComparison(what: string, less: Measurement, more: Measurement): void {
  const [buffers, time] = [more.buffers / less.buffers, more.p50 / less.p50]
  const good = buffers <= buffersRatioMax && (time <= timeRatioMax || more.p50 - less.p50 < noiseMs)
  if (!good) failed += 1
  console.log(
    `  ${what.padEnd(34)} ${less.buffers.toFixed(0).padStart(8)} ${more.buffers.toFixed(0).padStart(8)} ${buffers.toFixed(2).padStart(6)}   ${less.p50.toFixed(1).padStart(7)} ${more.p50.toFixed(1).padStart(7)} ${time.toFixed(2).padStart(6)}   ${good ? 'pass' : 'FAIL'}`,
  )
}
console.log(
  `  ${''.padEnd(34)} ${'buffers'.padStart(8)} ${''.padStart(8)} ${'ratio'.padStart(6)}   ${'p50 ms'.padStart(7)} ${''.padStart(7)} ${'ratio'.padStart(6)}`,
)
for (const [what, of] of measuredCalls) {
  const [less, more, hidden] = await measure(
    [smallWorkspace, bigWorkspace, ...(/^(feed|search)/.test(what) ? [privateWorkspace] : [])].map(
      of,
    ),
  )
  if (less && more) printComparison(what, less, more)
  if (less && hidden) printComparison(`${what}, 99.9% private`, less, hidden)
}

/**
 * What is not there, or long ago, is looked for in every stretch of time: never more of each than
 * there is, so a bound, no ratio.
 */
for (const what of ['former', 'rare', 'missing'] as const) {
  for (const [team, whose] of [
    [bigWorkspace, ''],
    [privateWorkspace, ', 99.9% private'],
  ] as const) {
    const [found] = await measure([[team.member, `/posts?search=${searchTerms[what]}`]])
    if (!found) continue
    const good = found.buffers <= searchBuffersMax && found.p50 <= searchMsMax
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
async function readExport(team: GrownWorkspace): Promise<{ lines: number; most: number }> {
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
    if (lines % 50_000 < 1_000) await callApi(team.member, '/posts')
  }
  return { lines: lines - 1, most }
}
/**
 * By how many MB a long file takes more memory than short ones do, written one after another: the
 * garbage of either waits for its collector, as much of it as the heap has room for, and is gone
 * after that.
 */
async function measureExport(
  team: GrownWorkspace,
): Promise<{ lines: number; megabytes: number; seconds: number }> {
  let before = 0
  for (let n = 0; n < 30; n += 1) before = Math.max(before, (await readExport(smallWorkspace)).most)
  const began = performance.now()
  const { lines, most } = await readExport(team)
  return {
    lines,
    megabytes: (most - before) / 1_048_576,
    seconds: (performance.now() - began) / 1_000,
  }
}
const exportResult = await measureExport(bigWorkspace)
const isExportComplete =
  exportResult.lines === postsCount && exportResult.megabytes < memoryGrowthMbMax
if (!isExportComplete) failed += 1
console.log(
  `  posts.csv: ${exportResult.lines} of ${postsCount} rows in ${exportResult.seconds.toFixed(0)} s, ${Math.max(exportResult.megabytes, 0).toFixed(0)} MB more memory than short files take (at most ${memoryGrowthMbMax})   ${isExportComplete ? 'pass' : 'FAIL'}`,
)

await app.close()
await events.stop()
await db.close()
await counter.end()
await environment.stop()
process.exit(failed ? 1 : 0)
