// The server under test, built like main.ts without its banner. Prints its port.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { startWorkers } from '#server/workers.ts'
import { watchStatements } from './watch-statements.ts'

const countStatements = watchStatements()

const url = process.argv[2] ?? ''
const config = readConfig({
  DATA_DIR: join(tmpdir(), 'laurel-bench-server'),
  SECRET: 'a-secret-for-benchmarks-0123456789',
  RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'off',
  BILLING: 'off',
  GIFT_CARDS: 'off',
})
const services = await createServices({ ...config, ownerUrl: url })
const app = await buildApp(services)
await app.listen({ host: '127.0.0.1', port: 0 })
if (process.env['WORKERS'] === 'on') await startWorkers(services)
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
// Reports the statements so far, and the memory left after a garbage collection (needs --expose-gc).
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({ heap: heapUsed, rss, statements: countStatements() })
})
