import { limits } from '#contract/limits.ts'
import { checkLocalBilling } from '#server/modules/billing/local/integrity-checks.ts'
import {
  listPromotionCodes,
  createPromotionCode,
} from '#server/modules/billing/local/promotion-codes.ts'
import { createStripeClient } from '#server/adapters/billing/stripe/client.ts'
import { syncStripePrices } from '#server/adapters/billing/stripe/prices.ts'
import { verifyStripe } from '#server/adapters/billing/stripe/verify.ts'
import { createStorage } from '#server/adapters/storage/create-storage.ts'
import { type Config, configOrExit } from '#server/config.ts'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { disableTwoFactorByOperator } from '#server/modules/two-factor/service.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import { createBackup, type BackupTarget } from '#server/ops/backup.ts'
import { restoreBackup } from '#server/ops/restore.ts'
import { connectDatabase, type Database } from '#server/platform/database/database.ts'
import { notifyProcesses } from '#server/platform/realtime/event-bus.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts'
import { isUuid } from '#server/platform/ids.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Violation } from '#server/platform/database/admin.ts'
import { rotateKeys } from '#server/platform/crypto/encrypted-columns.ts'
import { checkSharding } from '#server/ops/check-sharding.ts'

const usage = `laurel migrate                     bring the database up to date
laurel backup <folder>             write database and pictures to a new folder, as they are at one moment; the server may go on
laurel restore <folder> [--send-waiting]
                                   put a backup into an empty database and DATA_DIR, checked piece by piece; mails and messages
                                   that waited when it was made are put aside, or sent at the next start
laurel billing sync                make or mend the prices at Stripe, as the price book says (BILLING=stripe)
laurel billing verify              walk through a whole subscription in a sandbox of Stripe's, and clean up
laurel reseal                      seal with SECRET what one of SECRET_PREVIOUS has sealed; the server may go on; exit 1 if no secret opens something
laurel check-ledger                recompute all points and local invoices; name every difference, exit 1 if there is one
laurel check-reports [--rebuild]   hold the reports' figures against every post and purchase; name every difference, exit 1 if
                                   there is one; --rebuild mends them
laurel check-sharding              hold the schema against the rules of sharding by workspace; print the statements that do it with
                                   Citus; name what could not be, exit 1 if there is something
laurel promo                       list the promotion codes of BILLING=local
laurel promo <code> <percent> [months] [times]
                                   make one: so much off for so many months (else for good), for so many teams (else all)
laurel validate-workspace <id>     let a new team redeem gift cards without waiting 48 hours
laurel invites-per-day <id> <number|default>
                                   how many invitations a team may send in a day, whatever it pays
laurel manual-payments <id> on|off  the team pays by invoice: always active, nothing is charged
laurel second-factor off <e-mail>  let somebody in without their authenticator app, who has lost it and their recovery codes; they are told
laurel impersonate <workspace id> <user's e-mail> [your name]
                                   print a link into that person's place, good once within 10 minutes`

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const isUuidArgument = (text: string | undefined): text is string =>
  isUuid(text?.toLowerCase() ?? '')

async function withDatabase(
  ownerUrl: string,
  runCommand: (db: Database) => Promise<number>,
): Promise<number> {
  const db = connectDatabase({ url: ownerUrl, maxConnections: 1 })
  try {
    return await runCommand(db)
  } finally {
    await db.close()
  }
}

const validateWorkspace = (ownerUrl: string, id: string) =>
  withDatabase(ownerUrl, async (db) => {
    const { numUpdatedRows } = await db.tenant(id.toLowerCase(), (trx) =>
      trx
        .updateTable('workspaces')
        .set({ validated_at: new Date() })
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst(),
    )
    printLine(numUpdatedRows === 1n ? 'Validated.' : `There is no workspace ${id}.`)
    return numUpdatedRows === 1n ? 0 : 1
  })

const setInvitesPerDay = (ownerUrl: string, id: string, count: number | null) =>
  withDatabase(ownerUrl, async (db) => {
    const { numUpdatedRows } = await db.tenant(id.toLowerCase(), (trx) =>
      trx
        .updateTable('workspaces')
        .set({ invites_per_day: count })
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst(),
    )
    printLine(
      numUpdatedRows === 1n
        ? count === null
          ? 'As many as other teams from now on.'
          : `${count} invitations a day from now on.`
        : `There is no workspace ${id}.`,
    )
    return numUpdatedRows === 1n ? 0 : 1
  })

const setManualPayments = (ownerUrl: string, id: string, on: boolean) =>
  withDatabase(ownerUrl, async (db) => {
    const { numUpdatedRows } = await db.tenant(id.toLowerCase(), (trx) =>
      trx
        .updateTable('workspaces')
        .set({ manual_payments: on })
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst(),
    )
    // Open pages learn of it at once.
    if (numUpdatedRows === 1n)
      await notifyProcesses(db, JSON.stringify([[id.toLowerCase(), ['config', 'billing'], null]]))
    printLine(
      numUpdatedRows === 1n
        ? on
          ? 'Paid by invoice from now on.'
          : 'Pays for itself again.'
        : `There is no workspace ${id}.`,
    )
    return numUpdatedRows === 1n ? 0 : 1
  })

const createImpersonation = (
  ownerUrl: string,
  publicUrl: string,
  [id = '', email = '', operator = '']: string[],
) =>
  withDatabase(ownerUrl, async (db) => {
    const token = await createImpersonationLink(
      db,
      id.toLowerCase(),
      email,
      operator.slice(0, limits.name_chars_max),
      new Date(),
    )
    printLine(
      token
        ? `${publicUrl}/impersonate/${token}`
        : `Nobody who has joined workspace ${id} has the address ${email}.`,
    )
    return token ? 0 : 1
  })

const disableTwoFactor = (ownerUrl: string, email: string) =>
  withDatabase(ownerUrl, async (db) => {
    const off = await disableTwoFactorByOperator(db, email, new Date())
    printLine(
      off
        ? `Switched off. ${email} signs in without an authenticator app, and is told so by mail.`
        : `No account with the address ${email} has an authenticator app.`,
    )
    return off ? 0 : 1
  })

async function checkLedgerAndBilling(ownerUrl: string): Promise<number> {
  return printViolations([
    ...(await reconcileLedger(ownerUrl)),
    ...(await checkLocalBilling(ownerUrl)),
  ])
}

function printViolations(found: Violation[]): number {
  for (const { workspace_id: workspaceId, what, id } of found)
    printLine(`workspace ${workspaceId}: ${what}: ${id}`)
  printLine(found.length ? `${found.length} differences.` : 'The ledger is whole.')
  return found.length ? 1 : 0
}

const createBackupTarget = (ownerUrl: string): BackupTarget => ({
  ownerUrl,
  storage: createStorage(config),
  secret: config.secret,
  previousSecrets: config.secrets.slice(1),
  secretFile: config.secretFile,
})

async function runBackup(ownerUrl: string, folder: string): Promise<number> {
  const began = performance.now()
  const { tables, pictures } = await createBackup(createBackupTarget(ownerUrl), folder, printLine)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  printLine(
    `${rows} rows of ${tables.length} tables and ${pictures.rows - pictures.missing} pictures are in ${folder}, in ${((performance.now() - began) / 1_000).toFixed(1)} seconds.`,
  )
  return 0
}

async function runRestore(ownerUrl: string, folder: string, sendWaiting: boolean): Promise<number> {
  const found = await restoreBackup(createBackupTarget(ownerUrl), folder, printLine, {
    sendWaiting,
  })
  return printViolations(found)
}

async function runKeyRotation(ownerUrl: string): Promise<number> {
  const all = await rotateKeys(ownerUrl, config.secrets)
  for (const { table, rotated, current, undecryptable } of all) {
    printLine(`${table}: ${rotated} sealed anew, ${current} were already.`)
    for (const one of undecryptable) printLine(`${table}: no secret opens ${one}.`)
  }
  const lost = all.some((one) => one.undecryptable.length > 0)
  printLine(
    lost
      ? 'Name the SECRET that sealed these in SECRET_PREVIOUS, or have them entered anew.'
      : 'Everything is sealed with SECRET: nothing needs SECRET_PREVIOUS to be read any more.',
  )
  return lost ? 1 : 0
}

const runReportCheck = (ownerUrl: string, rebuild: boolean) =>
  withDatabase(ownerUrl, async (db) => {
    const found = await reconcileReports(db, {
      rebuild,
      onDifference: (one) =>
        printLine(
          `workspace ${one.workspace_id}: ${one.table}: ${one.key}: ${one.actual} instead of ${one.expected}`,
        ),
    })
    printLine(
      found
        ? `${found} differences${rebuild ? ', mended' : ''}.`
        : 'The figures are what the posts and purchases say.',
    )
    return found ? 1 : 0
  })

async function runShardingCheck(ownerUrl: string): Promise<number> {
  const { problems, statements, triggers, unscopedFunctions } = await checkSharding(ownerUrl)
  for (const line of statements) printLine(line)
  printLine(
    `-- Triggers, each within its workspace (set citus.enable_unsafe_triggers): ${triggers.join('; ')}`,
  )
  printLine(`-- Functions that look at every workspace: ${unscopedFunctions.join('; ')}`)
  for (const line of problems) printLine(`-- WRONG: ${line}`)
  return problems.length ? 1 : 0
}

/** Commands that talk with Stripe alone: no database is needed. Answers the exit code. */
async function runBillingCommand({ stripe: settings }: Config, sync: boolean): Promise<number> {
  if (!settings) {
    printLine('BILLING is not stripe: there is nothing to do.')
    return 1
  }
  if (!sync) return (await verifyStripe(settings, printLine, new Date())) ? 0 : 1
  const made = await syncStripePrices(createStripeClient(settings))
  for (const what of made) printLine(`made ${what}`)
  printLine(
    made.length
      ? 'Stripe sells what the price book says.'
      : 'Stripe sells what the price book says already.',
  )
  return 0
}

async function runPromotionCodes(
  ownerUrl: string,
  [code, percent, months, times]: string[],
): Promise<number> {
  if (code === undefined) {
    for (const one of await listPromotionCodes(ownerUrl))
      printLine(
        `${one.code}: ${one.percent}%, ${one.months === null ? 'for good' : `${one.months} months`}, used ${one.used}${one.times === null ? ' times' : ` of ${one.times} times`}`,
      )
    return 0
  }
  const made = await createPromotionCode(
    ownerUrl,
    code,
    {
      percent: Number(percent),
      months: months === undefined ? null : Number(months),
      times: times === undefined ? null : Number(times),
      ends_at: null,
    },
    new Date(),
  )
  printLine(
    made
      ? `Made ${code.toUpperCase()}.`
      : `${code} is taken, or not a code with a percentage from 1 to 100 and whole numbers.`,
  )
  return made ? 0 : 1
}

const [command, argument, ...more] = process.argv.slice(2)
const commands: Record<string, (ownerUrl: string, publicUrl: string) => Promise<number>> = {
  migrate: async (ownerUrl) => {
    const applied = await migrate(ownerUrl)
    printLine(applied.length ? `Applied ${applied.join(', ')}.` : 'Up to date.')
    return 0
  },
  'check-ledger': checkLedgerAndBilling,
  ...(argument && !more.length
    ? { backup: (ownerUrl: string) => runBackup(ownerUrl, argument) }
    : {}),
  ...(argument && (more.length === 0 || more.join() === '--send-waiting')
    ? { restore: (ownerUrl: string) => runRestore(ownerUrl, argument, more.length > 0) }
    : {}),
  'check-sharding': runShardingCheck,
  reseal: runKeyRotation,
  'check-reports': (ownerUrl) => runReportCheck(ownerUrl, argument === '--rebuild'),
  promo: (ownerUrl) =>
    runPromotionCodes(ownerUrl, argument === undefined ? [] : [argument, ...more]),
  ...(isUuidArgument(argument)
    ? { 'validate-workspace': (ownerUrl: string) => validateWorkspace(ownerUrl, argument) }
    : {}),
  ...(isUuidArgument(argument) && /^(\d{1,7}|default)$/.test(more[0] ?? '')
    ? {
        'invites-per-day': (ownerUrl: string) =>
          setInvitesPerDay(ownerUrl, argument, more[0] === 'default' ? null : Number(more[0])),
      }
    : {}),
  ...(isUuidArgument(argument) && (more[0] === 'on' || more[0] === 'off')
    ? {
        'manual-payments': (ownerUrl: string) =>
          setManualPayments(ownerUrl, argument, more[0] === 'on'),
      }
    : {}),
  ...(argument === 'off' && more.length === 1 && more[0]?.includes('@')
    ? { 'second-factor': (ownerUrl: string) => disableTwoFactor(ownerUrl, more[0] ?? '') }
    : {}),
  ...(isUuidArgument(argument) && more[0]?.includes('@')
    ? {
        impersonate: (ownerUrl: string, publicUrl: string) =>
          createImpersonation(ownerUrl, publicUrl, [argument, ...more]),
      }
    : {}),
}
if (command === 'billing' && (argument === 'sync' || argument === 'verify')) {
  try {
    process.exit(await runBillingCommand(configOrExit(process.env), argument === 'sync'))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
const work = commands[command ?? '']
if (!work) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const config = configOrExit(process.env)
const embedded = config.databaseDirectUrl
  ? undefined
  : await startEmbeddedDatabase({ dataDir: config.dataDir })
let code = 1
try {
  code = await work(config.databaseDirectUrl ?? embedded?.ownerUrl ?? '', config.publicUrl)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
} finally {
  // A database that a running server uses stays up.
  await embedded?.stop()
}
process.exit(code)
