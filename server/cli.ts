import { limits } from '#contract/limits.ts'
import { checkLocalBilling } from './adapters/billing/local/check.ts'
import { listPromos, makePromo } from './adapters/billing/local/promos.ts'
import { openStripe } from './adapters/billing/stripe/client.ts'
import { syncPrices } from './adapters/billing/stripe/prices.ts'
import { verifyStripe } from './adapters/billing/stripe/verify.ts'
import { openStorage } from './adapters/storage/open.ts'
import { type Config, configOrExit } from './config.ts'
import { checkLedger } from './ledger/check.ts'
import { createImpersonationLink } from './modules/auth/impersonation.ts'
import { switchOffByOperator } from './modules/secondfactor/rules.ts'
import { checkReports } from './modules/reports/check.ts'
import { backup, type Place } from './operation/backup.ts'
import { restore } from './operation/restore.ts'
import { connect, type Database } from './platform/database.ts'
import { notify } from './platform/events.ts'
import { startEmbedded } from './platform/embedded.ts'
import { isUuid } from './platform/ids.ts'
import { migrate } from './platform/migrate.ts'
import type { Difference } from './platform/owner.ts'
import { reseal } from './platform/sealed.ts'
import { checkSharding } from './platform/sharding.ts'

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

const say = (line: string) => process.stdout.write(`${line}\n`)
const isId = (text: string | undefined): text is string => isUuid(text?.toLowerCase() ?? '')

async function withDatabase(
  ownerUrl: string,
  work: (db: Database) => Promise<number>,
): Promise<number> {
  const db = connect({ url: ownerUrl, connections_max: 1 })
  try {
    return await work(db)
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
    say(numUpdatedRows === 1n ? 'Validated.' : `There is no workspace ${id}.`)
    return numUpdatedRows === 1n ? 0 : 1
  })

const invitesPerDay = (ownerUrl: string, id: string, count: number | null) =>
  withDatabase(ownerUrl, async (db) => {
    const { numUpdatedRows } = await db.tenant(id.toLowerCase(), (trx) =>
      trx
        .updateTable('workspaces')
        .set({ invites_per_day: count })
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst(),
    )
    say(
      numUpdatedRows === 1n
        ? count === null
          ? 'As many as other teams from now on.'
          : `${count} invitations a day from now on.`
        : `There is no workspace ${id}.`,
    )
    return numUpdatedRows === 1n ? 0 : 1
  })

const manualPayments = (ownerUrl: string, id: string, on: boolean) =>
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
      await notify(db, JSON.stringify([[id.toLowerCase(), ['config', 'billing'], null]]))
    say(
      numUpdatedRows === 1n
        ? on
          ? 'Paid by invoice from now on.'
          : 'Pays for itself again.'
        : `There is no workspace ${id}.`,
    )
    return numUpdatedRows === 1n ? 0 : 1
  })

const impersonation = (
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
    say(
      token
        ? `${publicUrl}/impersonate/${token}`
        : `Nobody who has joined workspace ${id} has the address ${email}.`,
    )
    return token ? 0 : 1
  })

const factorOff = (ownerUrl: string, email: string) =>
  withDatabase(ownerUrl, async (db) => {
    const off = await switchOffByOperator(db, email, new Date())
    say(
      off
        ? `Switched off. ${email} signs in without an authenticator app, and is told so by mail.`
        : `No account with the address ${email} has an authenticator app.`,
    )
    return off ? 0 : 1
  })

async function check(ownerUrl: string): Promise<number> {
  return tell([...(await checkLedger(ownerUrl)), ...(await checkLocalBilling(ownerUrl))])
}

function tell(found: Difference[]): number {
  for (const { workspace_id, what, id } of found) say(`workspace ${workspace_id}: ${what}: ${id}`)
  say(found.length ? `${found.length} differences.` : 'The ledger is whole.')
  return found.length ? 1 : 0
}

const placeOf = (ownerUrl: string): Place => ({
  ownerUrl,
  storage: openStorage(config),
  secret: config.secret,
  previous: config.secrets.slice(1),
  secretFile: config.secretFile,
})

async function takeBackup(ownerUrl: string, folder: string): Promise<number> {
  const began = performance.now()
  const { tables, pictures } = await backup(placeOf(ownerUrl), folder, say)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `${rows} rows of ${tables.length} tables and ${pictures.rows - pictures.missing} pictures are in ${folder}, in ${((performance.now() - began) / 1_000).toFixed(1)} seconds.`,
  )
  return 0
}

async function takeBack(ownerUrl: string, folder: string, sendWaiting: boolean): Promise<number> {
  const found = await restore(placeOf(ownerUrl), folder, say, { sendWaiting })
  return tell(found)
}

async function resealAll(ownerUrl: string): Promise<number> {
  const all = await reseal(ownerUrl, config.secrets)
  for (const { table, renewed, present, lost } of all) {
    say(`${table}: ${renewed} sealed anew, ${present} were already.`)
    for (const one of lost) say(`${table}: no secret opens ${one}.`)
  }
  const lost = all.some((one) => one.lost.length > 0)
  say(
    lost
      ? 'Name the SECRET that sealed these in SECRET_PREVIOUS, or have them entered anew.'
      : 'Everything is sealed with SECRET: nothing needs SECRET_PREVIOUS to be read any more.',
  )
  return lost ? 1 : 0
}

const reports = (ownerUrl: string, rebuild: boolean) =>
  withDatabase(ownerUrl, async (db) => {
    const found = await checkReports(db, {
      rebuild,
      tell: (one) =>
        say(
          `workspace ${one.workspace_id}: ${one.table}: ${one.key}: ${one.says} instead of ${one.should}`,
        ),
    })
    say(
      found
        ? `${found} differences${rebuild ? ', mended' : ''}.`
        : 'The figures are what the posts and purchases say.',
    )
    return found ? 1 : 0
  })

async function sharding(ownerUrl: string): Promise<number> {
  const { wrong, statements, triggers, everywhere } = await checkSharding(ownerUrl)
  for (const line of statements) say(line)
  say(
    `-- Triggers, each within its workspace (set citus.enable_unsafe_triggers): ${triggers.join('; ')}`,
  )
  say(`-- Functions that look at every workspace: ${everywhere.join('; ')}`)
  for (const line of wrong) say(`-- WRONG: ${line}`)
  return wrong.length ? 1 : 0
}

/** Commands that talk with Stripe alone: no database is needed. Answers the exit code. */
async function billing({ stripe: settings }: Config, sync: boolean): Promise<number> {
  if (!settings) {
    say('BILLING is not stripe: there is nothing to do.')
    return 1
  }
  if (!sync) return (await verifyStripe(settings, say, new Date())) ? 0 : 1
  const made = await syncPrices(openStripe(settings))
  for (const what of made) say(`made ${what}`)
  say(
    made.length
      ? 'Stripe sells what the price book says.'
      : 'Stripe sells what the price book says already.',
  )
  return 0
}

async function promos(ownerUrl: string, [code, percent, months, times]: string[]): Promise<number> {
  if (code === undefined) {
    for (const one of await listPromos(ownerUrl))
      say(
        `${one.code}: ${one.percent}%, ${one.months === null ? 'for good' : `${one.months} months`}, used ${one.used}${one.times === null ? ' times' : ` of ${one.times} times`}`,
      )
    return 0
  }
  const made = await makePromo(
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
  say(
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
    say(applied.length ? `Applied ${applied.join(', ')}.` : 'Up to date.')
    return 0
  },
  'check-ledger': check,
  ...(argument && !more.length
    ? { backup: (ownerUrl: string) => takeBackup(ownerUrl, argument) }
    : {}),
  ...(argument && (more.length === 0 || more.join() === '--send-waiting')
    ? { restore: (ownerUrl: string) => takeBack(ownerUrl, argument, more.length > 0) }
    : {}),
  'check-sharding': sharding,
  reseal: resealAll,
  'check-reports': (ownerUrl) => reports(ownerUrl, argument === '--rebuild'),
  promo: (ownerUrl) => promos(ownerUrl, argument === undefined ? [] : [argument, ...more]),
  ...(isId(argument)
    ? { 'validate-workspace': (ownerUrl: string) => validateWorkspace(ownerUrl, argument) }
    : {}),
  ...(isId(argument) && /^(\d{1,7}|default)$/.test(more[0] ?? '')
    ? {
        'invites-per-day': (ownerUrl: string) =>
          invitesPerDay(ownerUrl, argument, more[0] === 'default' ? null : Number(more[0])),
      }
    : {}),
  ...(isId(argument) && (more[0] === 'on' || more[0] === 'off')
    ? {
        'manual-payments': (ownerUrl: string) =>
          manualPayments(ownerUrl, argument, more[0] === 'on'),
      }
    : {}),
  ...(argument === 'off' && more.length === 1 && more[0]?.includes('@')
    ? { 'second-factor': (ownerUrl: string) => factorOff(ownerUrl, more[0] ?? '') }
    : {}),
  ...(isId(argument) && more[0]?.includes('@')
    ? {
        impersonate: (ownerUrl: string, publicUrl: string) =>
          impersonation(ownerUrl, publicUrl, [argument, ...more]),
      }
    : {}),
}
if (command === 'billing' && (argument === 'sync' || argument === 'verify')) {
  try {
    process.exit(await billing(configOrExit(process.env), argument === 'sync'))
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
  : await startEmbedded({ dataDir: config.dataDir })
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
