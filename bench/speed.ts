// `npm run bench -- speed`: compares our calls with the same statements without our server, in one
// run, so that the speed of the machine cancels out.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { postEffects } from '#server/modules/posts/create-post.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { startBrowser } from '#tests/browser/support/app-under-test.ts'
import {
  fillFirstPage,
  firstPageBudget,
  loadFirstPage,
  sumBytes,
  waitForFullFeed,
} from '#tests/browser/support/first-page.ts'
import { type LoadResult, runClosedLoop, formatResult } from './load-generator.ts'
import { openEnvironment, startScript } from './environment.ts'
import { connectChannels } from './seed-channels.ts'
import { seedWorkspace } from './seed.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
/** Both sides alternate: a change in machine speed affects both. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const clientsCount = 16
const posts = Number(process.env['BENCH_POSTS'] ?? 200_000)
const users = Number(process.env['BENCH_USERS'] ?? 1_000)

const environment = await openEnvironment()
console.log(`A team of ${users} people with ${posts} posts`)
const seedData = await seedWorkspace(environment.ownerUrl, posts, users)
const server = await startScript('server-process.ts', [environment.ownerUrl])
const requestHeaders = (n: number) => ({
  authorization: `Bearer ${seedData.tokens[n % seedData.tokens.length]}`,
  'content-type': 'application/json',
})
let requestCount = 0

const medianOf = (list: number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
const medianResult = (list: LoadResult[]): LoadResult => ({
  rate: medianOf(list.map(({ rate }) => rate)),
  p50: medianOf(list.map(({ p50 }) => p50)),
  p99: medianOf(list.map(({ p99 }) => p99)),
  failed: list.reduce((all, { failed }) => all + failed, 0),
})
/**
 * Runs both sides alternately `rounds` times. Returns the median result of each, and the median
 * ratio with its range.
 */
async function runAlternately(
  ours: () => Promise<LoadResult>,
  baseline: () => Promise<LoadResult>,
): Promise<{ ours: LoadResult; baseline: LoadResult; ratio: string }> {
  const [oursResults, baselineResults]: [LoadResult[], LoadResult[]] = [[], []]
  for (let n = 0; n < rounds; n += 1) {
    oursResults.push(await ours())
    baselineResults.push(await baseline())
  }
  const ratios = oursResults.map(({ rate }, n) => rate / (baselineResults[n]?.rate ?? Number.NaN))
  return {
    ours: medianResult(oursResults),
    baseline: medianResult(baselineResults),
    ratio: `${medianOf(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  }
}

const loadCreatePost = (): Promise<LoadResult> =>
  runClosedLoop(clientsCount, seconds, (n) => ({
    method: 'POST',
    url: `${server.url}/api/posts`,
    headers: requestHeaders((requestCount += 1)),
    body: JSON.stringify({
      to_id: [
        seedData.users[(requestCount * 7 + n) % users] ===
        seedData.users[requestCount % seedData.tokens.length]
          ? seedData.users[(requestCount * 7 + n + 1) % users]
          : seedData.users[(requestCount * 7 + n) % users],
      ],
      value_id: seedData.values[n % 5],
      score: 1,
      description: 'Thank you for the careful work',
    }),
  }))

/** Runs a script with pgbench for the configured time. */
async function runPgbench(script: string): Promise<LoadResult> {
  const address = new URL(environment.ownerUrl.replace('@/', '@socket/'))
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clientsCount),
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

/** Returns the statement that creates a post with its effects, as `recognize` sends it. */
const createPostSql = (sql: Record<'workspace' | 'from' | 'to' | 'value', string>) => `
select post_create(${sql.workspace}, gen_random_uuid(), gen_random_uuid(), ${sql.from},
  array[${sql.to}]::uuid[], ${sql.value}, 1, 'Thank you for the careful work', false, now(),
  date_trunc('month', now()), current_date, null, null, false,
  p_effects => array[${postEffects.map((name) => `'${name}'`).join(', ')}])`

/**
 * Returns a pgbench run of the statements of one request, or the same statements through `pg` when
 * pgbench is missing.
 */
async function prepareCreatePostBaseline(): Promise<{
  name: string
  run: () => Promise<LoadResult>
}> {
  const script = join(environment.dataDir, 'create-post.sql')
  writeFileSync(
    script,
    `\\set f random(1, ${seedData.tokens.length})
\\set t random(${seedData.tokens.length + 1}, ${users})
select * from session_enter((select token_hash from bench_tokens where n = :f), now());
${createPostSql({
  workspace: '(select workspace from bench_workspace)',
  from: '(select id from bench_users where n = :f)',
  to: '(select id from bench_users where n = :t)',
  value: '(select value from bench_workspace)',
})};
`,
  )
  if (spawnSync('pgbench', ['--version']).status === 0)
    return { name: 'pgbench, same statements', run: () => runPgbench(script) }
  const db = connectDatabase({ url: environment.ownerUrl, maxConnections: clientsCount })
  return {
    name: 'the same statements through pg',
    run: () =>
      runClosedLoop(clientsCount, seconds, async (n) => {
        const [from, to] = [
          (requestCount += 1) % seedData.tokens.length,
          seedData.tokens.length + ((requestCount * 7 + n) % (users - seedData.tokens.length)),
        ]
        await db.call(
          'authenticate',
          'select * from session_enter((select token_hash from bench_tokens where n = $1), now())',
          [from + 1],
        )
        await db.call(
          'create_post',
          createPostSql({ workspace: '$1', from: '$2', to: '$3', value: '$4' }),
          [seedData.workspace, seedData.users[from], seedData.users[to], seedData.values[0]],
        )
        return undefined
      }),
  }
}

const loadFeed = (acceptEncoding = 'identity'): Promise<LoadResult> =>
  runClosedLoop(clientsCount, seconds, () => ({
    method: 'GET',
    url: `${server.url}/api/posts`,
    headers: { ...requestHeaders((requestCount += 1)), 'accept-encoding': acceptEncoding },
  }))

/** The same two statements behind a bare Fastify route in its own process. */
const baselineServer = await startScript('baseline.ts', [
  environment.ownerUrl,
  seedData.workspace,
  seedData.users[0] ?? '',
])
const loadFeedBaseline = (): Promise<LoadResult> =>
  runClosedLoop(clientsCount, seconds, () => ({
    method: 'GET',
    url: `${baselineServer.url}/feed`,
    headers: requestHeaders((requestCount += 1)),
  }))

/** Returns the compressed bytes of the code and styles that the fullest feed loads in a browser. */
async function firstPageBytes(): Promise<{ js: number; css: number }> {
  const [administrator = '', colleague = ''] = seedData.tokens
  await fillFirstPage(server, administrator, colleague)
  const browser = await startBrowser()
  try {
    const page = await browser.newPage({
      locale: 'en',
      serviceWorkers: 'block',
      storageState: {
        cookies: [],
        origins: [
          {
            origin: server.url,
            localStorage: [
              { name: 'laurel.session', value: administrator },
              // A device with an emoji font of its own.
              { name: 'laurel.color_emoji', value: 'system' },
            ],
          },
        ],
      },
    })
    const files = await loadFirstPage(page, `${server.url}/feed`, () => waitForFullFeed(page))
    return { js: sumBytes(files, 'js'), css: sumBytes(files, 'css') }
  } finally {
    await browser.close()
  }
}

const print = (text: string) => {
  console.log(text)
}
await loadCreatePost() // warm-up
print(
  `Creating posts (${clientsCount} clients; alternating, ${rounds} times ${seconds} s each: medians)`,
)
const createPostBaseline = await prepareCreatePostBaseline()
const createPostResult = await runAlternately(loadCreatePost, createPostBaseline.run)
print(formatResult('  POST /api/posts', createPostResult.ours))
print(formatResult(`  ${createPostBaseline.name}`, createPostResult.baseline))
print(`  ratio of requests: ${createPostResult.ratio}; target 0.85)`)
await loadFeed()
await loadFeedBaseline()
print('Feed page 1')
const feedResult = await runAlternately(() => loadFeed(), loadFeedBaseline)
print(formatResult('  GET /api/posts', feedResult.ours))
print(formatResult('  the same SQL behind bare Fastify', feedResult.baseline))
print(`  ratio of requests: ${feedResult.ratio}; target 0.90)`)
const compressedResult = await runAlternately(
  () => loadFeed('gzip'),
  () => loadFeed(),
)
print(formatResult('  GET /api/posts, compressed', compressedResult.ours))
print(`  ratio of requests to uncompressed answers: ${compressedResult.ratio})`)
// Last, because every post now has a delivery.
print('Creating posts with ten channels of a chat')
await connectChannels(environment.ownerUrl, seedData.workspace)
const mirroredResult = await runAlternately(loadCreatePost, createPostBaseline.run)
print(formatResult('  POST /api/posts', mirroredResult.ours))
print(`  ratio of requests: ${mirroredResult.ratio}; target 0.75)`)
const pageBytes = await firstPageBytes()
print(
  `First page (feed, English, brotli): ${(pageBytes.js / 1024).toFixed(0)} KB JS (at most ${firstPageBudget.js / 1024}), ${(pageBytes.css / 1024).toFixed(1)} KB CSS (at most ${firstPageBudget.css / 1024})`,
)
const failedCount =
  createPostResult.ours.failed +
  createPostResult.baseline.failed +
  mirroredResult.ours.failed +
  mirroredResult.baseline.failed +
  feedResult.ours.failed +
  feedResult.baseline.failed
if (failedCount) print(`FAILED requests: ${failedCount}`)

server.stop()
baselineServer.stop()
await environment.stop()
process.exit(failedCount ? 1 : 0)
