import { configOrExit } from '#server/config.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts'
import { backup } from './backup.ts'
import { billing } from './billing.ts'
import { checkLedger } from './check-ledger.ts'
import { checkReports } from './check-reports.ts'
import { checkSharding } from './check-sharding.ts'
import type { Command, CommandContext, RunCommand } from './command.ts'
import { impersonate } from './impersonate.ts'
import { invitesPerDay } from './invites-per-day.ts'
import { manualPayments } from './manual-payments.ts'
import { migrate } from './migrate.ts'
import { promo } from './promo.ts'
import { reseal } from './reseal.ts'
import { restore } from './restore.ts'
import { secondFactor } from './second-factor.ts'
import { shard } from './shard.ts'
import { validateWorkspace } from './validate-workspace.ts'

const commands: readonly Command[] = [
  migrate,
  backup,
  restore,
  billing,
  reseal,
  checkLedger,
  checkReports,
  checkSharding,
  shard,
  promo,
  validateWorkspace,
  invitesPerDay,
  manualPayments,
  secondFactor,
  impersonate,
]

const usage = commands
  .flatMap(({ name, usage: lines }) =>
    lines.map(({ args, description }) => `laurel ${name}${args && ` ${args}`}\n    ${description}`),
  )
  .join('\n')

/** Runs a command with the database of the settings; starts the embedded one without DATABASE_URL. */
async function runWithDatabase(config: CommandContext['config'], run: RunCommand): Promise<number> {
  const embedded = config.databaseDirectUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir })
  try {
    return await run({ config, ownerUrl: config.databaseDirectUrl ?? embedded?.ownerUrl ?? '' })
  } finally {
    // A database that a running server uses keeps running.
    await embedded?.stop()
  }
}

const [name, ...args] = process.argv.slice(2)
const command = commands.find((candidate) => candidate.name === name)
const run = command?.parse(args)
if (!command || !run) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const config = configOrExit(process.env)
try {
  process.exitCode = command.needsDatabase
    ? await runWithDatabase(config, run)
    : await run({ config, ownerUrl: '' })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
process.exit()
