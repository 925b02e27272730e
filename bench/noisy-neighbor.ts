// Promise 20: a team that sends ten times its quota does not double the p50 of another team, with
// default quotas.
import { rateLimits } from '#contract/rate-limits.ts'
import { runOpenLoop } from './load-generator.ts'
import { median, openEnvironment, startScript } from './environment.ts'
import { seedWorkspace, type SeededWorkspace } from './seed.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
const rounds = 3
const ratioMax = 2
/** Requests per second of a busy team, and ten times the quota of a team. */
const [quietRate, noisyRate] = [
  25,
  (10 * rateLimits.workspace.quota) / rateLimits.workspace.window_s,
]

const environment = await openEnvironment()
const [quietTenant, noisyTenant] = [
  await seedWorkspace(environment.ownerUrl, 20_000, 500),
  await seedWorkspace(environment.ownerUrl, 20_000, 500),
]
const server = await startScript('server-process.ts', [environment.ownerUrl], {
  env: { RATE_LIMITS: 'on' },
})
const feedRequest =
  ({ tokens }: SeededWorkspace) =>
  (n: number) => ({
    method: 'GET',
    url: `${server.url}/api/posts`,
    headers: { authorization: `Bearer ${tokens[n % tokens.length]}` },
  })

await runOpenLoop(quietRate, 3, 4, feedRequest(quietTenant)) // warm-up
const [p50Alone, p50WithNoise]: number[][] = [[], []]
let answeredCount = 0
let refusedCount = 0
for (let round = 0; round < rounds; round += 1) {
  p50Alone?.push((await runOpenLoop(quietRate, seconds, 4, feedRequest(quietTenant))).p50)
  const noise = runOpenLoop(noisyRate, seconds + 2, 64, feedRequest(noisyTenant))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  p50WithNoise?.push((await runOpenLoop(quietRate, seconds, 4, feedRequest(quietTenant))).p50)
  const { rate, refused } = await noise
  answeredCount += rate * (seconds + 2) - refused
  refusedCount += refused
}
const [p50, p50WithNoiseMedian] = [median(p50Alone ?? []), median(p50WithNoise ?? [])]
const ratio = p50WithNoiseMedian / p50
console.log(
  `Noisy neighbor (one team reads ${quietRate} feed pages per second, another requests ${noisyRate} with a quota of ${noisyRate / 10}; alternating, ${rounds} times)`,
)
console.log(`  alone                     p50 ${p50.toFixed(1)} ms`)
console.log(
  `  beside the noisy team     p50 ${p50WithNoiseMedian.toFixed(1)} ms   ${ratio.toFixed(2)} times (at most ${ratioMax})   ${ratio <= ratioMax ? 'pass' : 'FAIL'}`,
)
console.log(
  `  of the noisy team's requests ${answeredCount.toFixed(0)} were answered, ${refusedCount} refused`,
)
server.stop()
await environment.stop()
process.exit(ratio <= ratioMax ? 0 : 1)
