// `npm run bench -- history-import`: imports the posts of another product, and undoes them, while
// another team gives points. BENCH_POSTS=100000 imports fewer posts.
import { createClient } from '#client/index.ts'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { median, openEnvironment, startScript } from './environment.ts'
import { runOpenLoop } from './load-generator.ts'
import { seedWorkspace } from './seed.ts'

const posts = Number(process.env['BENCH_POSTS'] ?? 1_000_000)
/** An upload has at most 60 MB. */
const postsPerFile = 350_000
const [members, strangers] = [1_000, 1_000]
/** Bounds of design/machines.md. The time is that of a million posts. */
const [secondsMax, slowdownMax] = [300 * Math.max(posts / 1_000_000, 0.05), 2]
/** Posts per second of the other team. */
const givingRate = 25
const roundSeconds = 2
const roundsAlone = 4

const environment = await openEnvironment()
const giving = await seedWorkspace(environment.ownerUrl, 20_000, 500)
const mover = await seedWorkspace(environment.ownerUrl, 1_000, members)
const server = await startScript('server-process.ts', [environment.ownerUrl], {
  env: { WORKERS: 'on', LOG_LEVEL: 'error' },
})
const client = createClient({ url: server.url, token: mover.tokens[0] ?? '', timeoutMs: 300_000 })

/** Returns a file of posts a minute apart. Half of its people are members. */
function buildFile(first: number, count: number): File {
  const addresses = [
    ...mover.emails,
    ...Array.from({ length: strangers }, (_, n) => `former${n}@old.example.test`),
  ]
  const newest = Date.now() - 60 * dayMs
  const lines = ['Date,Giver Email,Receiver Email,Amount,Reason,Hashtag']
  for (let n = first; n < first + count; n += 1) {
    const giver = (n * 7_919) % addresses.length
    const receiver = (giver + 1 + ((n * 31) % (addresses.length - 1))) % addresses.length
    const date = new Date(newest - n * minuteMs).toISOString()
    lines.push(
      `${date},${addresses[giver]},${addresses[receiver]},${1 + (n % 20)},Thank you for ${n},#value${n % 8}`,
    )
  }
  return new File([lines.join('\n')], 'posts.csv')
}

let givenPosts = 0
/** Returns a request of the other team. Givers have a token, and receivers have none. */
function createGiving() {
  const { users, values, tokens } = giving
  givenPosts += 1
  return {
    method: 'POST',
    url: `${server.url}/api/posts`,
    headers: {
      authorization: `Bearer ${tokens[givenPosts % tokens.length]}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      to_id: [users[tokens.length + (givenPosts % (users.length - tokens.length))]],
      value_id: values[givenPosts % values.length],
      score: 1,
      description: 'Thank you for the careful work',
    }),
  }
}
/** Returns the median times of the other team's posts in milliseconds, of `rounds` rounds. */
async function measureGiving(rounds: number): Promise<number[]> {
  const p50s: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { p50, refused } = await runOpenLoop(givingRate, roundSeconds, 4, createGiving)
    if (refused) throw new Error(`${refused} posts of the other team failed`)
    p50s.push(p50)
  }
  return p50s
}

type Step = { seconds: number; p50s: number[] }
const steps: Record<'upload' | 'check' | 'posts' | 'undo', Step> = {
  upload: { seconds: 0, p50s: [] },
  check: { seconds: 0, p50s: [] },
  posts: { seconds: 0, p50s: [] },
  undo: { seconds: 0, p50s: [] },
}
/** Waits for a step in the background, while the other team gives. */
async function runStep(step: Step, id: string, start: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await start()
  for (;;) {
    const p50s = await measureGiving(1)
    const { import: found } = await client.call('history_imports.get', { params: { id } })
    if (found.state === 'failed') throw new Error('the import failed')
    if (['checked', 'finished', 'undone'].includes(found.state)) break
    // The last round lasts longer than the step.
    step.p50s.push(...p50s)
  }
  step.seconds += (performance.now() - startedAt) / 1_000
}

await measureGiving(2) // warm-up
const alone = await measureGiving(roundsAlone)
const ids: string[] = []
for (let first = 0; first < posts; first += postsPerFile) {
  const startedAt = performance.now()
  const { id } = await client.call('history_imports.create', {
    body: { product: 'bonusly' },
    file: buildFile(first, Math.min(postsPerFile, posts - first)),
  })
  steps.upload.seconds += (performance.now() - startedAt) / 1_000
  ids.push(id)
  const params = { id }
  await runStep(steps.check, id, () => client.call('history_imports.check', { params }))
  await runStep(steps.posts, id, () =>
    client.call('history_imports.start', {
      params,
      body: { create_values: true, opening_balances: true },
    }),
  )
}
for (const id of ids.toReversed())
  await runStep(steps.undo, id, () => client.call('history_imports.undo', { params: { id } }))
alone.push(...(await measureGiving(roundsAlone)))

const p50Alone = median(alone)
const describe = (name: string, { seconds, p50s }: Step) =>
  `  ${name.padEnd(26)}${seconds.toFixed(1).padStart(7)} s${p50s.length ? `   p50 of the other team ${median(p50s).toFixed(1)} ms   ${(median(p50s) / p50Alone).toFixed(2)} times` : ''}`
const importSeconds = steps.upload.seconds + steps.check.seconds + steps.posts.seconds
const slowdown = median([...steps.check.p50s, ...steps.posts.p50s]) / p50Alone
const [isFast, isFair] = [importSeconds <= secondsMax, slowdown <= slowdownMax]
console.log(
  `Import of ${posts.toLocaleString('en')} posts (files of up to ${postsPerFile.toLocaleString('en')}; another team gives ${givingRate} times per second, alone p50 ${p50Alone.toFixed(1)} ms)`,
)
for (const [name, step] of Object.entries(steps)) console.log(describe(name, step))
console.log(
  `  upload, check and posts   ${importSeconds.toFixed(1).padStart(7)} s (at most ${secondsMax.toFixed(0)})   ${isFast ? 'pass' : 'FAIL'}`,
)
console.log(
  `  giving of the other team  ${slowdown.toFixed(2).padStart(7)} times (at most ${slowdownMax})   ${isFair ? 'pass' : 'FAIL'}`,
)
server.stop()
await environment.stop()
process.exit(isFast && isFair ? 0 : 1)
