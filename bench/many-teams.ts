// Random requests to 2,000 teams compared with the same requests to one of them, alternating in one
// run on one database.
import { median, openEnvironment, startScript } from './environment.ts'
import { type LoadRequest, runClosedLoop } from './load-generator.ts'
import { seedTeams, type SmallTeam } from './seed-teams.ts'

const teamsCount = Number(process.env['BENCH_TEAMS'] ?? 2_000)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const clients = 16
/** Requests of many teams reach at least this share of those of one team. */
const ratioMin = 0.7

const environment = await openEnvironment()
const teams = await seedTeams(environment.ownerUrl, teamsCount)
const server = await startScript('server-process.ts', [environment.ownerUrl])

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})
const get = (path: string) => (team: SmallTeam) => ({
  method: 'GET',
  url: `${server.url}/api${path}`,
  headers: headersOf(pick(team.tokens)),
})
const createPost = ({ tokens, users, value }: SmallTeam) => {
  const sender = Math.floor(Math.random() * users.length)
  return {
    method: 'POST',
    url: `${server.url}/api/posts`,
    headers: headersOf(tokens[sender] ?? ''),
    body: JSON.stringify({
      to_id: [users[(sender + 1) % users.length]],
      value_id: value,
      score: 1,
      description: 'Thank you for the careful work',
    }),
  }
}
const requests: Record<string, (team: SmallTeam) => LoadRequest> = {
  feed: get('/posts'),
  config: get('/config'),
  inbox: get('/inbox/summary'),
  giving: createPost,
}

console.log(
  `${teams.length} teams of ten people; ${clients} clients, alternating, ${rounds} times ${seconds} s each`,
)
const one = teams.slice(0, 1)
let failed = 0
let hasFailed = false
for (const [name, create] of Object.entries(requests)) {
  const rates: Record<'many' | 'one', number[]> = { many: [], one: [] }
  const load = async (side: 'many' | 'one', list: SmallTeam[]) => {
    const result = await runClosedLoop(clients, seconds, () => create(pick(list)))
    rates[side].push(result.rate)
    failed += result.failed
  }
  await runClosedLoop(clients, seconds, () => create(pick(teams)))
  for (let n = 0; n < rounds; n += 1) {
    await load('many', teams)
    await load('one', one)
  }
  const ratio = median(rates.many.map((rate, n) => rate / (rates.one[n] ?? Number.NaN)))
  const passes = ratio >= ratioMin
  hasFailed ||= !passes
  console.log(
    `  ${name.padEnd(8)} many ${median(rates.many).toFixed(0).padStart(6)}/s   one ${median(rates.one).toFixed(0).padStart(6)}/s   ratio ${ratio.toFixed(2)} (at least ${ratioMin})   ${passes ? 'pass' : 'FAIL'}`,
  )
}
if (failed) console.log(`FAILED requests: ${failed}`)
server.stop()
await environment.stop()
process.exit(failed || hasFailed ? 1 : 0)
