// Promise 20: a team that asks ten times what it may does not double another team's p50, with
// quotas as they are by default.
import { rates } from '#contract/rates.ts'
import { pace } from './load.ts'
import { median, openPlace, startScript } from './place.ts'
import { seed, type World } from './seed.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
const rounds = 3
const most = 2
/** Requests a second: what a lively team asks, and ten times what a team may. */
const [quiet, noisy] = [25, (10 * rates.workspace.quota) / rates.workspace.window_s]

const place = await openPlace()
const [calm, loud] = [
  await seed(place.ownerUrl, 20_000, 500),
  await seed(place.ownerUrl, 20_000, 500),
]
const server = await startScript('server.ts', [place.ownerUrl], { env: { RATE_LIMITS: 'on' } })
const feed =
  ({ tokens }: World) =>
  (n: number) => ({
    method: 'GET',
    url: `${server.url}/api/posts`,
    headers: { authorization: `Bearer ${tokens[n % tokens.length]}` },
  })

await pace(quiet, 3, 4, feed(calm)) // warm
const [alone, beside]: number[][] = [[], []]
let answered = 0
let refused = 0
for (let round = 0; round < rounds; round += 1) {
  alone?.push((await pace(quiet, seconds, 4, feed(calm))).p50)
  const noise = pace(noisy, seconds + 2, 64, feed(loud))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  beside?.push((await pace(quiet, seconds, 4, feed(calm))).p50)
  const { rate, refused: no } = await noise
  answered += rate * (seconds + 2) - no
  refused += no
}
const [p50, with_noise] = [median(alone ?? []), median(beside ?? [])]
const ratio = with_noise / p50
console.log(
  `A noisy neighbour (${quiet} feed pages a second by one team, ${noisy} asked by another that may have ${noisy / 10}; in turn, ${rounds} times)`,
)
console.log(`  alone                     p50 ${p50.toFixed(1)} ms`)
console.log(
  `  beside the noisy team     p50 ${with_noise.toFixed(1)} ms   ${ratio.toFixed(2)} times (at most ${most})   ${ratio <= most ? 'pass' : 'FAIL'}`,
)
console.log(
  `  of the noisy team's requests ${answered.toFixed(0)} were answered, ${refused} refused`,
)
server.stop()
await place.stop()
process.exit(ratio <= most ? 0 : 1)
