// `npm run bench -- growth`: compares every report and the feed at 10,000 and at a million posts of
// the same density, in one run. Buffers may grow twice, p50 1.5 times (promise 18). Also checks
// that the export of a million rows uses bounded memory (promise 21).
import pg from 'pg'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { createWorkspaceSnapshots } from '#server/modules/reports/create-snapshots.ts'
import { readConfig } from '#server/config.ts'
import { closeServices, createServices } from '#server/services.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { growWorkspace, type GrownWorkspace, searchTerms } from './seed-growth.ts'
import { openEnvironment } from './environment.ts'

const postsCount = Number(process.env['BENCH_POSTS'] ?? 1_000_000)
const smallPostsCount = Math.min(10_000, postsCount)
const pageSize = 10
const rounds = 41
const [buffersRatioMax, timeRatioMax, memoryGrowthMbMax] = [2, 1.5, 100]
const [searchBuffersMax, searchTimeRatioMax] = [5_000, 2]
/** Differences in p50 below half a millisecond are noise. */
const noiseMs = 0.5

const environment = await openEnvironment()
const { ownerUrl, dataDir } = environment
const owner = new pg.Client({ connectionString: ownerUrl })
await owner.connect()
// Autovacuum would read pages during the measurements.
await owner.query('alter system set autovacuum = off')
await owner.query('select pg_reload_conf()')

console.log(
  `Seeding teams of 1,000 people: ${smallPostsCount} posts, ${postsCount} posts, and ${postsCount} posts of which 99.9% are private`,
)
const isTenth = (n: number) => n % 10 === 0
const deepOffset = smallPostsCount - pageSize + 1
// Building the index after the bulk insert is faster than updating it per row.
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

const services = await createServices(
  {
    ...readConfig({
      DATA_DIR: dataDir,
      SECRET: 'a-secret-for-benchmarks-0123456789',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      BILLING: 'off',
      GIFT_CARDS: 'off',
    }),
    ownerUrl,
  },
  {
    // One connection: its statistics are flushed before each read of the counter.
    db: connectDatabase({ url: ownerUrl, maxConnections: 1 }),
    jobs: {
      send: () => Promise.resolve(),
      work: () => Promise.resolve(),
      workDeadLetters: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
  },
)
const { db } = services
const app = await buildApp(services, { check_outputs: false })
await app.ready()

for (const { workspace } of [smallWorkspace, bigWorkspace, privateWorkspace])
  await createWorkspaceSnapshots(db, workspace, { at: new Date() })

const counter = new pg.Client({ connectionString: ownerUrl.replace(/\/laurel\?/, '/postgres?') })
await counter.connect()
const {
  rows: [{ name } = { name: '' }],
} = await owner.query<{ name: string }>('select current_database() as name')
await owner.end()
/** Returns the number of pages read in our database so far. */
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
/** Measures one call for several teams alternately, so that changes of machine speed cancel out. */
async function measure(calls: [string, string][]): Promise<Measurement[]> {
  const results = calls.map(() => ({ buffers: 0, times: [] as number[] }))
  for (const call of calls) for (let n = 0; n < 5; n += 1) await callApi(...call)
  for (let n = 0; n < rounds; n += 1) {
    for (const [index, call] of calls.entries()) {
      const began = performance.now()
      await callApi(...call)
      results[index]?.times.push(performance.now() - began)
    }
  }
  for (const [index, call] of calls.entries()) {
    const before = await countBuffersRead()
    for (let n = 0; n < 5; n += 1) await callApi(...call)
    const result = results[index]
    if (result) result.buffers = ((await countBuffersRead()) - before) / 5
  }
  return results.map(({ buffers, times }) => ({
    buffers,
    p50: times.sort((x, y) => x - y)[Math.floor(rounds / 2)] ?? 0,
  }))
}

const dayString = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
// The small team is five weeks old, so this range and the one before it are complete in both teams.
const range = `from=${dayString(13)}&to=${dayString(0)}`
const measuredCalls: [string, (team: GrownWorkspace) => [string, string]][] = [
  ['feed, page 1', (team) => [team.member, `/posts?limit=${pageSize}`]],
  [
    `feed, page ${Math.floor(smallPostsCount / pageSize)}`,
    (team) => [team.member, `/posts?limit=${pageSize}&cursor=${team.ids.deep}`],
  ],
  ['comments', (team) => [team.member, `/posts/${team.ids.newest}/comments`]],
  [
    'search, common words',
    (team) => [team.member, `/posts?search=${encodeURIComponent(searchTerms.common)}`],
  ],
  ['profile', (team) => [team.member, `/profiles/${team.colleague}`]],
  ['leaderboard', (team) => [team.member, `/leaderboards?${range}`]],
  ['leaderboard of all time', (team) => [team.member, '/leaderboards?period=all']],
  ['rank of a person', (team) => [team.member, `/leaderboards/${team.colleague}?${range}`]],
  ['values', (team) => [team.admin, `/leaderboards/values?${range}`]],
  ['values of all time', (team) => [team.admin, '/leaderboards/values?period=all']],
  [
    'values of a person',
    (team) => [team.member, `/leaderboards/${team.colleague}/values?${range}`],
  ],
  ['activity', (team) => [team.member, `/leaderboards/${team.colleague}/activity?${range}`]],
  ['relations', (team) => [team.member, `/leaderboards/${team.colleague}/relations?${range}`]],
  ['statistics', (team) => [team.admin, `/leaderboards/statistics?${range}`]],
  ['values by day', (team) => [team.admin, `/leaderboards/value_trends?${range}`]],
  ['groups', (team) => [team.admin, `/leaderboards/groups?${range}`]],
  ['org chart', (team) => [team.admin, `/leaderboards/org_chart?${range}`]],
  ['common topics', (team) => [team.member, `/leaderboards/common_topics?${range}`]],
  ['people without recognition', (team) => [team.admin, `/leaderboards/unthanked?${range}`]],
]

let failed = 0
type Bounds = (buffersRatio: number, timeRatio: number) => boolean
const defaultBounds: Bounds = (buffers, time) => buffers <= buffersRatioMax && time <= timeRatioMax
/** Prints a row, and counts it as failed beyond its bounds. */
function printComparison(
  label: string,
  small: Measurement,
  big: Measurement,
  isBounded: Bounds = defaultBounds,
): void {
  const buffers = big.buffers / small.buffers
  // A difference within the noise counts as no difference.
  const time = big.p50 - small.p50 < noiseMs ? 1 : big.p50 / small.p50
  const isPassed = isBounded(buffers, time)
  if (!isPassed) failed += 1
  console.log(
    `  ${label.padEnd(34)} ${small.buffers.toFixed(0).padStart(8)} ${big.buffers.toFixed(0).padStart(8)} ${buffers.toFixed(2).padStart(6)}   ${small.p50.toFixed(1).padStart(7)} ${big.p50.toFixed(1).padStart(7)} ${(big.p50 / small.p50).toFixed(2).padStart(6)}   ${isPassed ? 'pass' : 'FAIL'}`,
  )
}
console.log(
  `  ${''.padEnd(34)} ${'buffers'.padStart(8)} ${''.padStart(8)} ${'ratio'.padStart(6)}   ${'p50 ms'.padStart(7)} ${''.padStart(7)} ${'ratio'.padStart(6)}`,
)
for (const [label, callOf] of measuredCalls) {
  const [small, big, hidden] = await measure(
    [smallWorkspace, bigWorkspace, ...(/^(feed|search)/.test(label) ? [privateWorkspace] : [])].map(
      callOf,
    ),
  )
  if (small && big) printComparison(label, small, big)
  if (small && hidden) printComparison(`${label}, 99.9% private`, small, hidden)
}

/**
 * A search without recent matches reads the index once for each time slice: its time may double,
 * and its buffers have an absolute limit.
 */
for (const term of ['former', 'rare', 'missing'] as const) {
  for (const [team, suffix] of [
    [bigWorkspace, ''],
    [privateWorkspace, ', 99.9% private'],
  ] as const) {
    const path = `/posts?search=${searchTerms[term]}`
    const [small, big] = await measure([
      [smallWorkspace.member, path],
      [team.member, path],
    ])
    if (small && big)
      printComparison(
        `search, ${term}${suffix}`,
        small,
        big,
        (_, time) => big.buffers <= searchBuffersMax && time <= searchTimeRatioMax,
      )
  }
}

/**
 * Reads the whole history of a team as a file while also reading its feed. Returns the number of
 * lines and the peak memory in bytes.
 */
async function readExport(team: GrownWorkspace): Promise<{ lines: number; peakBytes: number }> {
  let [lines, peakBytes] = [0, process.memoryUsage.rss()]
  const response = await app.inject({
    method: 'GET',
    url: '/api/posts.csv?days=3660',
    headers: { authorization: `Bearer ${team.admin}` },
    payloadAsStream: true,
  })
  for await (const chunk of response.stream() as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) lines += 1
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
    if (lines % 50_000 < 1_000) await callApi(team.member, '/posts')
  }
  return { lines: lines - 1, peakBytes }
}
/**
 * Returns how many MB a long file uses beyond many short ones. Thirty short files come first,
 * because the heap also holds garbage that is not collected yet.
 */
async function measureExport(
  team: GrownWorkspace,
): Promise<{ lines: number; megabytes: number; seconds: number }> {
  let before = 0
  for (let n = 0; n < 30; n += 1)
    before = Math.max(before, (await readExport(smallWorkspace)).peakBytes)
  const began = performance.now()
  const { lines, peakBytes } = await readExport(team)
  return {
    lines,
    megabytes: (peakBytes - before) / 1_048_576,
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
await closeServices(services)
await counter.end()
await environment.stop()
process.exit(failed ? 1 : 0)
