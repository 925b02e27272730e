// `npm run bench -- people-sync`: the first file of a system of record, with managers, departments
// and locations. BENCH_USERS=10000 sends fewer people.
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#client/index.ts'
import { openEnvironment, startScript } from './environment.ts'
import { seedWorkspace } from './seed.ts'

/** A file has at most 100,000 rows, and the team some people already. */
const people = Number(process.env['BENCH_USERS'] ?? 99_000)
/** The bound of design/machines.md. */
const secondsMax = 60
const pollMs = 250

const environment = await openEnvironment()
const team = await seedWorkspace(environment.ownerUrl, 10, 5)
const server = await startScript('server-process.ts', [environment.ownerUrl], {
  env: { WORKERS: 'on', LOG_LEVEL: 'error' },
})
const client = createClient({ url: server.url, token: team.tokens[0] ?? '', timeoutMs: 300_000 })

/** Returns a file of people, ten of whom report to each manager. */
function buildFile(): File {
  const lines = [
    'Email,First name,Last name,Job title,Employee number,Country,Department,Location,Hire date,Manager',
  ]
  for (let n = 1; n <= people; n += 1) {
    const day = String(1 + (n % 28)).padStart(2, '0')
    const manager = n > 10 ? `E${Math.ceil(n / 10)}` : ''
    lines.push(
      `person${n}@company.example.test,First${n},Last${n},Engineer,E${n},DE,Department ${n % 200},Location ${n % 20},2020-01-${day},${manager}`,
    )
  }
  return new File([lines.join('\n')], 'people.csv')
}

const file = buildFile()
const startedAt = performance.now()
let run = await client.call('people_sync.upload', { query: { coverage: 'full' }, file })
const uploadSeconds = (performance.now() - startedAt) / 1_000
while (['checking', 'applying'].includes(run.state)) {
  await sleep(pollMs)
  run = await client.call('people_sync.get_run', { params: { id: run.id } })
}
const seconds = (performance.now() - startedAt) / 1_000
const isComplete = run.state === 'finished' && run.counts.new === people
const passes = isComplete && seconds <= secondsMax
console.log(`First file of ${people.toLocaleString('en')} people`)
console.log(`  upload           ${uploadSeconds.toFixed(1).padStart(6)} s`)
console.log(
  `  until finished   ${seconds.toFixed(1).padStart(6)} s (at most ${secondsMax})   ${passes ? 'pass' : 'FAIL'}`,
)
if (!isComplete) console.log(`  ended ${run.state} with ${JSON.stringify(run.counts)}`)
server.stop()
await environment.stop()
process.exit(passes ? 0 : 1)
