// Five minutes of mixed requests: the heap after each garbage collection must not grow.
import { once } from 'node:events'
import { runClosedLoop } from './load-generator.ts'
import { openEnvironment, startScript } from './environment.ts'
import { seedWorkspace } from './seed.ts'

const seconds = Number(process.env['BENCH_MEMORY_SECONDS'] ?? 300)
/** Share of the run that warms up the code and fills the pool. */
const warmupShare = 0.2
const growthMbPerMinuteMax = 1
const users = 500

const environment = await openEnvironment()
const seedData = await seedWorkspace(environment.ownerUrl, 20_000, users)
const server = await startScript('server-process.ts', [environment.ownerUrl], { gc: true })

type Memory = { heap: number; rss: number }
async function readMemory(): Promise<Memory> {
  const reply = once(server.child, 'message')
  server.child.send('memory')
  return (await reply)[0] as Memory
}

const samples: (Memory & { minute: number })[] = []
const startedAt = performance.now()
let isDone = false
const sampling = (async () => {
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(1_000, seconds * 20)))
    const now = await readMemory()
    samples.push({
      minute: (performance.now() - startedAt) / 60_000,
      heap: now.heap / 1_048_576,
      rss: now.rss / 1_048_576,
    })
  }
})()

let requestCount = 0
const loadResult = await runClosedLoop(8, seconds, (n) => {
  requestCount += 1
  const headers = {
    authorization: `Bearer ${seedData.tokens[requestCount % seedData.tokens.length]}`,
    'content-type': 'application/json',
  }
  const get = (path: string) => ({ method: 'GET', url: `${server.url}/api${path}`, headers })
  switch (requestCount % 10) {
    case 0:
    case 1:
    case 2:
      return {
        method: 'POST',
        url: `${server.url}/api/posts`,
        headers,
        body: JSON.stringify({
          to_id: [
            seedData.users[
              seedData.tokens.length + ((requestCount * 7 + n) % (users - seedData.tokens.length))
            ],
          ],
          value_id: seedData.values[n % 5],
          score: 1,
          description: `Thank you for number ${requestCount}`,
        }),
      }
    case 3:
      return get('/leaderboards?period=all')
    case 4:
      return get(`/profiles/${seedData.users[requestCount % users]}`)
    case 5:
      return get('/config')
    case 6:
      return get(`/posts?search=${requestCount % 1_000}`)
    default:
      return get('/posts')
  }
})
isDone = true
await sampling
const measuredSamples = samples.filter((_, index) => index >= samples.length * warmupShare)
/** Returns the growth in megabytes per minute, by least squares. */
function slopePerMinute(of: (sample: (typeof samples)[number]) => number): number {
  const mean = (take: (sample: (typeof samples)[number]) => number) =>
    measuredSamples.reduce((sum, one) => sum + take(one), 0) / measuredSamples.length
  const [x, y] = [mean((one) => one.minute), mean(of)]
  return (
    measuredSamples.reduce((sum, one) => sum + (one.minute - x) * (of(one) - y), 0) /
    measuredSamples.reduce((sum, one) => sum + (one.minute - x) ** 2, 0)
  )
}
const heapGrowthPerMinute = slopePerMinute(({ heap }) => heap)
const lastSample = samples.at(-1)
const isPassed = heapGrowthPerMinute <= growthMbPerMinuteMax && loadResult.failed === 0
console.log(
  `Memory over ${seconds} s of mixed requests (${requestCount} requests, ${loadResult.failed} failed)`,
)
console.log(
  `  heap of the server after garbage collection   ${lastSample?.heap.toFixed(1)} MB at the end, ${heapGrowthPerMinute >= 0 ? '+' : ''}${heapGrowthPerMinute.toFixed(2)} MB a minute (at most ${growthMbPerMinuteMax})   ${isPassed ? 'pass' : 'FAIL'}`,
)
console.log(
  `  resident set size                             ${lastSample?.rss.toFixed(0)} MB at the end, ${slopePerMinute(({ rss }) => rss).toFixed(1)} MB a minute`,
)
server.stop()
await environment.stop()
process.exit(isPassed ? 0 : 1)
