import { googleVerifier } from './adapters/google/google.ts'
import { openBilling } from './adapters/billing/open.ts'
import { openGiftCards } from './adapters/giftcards/open.ts'
import { openStorage } from './adapters/storage/open.ts'
import { localMailer } from './adapters/mail/local.ts'
import { smtpMailer } from './adapters/mail/smtp.ts'
import { buildApp } from './app.ts'
import { type Config, configOrExit } from './config.ts'
import { seedDemonstration } from './demo/demonstration.ts'
import { mailboxNotice } from './modules/mailbox/routes.ts'
import { startWorkers } from './modules/workers.ts'
import { systemClock } from './platform/clock.ts'
import { connect, mustActAsApp } from './platform/database.ts'
import { type Embedded, startEmbedded } from './platform/embedded.ts'
import { startEvents } from './platform/events.ts'
import { startJobs } from './platform/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { openOutside } from './platform/outside.ts'
import { onParentEnded } from './platform/parent.ts'
import type { Services } from './platform/services.ts'
import { traced } from './platform/tracing.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function openServices(config: Config, log: Log, ownerUrl: string): Promise<Services> {
  const pool = connect({
    url: config.databaseUrl ?? ownerUrl,
    watch: (state, reason) =>
      log[state === 'away' ? 'error' : 'info']({ reason }, `database ${state}`),
  })
  const db = config.otel ? traced(pool) : pool
  await mustActAsApp(db)
  const jobs = await startJobs(ownerUrl, log)
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, config.mailFrom, config.dkim)
    : localMailer(db, systemClock)
  const google = config.google ? googleVerifier(config.google, log) : null
  return {
    config,
    db,
    clock: systemClock,
    log,
    jobs,
    events: startEvents(ownerUrl, db, log),
    mailer,
    google,
    ...openBilling(config, db, jobs),
    giftcards: openGiftCards(config, db, systemClock),
    outside: openOutside({ loopback: config.outsideLoopback }),
    storage: openStorage(config),
  }
}

/** After the grace, whatever hangs: what has begun by then has had its time. */
const forced_ms = 15_000
/** Ctrl+C reaches us from the terminal and again from who started us: that is one signal. */
const repeat_ms = 500
let embedded: Embedded | undefined
/** Ends the process in order. Until it serves there is nothing to finish. */
let stop = (reason: string): unknown => process.exit(reason ? 1 : 0)

async function start(): Promise<void> {
  const config = configOrExit(process.env)
  if (config.stopWithParent) onParentEnded(() => stop('parent ended'))
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  let ownerUrl = config.databaseDirectUrl
  if (!ownerUrl) {
    embedded = await startEmbedded({
      dataDir: config.dataDir,
      log: (line: string) => log.debug(line),
    })
    ownerUrl = embedded.ownerUrl
  }
  const applied = await migrate(ownerUrl)
  if (applied.length) say(`Database ready: ${applied.length} migrations applied.`)
  const services = await openServices(config, log, ownerUrl)
  const demonstration = config.demo ? await seedDemonstration(services) : undefined
  const app = await buildApp(services)
  await app.listen({ host: config.host, port: config.port })
  const workers = await startWorkers(services)

  say(`\n  Laurel is ready at ${config.publicUrl}\n`)
  if (demonstration) {
    say(
      `  Try the demonstration team "${demonstration.workspace_name}": sign in as ${demonstration.admin_email}.`,
    )
  }
  if (services.mailer.kind === 'local') say(`  ${mailboxNotice(config)}\n`)

  let stopping: AbortController | undefined
  let since = 0
  const end = async (reason: string) => {
    // Who asks a second time does not want to wait for anybody.
    if (stopping) return performance.now() - since > repeat_ms ? stopping.abort() : undefined
    stopping = new AbortController()
    since = performance.now()
    log.info({ signal: reason }, 'stopping')
    const forced = setTimeout(() => process.exit(1), config.drainMs + forced_ms)
    // Requests that are on their way to us are still answered; whoever they come from is told not
    // to come back. Then those in flight finish, then jobs, then connections, and the database
    // last.
    await app.leave(config.drainMs, stopping.signal)
    await app.close()
    await workers.stop()
    await services.jobs.stop()
    await services.events.stop()
    await services.mailer.close()
    await services.db.close()
    await embedded?.stop()
    clearTimeout(forced)
    process.exit(0)
  }
  stop = (reason) => void end(reason)
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
}

/** Why it could not start, in words for who started it. */
function reasonOf(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `port ${port} is taken, perhaps by another Laurel. Stop that one, or set PORT.`
  return error instanceof Error ? error.message : String(error)
}

start().catch(async (error: unknown) => {
  process.stderr.write(`Laurel could not start: ${reasonOf(error)}\n`)
  await embedded?.stop()
  process.exit(1)
})
