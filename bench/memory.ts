// Five minutes of mixed work by many people: what the server keeps after each collection of garbage
// must not grow.
import { once } from 'node:events'
import { load } from './load.ts'
import { openPlace, startScript } from './place.ts'
import { seed } from './seed.ts'

const seconds = Number(process.env['BENCH_MEMORY_SECONDS'] ?? 300)
/** The code is warm and the pool full after so much of the time. */
const warm = 0.2
const most_per_minute = 1
const users = 500

const place = await openPlace()
const world = await seed(place.ownerUrl, 20_000, users)
const server = await startScript('server.ts', [place.ownerUrl], { gc: true })

type Memory = { heap: number; rss: number }
async function memory(): Promise<Memory> {
  const told = once(server.child, 'message')
  server.child.send('memory')
  return (await told)[0] as Memory
}

const samples: (Memory & { minute: number })[] = []
const began = performance.now()
let done = false
const watching = (async () => {
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(1_000, seconds * 20)))
    const now = await memory()
    samples.push({
      minute: (performance.now() - began) / 60_000,
      heap: now.heap / 1_048_576,
      rss: now.rss / 1_048_576,
    })
  }
})()

let turn = 0
const figures = await load(8, seconds, (n) => {
  turn += 1
  const headers = {
    authorization: `Bearer ${world.tokens[turn % world.tokens.length]}`,
    'content-type': 'application/json',
  }
  const get = (path: string) => ({ method: 'GET', url: `${server.url}/api${path}`, headers })
  switch (turn % 10) {
    case 0:
    case 1:
    case 2:
      return {
        method: 'POST',
        url: `${server.url}/api/posts`,
        headers,
        body: JSON.stringify({
          to_id: [
            world.users[world.tokens.length + ((turn * 7 + n) % (users - world.tokens.length))],
          ],
          value_id: world.values[n % 5],
          score: 1,
          description: `Thank you for number ${turn}`,
        }),
      }
    case 3:
      return get('/leaderboards?period=all')
    case 4:
      return get(`/profiles/${world.users[turn % users]}`)
    case 5:
      return get('/config')
    case 6:
      return get(`/posts?search=${turn % 1_000}`)
    default:
      return get('/posts')
  }
})
done = true
await watching
const kept = samples.filter((_, index) => index >= samples.length * warm)
/** Megabytes a minute, by least squares. */
function slope(of: (sample: (typeof samples)[number]) => number): number {
  const mean = (take: (sample: (typeof samples)[number]) => number) =>
    kept.reduce((sum, one) => sum + take(one), 0) / kept.length
  const [x, y] = [mean((one) => one.minute), mean(of)]
  return (
    kept.reduce((sum, one) => sum + (one.minute - x) * (of(one) - y), 0) /
    kept.reduce((sum, one) => sum + (one.minute - x) ** 2, 0)
  )
}
const grows = slope(({ heap }) => heap)
const last = samples.at(-1)
const good = grows <= most_per_minute && figures.failed === 0
console.log(`Memory over ${seconds} s of mixed work (${turn} requests, ${figures.failed} failed)`)
console.log(
  `  kept by the server after collecting garbage   ${last?.heap.toFixed(1)} MB at the end, ${grows >= 0 ? '+' : ''}${grows.toFixed(2)} MB a minute (at most ${most_per_minute})   ${good ? 'pass' : 'FAIL'}`,
)
console.log(
  `  resident, as the system counts                ${last?.rss.toFixed(0)} MB at the end, ${slope(({ rss }) => rss).toFixed(1)} MB a minute`,
)
server.stop()
await place.stop()
process.exit(good ? 0 : 1)
