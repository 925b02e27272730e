// Companies of any size with everything that the nights of a year create for them.
import pg from 'pg'
import { createPairSums } from '#server/modules/reports/create-pair-sums.ts'
import { createWorkspaceSnapshots } from '#server/modules/reports/create-snapshots.ts'
import { storeWorkspaceDays } from '#server/modules/liability/store-days.ts'
import { storeUsualGroups } from '#server/modules/reports/store-groups.ts'
import { type BenchApp, openBenchApp } from './bench-app.ts'
import { lockPayroll } from './lock-payroll.ts'
import { type BenchEnvironment, openEnvironment } from './environment.ts'
import { type Company, type CompanySize, seedCompany } from './seed-company.ts'

/** Creates what the nights create for a company, and prints how long that took. */
async function runNights(bench: BenchApp, company: Company, size: CompanySize): Promise<void> {
  const started = performance.now()
  const at = new Date()
  const { workspace, admin } = company
  const days = await createWorkspaceSnapshots(bench.services.db, workspace, { at })
  await createPairSums(bench.services.db, workspace, { at })
  await storeUsualGroups(bench.services.db, workspace, { at })
  await storeWorkspaceDays(bench.services.db, workspace, { at, daysMax: 5 })
  await lockPayroll(bench, admin, at)
  console.log(
    `${size.people} people, ${size.posts} posts: ${days.length} snapshots, sums of pairs and groups in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
  )
}

/** Creates a database with a company of each size, in this order. Autovacuum is off in it. */
export async function openCompanies(
  sizes: CompanySize[],
): Promise<{ environment: BenchEnvironment; bench: BenchApp; companies: Company[] }> {
  const environment = await openEnvironment()
  const owner = new pg.Client({ connectionString: environment.ownerUrl })
  await owner.connect()
  // Autovacuum would read pages during the measurements.
  await owner.query('alter system set autovacuum = off')
  await owner.query('select pg_reload_conf()')
  const { rows } = await owner.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'posts_words'`,
  )
  const companies: Company[] = []
  for (const size of sizes) companies.push(await seedCompany(environment.ownerUrl, size))
  await owner.query(rows[0]?.indexdef ?? '')
  // Summing reads the statistics that autovacuum keeps otherwise.
  await owner.query('vacuum analyze')
  const bench = await openBenchApp(environment.ownerUrl, environment.dataDir)
  for (const [n, size] of sizes.entries()) {
    const company = companies[n]
    if (company) await runNights(bench, company, size)
  }
  await owner.query('vacuum analyze')
  await owner.end()
  return { environment, bench, companies }
}
