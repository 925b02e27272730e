// `npm run bench -- company`: calls every GET of the contract in a team of 1,000 people with
// 200,000 posts and in one of 20,000 with 1,000,000. BENCH_DIVISOR=100 makes both smaller.
import pg from 'pg'
import { createPairSums } from '#server/modules/reports/create-pair-sums.ts'
import { createWorkspaceSnapshots } from '#server/modules/reports/create-snapshots.ts'
import { storeWorkspaceDays } from '#server/modules/liability/store-days.ts'
import { storeUsualGroups } from '#server/modules/reports/store-groups.ts'
import { openBenchApp } from './bench-app.ts'
import { companyCalls } from './company-calls.ts'
import { isWithinBounds, measureCalls } from './company-measure.ts'
import { measureDepartmentMove, measureGroupSend } from './group-changes.ts'
import { lockPayroll } from './lock-payroll.ts'
import { openEnvironment } from './environment.ts'
import { seedCompany } from './seed-company.ts'

const divisor = Number(process.env['BENCH_DIVISOR'] ?? 1)
const sizes = [
  { people: 1_000, posts: 200_000 },
  { people: 20_000, posts: 1_000_000 },
].map(({ people, posts }) => ({
  people: Math.max(Math.ceil(people / divisor), 40),
  posts: Math.max(Math.ceil(posts / divisor), 400),
}))

const environment = await openEnvironment()
const owner = new pg.Client({ connectionString: environment.ownerUrl })
await owner.connect()
// Autovacuum would read pages during the measurements.
await owner.query('alter system set autovacuum = off')
await owner.query('select pg_reload_conf()')
const { rows } = await owner.query<{ indexdef: string }>(
  `select indexdef from pg_indexes where indexname = 'posts_words'`,
)
const companies = []
for (const size of sizes) companies.push(await seedCompany(environment.ownerUrl, size))
await owner.query(rows[0]?.indexdef ?? '')
// Summing reads the statistics that autovacuum keeps otherwise.
await owner.query('vacuum analyze')

const bench = await openBenchApp(environment.ownerUrl, environment.dataDir)
for (const [n, { workspace, admin }] of companies.entries()) {
  const started = performance.now()
  const at = new Date()
  const days = await createWorkspaceSnapshots(bench.services.db, workspace, { at })
  await createPairSums(bench.services.db, workspace, { at })
  await storeUsualGroups(bench.services.db, workspace, { at })
  await storeWorkspaceDays(bench.services.db, workspace, { at, daysMax: 5 })
  await lockPayroll(bench, admin, at)
  console.log(
    `${sizes[n]?.people} people, ${sizes[n]?.posts} posts: ${days.length} snapshots, sums of pairs and groups in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
  )
}
await owner.query('vacuum analyze')
await owner.end()

const width = 42
console.log(
  `${''.padEnd(width)} ${'buffers'.padStart(8)} ${''.padStart(8)} ${'ratio'.padStart(6)} ${'p50 ms'.padStart(8)} ${''.padStart(8)} ${'statements'.padStart(10)} ${'bytes'.padStart(8)} ${''.padStart(8)}`,
)
let failed = 0
const [smallCompany, bigCompany] = companies
if (!smallCompany || !bigCompany) throw new Error('two teams')
const bigCalls = companyCalls(bigCompany)
for (const [index, call] of companyCalls(smallCompany).entries()) {
  const [small, big] = await measureCalls(bench, [
    { ...call, token: smallCompany.admin },
    { ...(bigCalls[index] ?? call), token: bigCompany.admin },
  ])
  if (!small || !big) continue
  const isPassed = isWithinBounds(call, small, big, divisor === 1)
  if (!isPassed) failed += 1
  console.log(
    `${(call.label ?? call.name).padEnd(width)} ${small.buffers.toFixed(0).padStart(8)} ${big.buffers.toFixed(0).padStart(8)} ${(big.buffers / small.buffers).toFixed(2).padStart(6)} ${small.p50.toFixed(1).padStart(8)} ${big.p50.toFixed(1).padStart(8)} ${`${big.statements} of ${call.statements}`.padStart(10)} ${String(small.bytes).padStart(8)} ${String(big.bytes).padStart(8)}   ${isPassed ? 'pass' : 'FAIL'}`,
  )
}
const sender = { bench, token: bigCompany.admin, valueId: bigCompany.ids.value }
if (!(await measureGroupSend(sender))) failed += 1
if (!(await measureDepartmentMove(sender))) failed += 1
await bench.close()
await environment.stop()
process.exit(failed ? 1 : 0)
