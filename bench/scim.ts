// `npm run bench -- scim`: the first cycle of an identity provider that sends 20,000 people and
// their groups. Time and statements for each person and the memory of the server must not grow.
// BENCH_USERS=2000 sends fewer people.
import { once } from 'node:events'
import pg from 'pg'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import { median, openEnvironment, startScript } from './environment.ts'
import { concurrency, type Provider, sendGroup, sendPeople } from './scim-provider.ts'
import { seedWorkspace } from './seed.ts'

const users = Number(process.env['BENCH_USERS'] ?? 20_000)
const blockSize = users / 10
/** The warm-up compiles the code, fills the pool and creates the departments. */
const warmupUsers = blockSize / 2
const [timeRatioMax, statementsRatioMax] = [1.5, 1]
/** Retaining 250 bytes for each person would exceed this. A resource has about 1 kB. */
const heapGrowthMbMax = 4
const [groupSize, groupBlock, everyoneBlock] = [users / 20, users / 200, users / 20]

const environment = await openEnvironment()
const team = await seedWorkspace(environment.ownerUrl, 10, 5)

/** Creates a token of a provider whose people are accepted at once, or invited. */
async function createToken(isSsoRequired: boolean): Promise<string> {
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
  return token
}
const provider: Provider = {
  baseUrl: '',
  token: await createToken(process.env['BENCH_INVITES'] === undefined),
  bossId: team.users[1] ?? '',
  userIds: [],
}
const server = await startScript('server-process.ts', [environment.ownerUrl], {
  gc: true,
  env: { LOG_LEVEL: 'error' },
})
provider.baseUrl = `${server.url}/scim/v2`

type State = { heap: number; rss: number; statements: number }
async function readState(): Promise<State> {
  const reply = once(server.child, 'message')
  server.child.send('memory')
  return (await reply)[0] as State
}

type Block = { ms: number; statements: number; heapMb: number; rssMb: number }
/** Runs work for `count` people or calls. Returns the median time and the mean statements. */
async function measure(work: () => Promise<number[]>): Promise<Block> {
  const before = await readState()
  const times = await work()
  const after = await readState()
  return {
    ms: median(times),
    statements: (after.statements - before.statements) / times.length,
    heapMb: after.heap / 1_048_576,
    rssMb: after.rss / 1_048_576,
  }
}

let failed = 0
const judge = (isPassed: boolean): string => {
  if (!isPassed) failed += 1
  return isPassed ? 'pass' : 'FAIL'
}
/** Prints the ratios of the last blocks to the first ones. */
function compare(label: string, first: Block, last: Block): void {
  // The token's last use is stored every five minutes, and PostgreSQL reconnects now and then.
  const statements = Number((last.statements / first.statements).toFixed(2))
  const time = last.ms / first.ms
  console.log(
    `  ${label.padEnd(46)} statements ${statements.toFixed(2)} (at most ${statementsRatioMax.toFixed(1)})   ${judge(statements <= statementsRatioMax)}`,
  )
  console.log(
    `  ${''.padEnd(46)} time       ${time.toFixed(2)} (at most ${timeRatioMax})   ${judge(time <= timeRatioMax)}`,
  )
}

console.log(`First cycle of ${users} people, ${concurrency} requests in flight`)
console.log(
  `  ${'people'.padEnd(16)} ${'p50 ms'.padStart(8)} ${'statements'.padStart(11)} ${'heap MB'.padStart(9)} ${'RSS MB'.padStart(8)}`,
)
await sendPeople(provider, 0, warmupUsers)
const blocks: Block[] = []
for (let from = 0; from < users; from += blockSize) {
  const block = await measure(() => sendPeople(provider, warmupUsers + from, blockSize))
  blocks.push(block)
  console.log(
    `  ${`${from + 1} to ${from + blockSize}`.padEnd(16)} ${block.ms.toFixed(1).padStart(8)} ${block.statements.toFixed(2).padStart(11)} ${block.heapMb.toFixed(1).padStart(9)} ${block.rssMb.toFixed(0).padStart(8)}`,
  )
}
const [firstBlock, lastBlock] = [blocks[0], blocks.at(-1)]
if (!firstBlock || !lastBlock) throw new Error('no blocks')
compare('a person, look-up and creation', firstBlock, lastBlock)
const heapGrowthMb = lastBlock.heapMb - firstBlock.heapMb
console.log(
  `  ${'heap after garbage collection'.padEnd(46)} ${heapGrowthMb >= 0 ? '+' : ''}${heapGrowthMb.toFixed(1)} MB (at most ${heapGrowthMbMax})   ${judge(heapGrowthMb <= heapGrowthMbMax)}`,
)

const groups: Block[] = []
for (let n = 0; n < 20; n += 1)
  groups.push(
    await measure(() =>
      sendGroup(provider, `Group ${n}`, {
        memberIds: provider.userIds.slice(n * groupSize, (n + 1) * groupSize),
        blockSize: groupBlock,
      }),
    ),
  )
/** Returns the medians of blocks. */
const middle = (list: Block[]): Block => ({
  ms: median(list.map(({ ms }) => ms)),
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
  `  ${`${everyoneBlock} members of a group of everyone`.padEnd(46)} time       ${growth.toFixed(2)} (at most ${timeRatioMax})   ${judge(growth <= timeRatioMax)}`,
)
server.stop()
await environment.stop()
process.exit(failed ? 1 : 0)
