// `npm run bench -- scim`: the first cycle of an identity provider that sends 20,000 people and
// their groups. Time and statements for each person and the memory of the server must not grow.
// BENCH_USERS=2000 sends fewer people, and BENCH_INVITES=on invites them.
import { once } from 'node:events'
import pg from 'pg'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import { median, openEnvironment, startScript } from './environment.ts'
import { concurrency, type Provider, sendGroup, sendPeople } from './scim-provider.ts'
import { seedWorkspace } from './seed.ts'

const users = Number(process.env['BENCH_USERS'] ?? 20_000)
const isSsoRequired = process.env['BENCH_INVITES'] === undefined
const blockSize = users / 10
/** The warm-up compiles the code, fills the pool and creates the departments. */
const warmupUsers = 500
const [timeRatioMax, statementsRatioMax] = [1.5, 1]
/** Retaining 250 bytes for each person would exceed this. A resource has about 1 kB. */
const heapGrowthMbMax = 4
const [groupSize, groupBlock, everyoneBlock] = [users / 20, users / 200, users / 20]

const environment = await openEnvironment()

/** Creates a team of few people with a token of a provider. */
async function createProvider(): Promise<Provider> {
  const team = await seedWorkspace(environment.ownerUrl, 10, 5)
  const token = createWorkspaceToken(team.workspace)
  const client = new pg.Client({ connectionString: environment.ownerUrl })
  await client.connect()
  await client.query(`select set_config('laurel.workspace', $1, false)`, [team.workspace])
  await client.query(
    `insert into scim_settings (workspace_id, name, dry_run) values ($1, 'Okta', false)`,
    [team.workspace],
  )
  await client.query(
    `insert into scim_tokens (workspace_id, id, name, token_hash, created_by, created_at)
      values ($1, $2, 'Okta', $3, $4, now())`,
    [team.workspace, newId(new Date()), hashToken(token), team.users[0]],
  )
  await client.query('update settings set sso_required = $2 where workspace_id = $1', [
    team.workspace,
    isSsoRequired,
  ])
  await client.end()
  return { baseUrl: '', token, bossId: team.users[1] ?? '', userIds: [] }
}
const provider = await createProvider()
/** Companies with few people, one for the warm-up and for each block. */
const controls: Provider[] = []
for (let n = 0; n < 11; n += 1) controls.push(await createProvider())
const server = await startScript('server-process.ts', [environment.ownerUrl], {
  gc: true,
  env: { LOG_LEVEL: 'error' },
})
for (const one of [provider, ...controls]) one.baseUrl = `${server.url}/scim/v2`

type State = { heap: number; rss: number; statements: number }
async function readState(): Promise<State> {
  const reply = once(server.child, 'message')
  server.child.send('memory')
  return (await reply)[0] as State
}

/** `relative`: the time divided by that of a company with few people. */
type Block = { ms: number; relative: number; statements: number; heapMb: number; rssMb: number }
/** Runs work for people or calls. Returns the median time and the mean statements. */
async function measure(
  work: () => Promise<{ times: number[]; controlTimes: number[] }>,
): Promise<Block> {
  const before = await readState()
  const { times, controlTimes } = await work()
  const after = await readState()
  const ms = median(times)
  return {
    ms,
    relative: controlTimes.length ? ms / median(controlTimes) : ms,
    statements: (after.statements - before.statements) / (times.length + controlTimes.length),
    heapMb: after.heap / 1_048_576,
    rssMb: after.rss / 1_048_576,
  }
}

let failed = 0
const judge = (isPassed: boolean): string => {
  if (!isPassed) failed += 1
  return isPassed ? 'pass' : 'FAIL'
}
const labelWidth = 42
/** Prints the ratios of the last blocks to the first ones. */
function compare(label: string, first: Block, last: Block): void {
  // The last use of the token is stored every five minutes.
  const statements = Number((last.statements / first.statements).toFixed(2))
  const time = last.relative / first.relative
  console.log(
    `  ${label.padEnd(labelWidth)} statements ${statements.toFixed(2)} (at most ${statementsRatioMax.toFixed(1)})   ${judge(statements <= statementsRatioMax)}`,
  )
  console.log(
    `  ${label.padEnd(labelWidth)} time       ${time.toFixed(2)} (at most ${timeRatioMax})   ${judge(time <= timeRatioMax)}`,
  )
}

console.log(
  `First cycle of ${users} people, who are ${isSsoRequired ? 'accepted at once' : 'invited'}; ${concurrency} requests in flight`,
)
console.log(
  `  ${'people'.padEnd(16)} ${'p50 ms'.padStart(8)} ${'to few people'.padStart(14)} ${'statements'.padStart(11)} ${'heap MB'.padStart(9)} ${'RSS MB'.padStart(8)}`,
)
const [warmupControl, ...blockControls] = controls
if (!warmupControl) throw new Error('no control')
await sendPeople(provider, warmupControl, { from: 0, count: warmupUsers })
const blocks: Block[] = []
for (const [index, control] of blockControls.entries()) {
  const from = index * blockSize
  const people = { from: warmupUsers + from, count: blockSize }
  const block = await measure(() => sendPeople(provider, control, people))
  blocks.push(block)
  console.log(
    `  ${`${from + 1} to ${from + blockSize}`.padEnd(16)} ${block.ms.toFixed(1).padStart(8)} ${block.relative.toFixed(2).padStart(14)} ${block.statements.toFixed(2).padStart(11)} ${block.heapMb.toFixed(1).padStart(9)} ${block.rssMb.toFixed(0).padStart(8)}`,
  )
}
const [firstBlock, lastBlock] = [blocks[0], blocks.at(-1)]
if (!firstBlock || !lastBlock) throw new Error('no blocks')
compare('a person, look-up and creation', firstBlock, lastBlock)
const heapGrowthMb = lastBlock.heapMb - firstBlock.heapMb
console.log(
  `  ${'heap after garbage collection'.padEnd(labelWidth)} ${heapGrowthMb >= 0 ? '+' : ''}${heapGrowthMb.toFixed(1)} MB (at most ${heapGrowthMbMax})   ${judge(heapGrowthMb <= heapGrowthMbMax)}`,
)

const groups: Block[] = []
for (let n = 0; n < 20; n += 1)
  groups.push(
    await measure(async () => ({
      times: await sendGroup(provider, `Group ${n}`, {
        memberIds: provider.userIds.slice(n * groupSize, (n + 1) * groupSize),
        blockSize: groupBlock,
      }),
      controlTimes: [],
    })),
  )
/** Returns the medians of blocks. */
const middle = (list: Block[]): Block => ({
  ms: median(list.map(({ ms }) => ms)),
  relative: median(list.map(({ relative }) => relative)),
  statements: median(list.map(({ statements }) => statements)),
  heapMb: 0,
  rssMb: 0,
})
compare(`${groupBlock} members of a group`, middle(groups.slice(1, 6)), middle(groups.slice(-5)))
const everyoneTimes = await sendGroup(provider, 'Everyone', {
  memberIds: provider.userIds.slice(0, users),
  blockSize: everyoneBlock,
})
const growth = median(everyoneTimes.slice(-5)) / median(everyoneTimes.slice(1, 6))
console.log(
  `  ${`${everyoneBlock} members of a group of everyone`.padEnd(labelWidth)} time       ${growth.toFixed(2)} (at most ${timeRatioMax})   ${judge(growth <= timeRatioMax)}`,
)
server.stop()
await environment.stop()
process.exit(failed ? 1 : 0)
