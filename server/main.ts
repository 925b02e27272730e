import { buildApp } from './app.ts'
import { configOrExit } from './config.ts'
import { seedDemoWorkspace } from '#server/workflows/demo/demo-workspace.ts'
import { devMailboxNotice } from '#server/modules/dev-mailbox/routes.ts'
import { closeServices, createServices } from './services.ts'
import { startWorkers } from './workers.ts'
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#server/platform/database/embedded/embedded-postgres.ts'
import { chooseFreePort } from '#server/platform/net/free-port.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { describeError } from '#server/platform/errors.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { onParentExit } from '#server/platform/parent-process.ts'

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Maximum duration of the shutdown after draining, even when a task hangs. */
const forcedExitMs = 15_000
/**
 * Ctrl+C arrives from the terminal and from the parent process: signals within this interval count
 * as one.
 */
const repeatedSignalMs = 500
let embedded: EmbeddedDatabase | undefined
/** Stops the process. Before the server listens there is nothing to finish. */
let stopProcess = (reason: string): unknown => process.exit(reason ? 1 : 0)

async function start(): Promise<void> {
  const config = await chooseFreePort(configOrExit(process.env))
  if (config.stopWithParent) onParentExit(() => stopProcess('parent ended'))
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  let ownerUrl = config.databaseDirectUrl
  if (!ownerUrl) {
    embedded = await startEmbeddedDatabase({
      dataDir: config.dataDir,
      log: (line: string) => log.debug(line),
    })
    ownerUrl = embedded.ownerUrl
  }
  const { migrations, functions } = await migrate(ownerUrl)
  if (migrations.length || functions.length)
    printLine(
      `Database ready: ${migrations.length} migrations and ${functions.length} functions applied.`,
    )
  const services = await createServices({ ...config, ownerUrl }, { log })
  const demonstration = config.demo ? await seedDemoWorkspace(services) : undefined
  const app = await buildApp(services)
  await app.listen({ host: config.host, port: config.port })
  const workers = await startWorkers(services)

  printLine(`\n  Laurel is ready at ${config.publicUrl}\n`)
  if (demonstration) {
    printLine(
      `  Try the demonstration team "${demonstration.workspace_name}": sign in as ${demonstration.admin_email}.`,
    )
  }
  if (services.mailer.kind === 'local') printLine(`  ${devMailboxNotice(config)}\n`)

  let stopping: AbortController | undefined
  let since = 0
  const end = async (reason: string) => {
    // A second signal skips the waiting.
    if (stopping) return performance.now() - since > repeatedSignalMs ? stopping.abort() : undefined
    stopping = new AbortController()
    since = performance.now()
    log.info({ signal: reason }, 'stopping')
    const forced = setTimeout(() => process.exit(1), config.drainMs + forcedExitMs)
    // Requests sent to us during draining are still answered, with `connection: close`. Then
    // running requests finish, then jobs, then connections, and the database stops last.
    await app.startDraining(config.drainMs, stopping.signal)
    await app.close()
    await workers.stop()
    await closeServices(services)
    await embedded?.stop()
    clearTimeout(forced)
    process.exit(0)
  }
  stopProcess = (reason) => void end(reason)
  process.on('SIGINT', () => stopProcess('SIGINT'))
  process.on('SIGTERM', () => stopProcess('SIGTERM'))
}

/** Returns the message for the operator about a failed start. */
function describeStartError(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `port ${port} is taken, perhaps by another Laurel. Stop that one, or set PORT.`
  return describeError(error)
}

start().catch(async (error: unknown) => {
  process.stderr.write(`Laurel could not start: ${describeStartError(error)}\n`)
  await embedded?.stop()
  process.exit(1)
})
