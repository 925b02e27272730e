import { configOrExit } from '#server/config.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts'
import { describeError } from '#server/platform/errors.ts'
import { backupCommand } from './backup.ts'
import { billingCommand } from './billing.ts'
import { chatCommand } from './chat.ts'
import { checkLedgerCommand } from './check-ledger.ts'
import { checkLiabilityCommand } from './check-liability.ts'
import { checkReportsCommand } from './check-reports.ts'
import { checkShardingCommand } from './check-sharding.ts'
import type { Command, CommandContext, RunCommand } from './command.ts'
import { exportWorkspaceCommand } from './export-workspace.ts'
import { forgetBirthYearsCommand } from './forget-birth-years.ts'
import { impersonateCommand } from './impersonate.ts'
import { importWorkspaceCommand } from './import-workspace.ts'
import { invitesPerDayCommand } from './invites-per-day.ts'
import { manualPaymentsCommand } from './manual-payments.ts'
import { migrateCommand } from './migrate.ts'
import { promoCommand } from './promo.ts'
import { resealCommand } from './reseal.ts'
import { restoreCommand } from './restore.ts'
import { secondFactorCommand } from './second-factor.ts'
import { shardCommand } from './shard.ts'
import { uploadPeopleCommand } from './upload-people.ts'
import { validateWorkspaceCommand } from './validate-workspace.ts'

const commands: readonly Command[] = [
  migrateCommand,
  backupCommand,
  restoreCommand,
  exportWorkspaceCommand,
  importWorkspaceCommand,
  billingCommand,
  chatCommand,
  resealCommand,
  checkLedgerCommand,
  checkLiabilityCommand,
  checkReportsCommand,
  checkShardingCommand,
  shardCommand,
  promoCommand,
  validateWorkspaceCommand,
  invitesPerDayCommand,
  manualPaymentsCommand,
  secondFactorCommand,
  impersonateCommand,
  forgetBirthYearsCommand,
  uploadPeopleCommand,
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

/** Runs a command. Returns the exit code, or undefined when the arguments are invalid. */
async function runCommand(command: Command, args: string[]): Promise<number | undefined> {
  if (command.needs === 'nothing') return command.parse(args)?.()
  const run = command.parse(args)
  if (!run) return undefined
  const config = configOrExit(process.env)
  return command.needs === 'database' ? runWithDatabase(config, run) : run({ config, ownerUrl: '' })
}

/** SQLSTATEs of a table, column or function that a command did not find. */
const missingStates = new Set(['42P01', '42703', '42883'])

/** Returns the message of a failed command, with the way out when the schema is another one. */
function describeFailure(error: unknown): string {
  const message = describeError(error)
  const { code = '' } = (error ?? {}) as { code?: string }
  // A database that was never migrated lacks the role of the server as well.
  if (!missingStates.has(code) && !(code === '22023' && message.includes('laurel_app')))
    return message
  return `${message}\nThis database does not have the schema of this version: check DATABASE_URL and DATA_DIR, or run laurel migrate.`
}

const [name, ...args] = process.argv.slice(2)
const command = commands.find((candidate) => candidate.name === name)
try {
  const exitCode = command && (await runCommand(command, args))
  if (exitCode === undefined) process.stderr.write(`${usage}\n`)
  process.exitCode = exitCode ?? 2
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()
