// `npm run bench -- company`: calls every GET of the contract in a team of 1,000 people with
// 200,000 posts and in one of 20,000 with 1,000,000. BENCH_DIVISOR=100 makes both smaller.
import { companyCalls } from './company-calls.ts'
import { isWithinBounds, measureCalls } from './company-measure.ts'
import { measureDepartmentMove, measureGroupSend } from './group-changes.ts'
import { openCompanies } from './open-companies.ts'

const divisor = Number(process.env['BENCH_DIVISOR'] ?? 1)
const sizes = [
  { people: 1_000, posts: 200_000 },
  { people: 20_000, posts: 1_000_000 },
].map(({ people, posts }) => ({
  people: Math.max(Math.ceil(people / divisor), 40),
  posts: Math.max(Math.ceil(posts / divisor), 400),
}))

const { environment, bench, companies } = await openCompanies(sizes)

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
