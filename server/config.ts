import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { StripeSettings } from './adapters/billing/stripe/client.ts'
import type { DkimSettings } from './adapters/mail/smtp.ts'
import type { S3Settings } from './adapters/storage/s3.ts'
import type { TremendousSettings } from '#server/adapters/giftcards/gift-card-provider.ts'
import { readOrCreateSecret } from './platform/data-dir.ts'

const onOffSchema = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((word) => ['on', 'true', '1'].includes(word))
const urlSchema = (protocols: string[], expected: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), expected)
    .transform((text) => text.replace(/\/$/, ''))

const proxyHopsMax = 10
/**
 * Returns how many proxies to believe, or their addresses and networks; undefined for what is
 * neither.
 */
function readTrustProxy(text: string): Config['trustProxy'] | undefined {
  const word = text.trim().toLowerCase()
  if (['off', 'false', '0'].includes(word)) return false
  if (['on', 'true'].includes(word)) return 1
  if (/^\d+$/.test(word)) return Number(word) <= proxyHopsMax ? Number(word) : undefined
  const networks = word.split(',').map((one) => one.trim())
  const isNetwork = (one: string) => {
    const [address = '', bits, ...rest] = one.split('/')
    const family = isIP(address)
    return (
      family !== 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    )
  }
  return networks.every(isNetwork) ? networks.join(',') : undefined
}

/**
 * Each variable once: how it is read and, as its message, what is expected of it. README's table
 * says the same.
 */
const environmentSchema = z.object({
  PORT: z.coerce
    .number('a port from 0 to 65535')
    .int('a port from 0 to 65535')
    .min(0, 'a port from 0 to 65535')
    .max(65535, 'a port from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1, 'an address to listen on').default('127.0.0.1'),
  PUBLIC_URL: urlSchema(['http:', 'https:'], 'an http or https address').optional(),
  DATA_DIR: z.string().min(1, 'a folder').default('data'),
  // A socket's address has no host between @ and /, which URL would refuse.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'a postgres:// address')
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'a postgres:// address')
    .optional(),
  SMTP_URL: urlSchema(['smtp:', 'smtps:'], 'an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z
    .string()
    .includes('@', { message: 'an address like "Laurel <laurel@example.com>"' })
    .default('Laurel <laurel@localhost>'),
  DKIM_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/i, 'a domain')
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9._-]+$/i, 'the name of the key')
    .optional(),
  DKIM_KEY_FILE: z.string().min(1, 'a PEM file').optional(),
  SECRET: z.string().min(24, 'at least 24 characters').optional(),
  SECRET_PREVIOUS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .refine(
      (all) => all.every((one) => one.length >= 24),
      'at least 24 characters each, with commas between them',
    )
    .default([]),
  DRAIN_SECONDS: z.coerce
    .number('seconds from 0 to 300')
    .min(0, 'seconds from 0 to 300')
    .max(300, 'seconds from 0 to 300')
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform(readTrustProxy)
    .refine(
      (value) => value !== undefined,
      'off, the number of your proxies, or their addresses and networks',
    )
    .default(false),
  RATE_LIMITS: onOffSchema.optional(),
  RATE_LIMITS_FACTOR: z.coerce
    .number('a number from 0.01 to 1000')
    .min(0.01, 'a number from 0.01 to 1000')
    .max(1_000, 'a number from 0.01 to 1000')
    .default(1),
  INVITES_PER_DAY: z.coerce
    .number('a whole number')
    .int('a whole number')
    .min(0, 'a number from 0')
    .max(1_000_000, 'a number up to 1000000')
    .default(2_000),
  INVITES_PER_DAY_TRIAL: z.coerce
    .number('a whole number')
    .int('a whole number')
    .min(0, 'a number from 0')
    .max(1_000_000, 'a number up to 1000000')
    .default(50),
  NOTICES_PER_DAY: z.coerce
    .number('a whole number')
    .int('a whole number')
    .min(1, 'a number from 1')
    .max(10_000_000, 'a number up to 10000000')
    .default(50_000),
  BILLING: z.enum(['off', 'local', 'stripe'], 'off, local or stripe').optional(),
  STRIPE_KEY: z
    .string()
    .regex(/^[sr]k_\w{4,250}$/, 'a secret key of an account with Stripe (sk_ or rk_)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{4,250}$/, 'the signing secret of the webhook (whsec_)')
    .optional(),
  STRIPE_URL: urlSchema(['http:', 'https:'], 'an http or https address').default(
    'https://api.stripe.com',
  ),
  GIFT_CARDS: z.enum(['local', 'tremendous', 'off'], 'local, tremendous or off').optional(),
  TREMENDOUS_URL: urlSchema(['http:', 'https:'], 'an http or https address').default(
    'https://testflight.tremendous.com/api/v2',
  ),
  TREMENDOUS_KEY: z.string().min(8, 'the key of an account with Tremendous').optional(),
  TREMENDOUS_WEBHOOK_KEY: z.string().min(8, 'the private key of the webhook').optional(),
  TREMENDOUS_FUNDING: z
    .string()
    .regex(/^\w{1,100}$/, 'the id of a funding source, or balance')
    .default('balance'),
  GIFT_CARDS_DAILY_MAX_USD: z.coerce
    .number('whole dollars from 1 to 1000000')
    .int('whole dollars from 1 to 1000000')
    .min(1, 'whole dollars from 1 to 1000000')
    .max(1_000_000, 'whole dollars from 1 to 1000000')
    .default(2_000),
  OUTSIDE_LOOPBACK: onOffSchema.default(false),
  S3_URL: urlSchema(['http:', 'https:'], 'an http or https address').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'the name of a region')
    .default('us-east-1'),
  S3_KEY: z.string().min(3, 'the id of an access key').optional(),
  S3_SECRET: z.string().min(8, 'the secret of the access key').optional(),
  DELETION_GRACE_DAYS: z.coerce
    .number('days from 0 to 90')
    .int('days from 0 to 90')
    .min(0, 'days from 0 to 90')
    .max(90, 'days from 0 to 90')
    .default(7),
  DEMO: onOffSchema.optional(),
  DEV_MAILBOX: z.enum(['local', 'open'], 'local or open').default('local'),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'the client id of a Google web application')
    .optional(),
  GOOGLE_JWKS_URL: urlSchema(['http:', 'https:'], 'an http or https address').default(
    'https://www.googleapis.com/oauth2/v3/certs',
  ),
  GOOGLE_SCRIPT_URL: urlSchema(['http:', 'https:'], 'an http or https address').default(
    'https://accounts.google.com/gsi/client',
  ),
  STOP_WITH_PARENT: onOffSchema.default(false),
  FEEDBACK_URL: z
    .url({ protocol: /^(https|mailto)$/, error: 'an https or mailto address' })
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  OTEL: onOffSchema.default(false),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'development, production or test')
    .default('development'),
})
type Environment = z.output<typeof environmentSchema>

export type Config = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /**
   * Past a pooler of connections, for what lives longer than a transaction: migrating, listening,
   * the jobs.
   */
  databaseDirectUrl: string | undefined
  /** Where pictures are kept, if not in DATA_DIR. */
  s3: S3Settings | null
  smtpUrl: string | undefined
  mailFrom: string
  dkim: DkimSettings | undefined
  /** What is sealed and signed with from now on. */
  secret: string
  /** What still opens and is still believed: `secret`, then those before it. */
  secrets: readonly string[]
  /** Where the secret is kept; null where SECRET gave it. */
  secretFile: string | null
  /** How long a process that was told to stop goes on taking requests. */
  drainMs: number
  /**
   * Whose X-Forwarded-For counts: that of so many proxies before us, or of these addresses and
   * networks.
   */
  trustProxy: false | number | string
  /** By what the quotas of contract/rate-limits.ts are multiplied; null: no limits. */
  rateLimitFactor: number | null
  /**
   * How many mails a team may send in a day: invitations (in the trial to other domains fewer), and
   * notices.
   */
  mailBudget: { invites: number; trialInvites: number; notices: number }
  billing: 'off' | 'local' | 'stripe'
  /** The account that BILLING=stripe works with; null otherwise. */
  stripe: StripeSettings | null
  giftCards: 'local' | 'off' | TremendousSettings
  /** What a team may spend on gift cards in a day (UTC), in cents of US dollars. */
  giftCardsDailyMaxCents: number
  /** Sign-in with Google; null without GOOGLE_CLIENT_ID. */
  google: { clientId: string; jwksUrl: string; scriptUrl: string } | null
  /** Outgoing webhooks may also go to this machine: for tests, and never in production. */
  allowLoopbackTargets: boolean
  /** Days between the request to delete a team and its deletion; 0: at once. */
  deletionGraceDays: number
  demo: boolean
  /** Who may read the development mailbox: this machine alone, or whoever reaches the server. */
  devMailbox: 'local' | 'open'
  logLevel: string
  /** Where the feedback link of the user menu leads; null: there is no such link. */
  feedbackUrl: string | null
  /** What whoever reads /metrics must know; undefined: there is no such page. */
  metricsToken: string | undefined
  /** Whether spans are made, for an OpenTelemetry SDK that the operator brings. */
  otel: boolean
  /** Whether the server stops when the process that started it has ended. */
  stopWithParent: boolean
  production: boolean
  /** What the operator should know of these settings. */
  warnings: readonly string[]
}

/** Never repeated in an error. */
const secretVariables = new Set([
  'SECRET',
  'SECRET_PREVIOUS',
  'S3_SECRET',
  'STRIPE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TREMENDOUS_KEY',
  'TREMENDOUS_WEBHOOK_KEY',
  'METRICS_TOKEN',
])

/** What is wrong with the settings, in one line a setting. */
export class ConfigError extends Error {}

/** All three of DKIM's settings, or none of them. */
function readDkim(
  domain: string | undefined,
  selector: string | undefined,
  file: string | undefined,
): Config['dkim'] {
  if (!domain && !selector && !file) return undefined
  if (!domain || !selector || !file)
    throw new ConfigError('DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE: expected all three, or none')
  try {
    const privateKey = readFileSync(file, 'utf8')
    createPrivateKey(privateKey)
    return { domain, selector, privateKey }
  } catch {
    throw new ConfigError(`DKIM_KEY_FILE: expected a PEM file with a private key, got "${file}"`)
  }
}

/**
 * Test cards are accepted with BILLING=local, so production never falls back to it: the setting has
 * no default there.
 */
function readBilling(it: Environment, production: boolean): Config['billing'] {
  if (it.BILLING) return it.BILLING
  if (production)
    throw new ConfigError(
      'BILLING: expected off, local or stripe, named outright in production: stripe charges real cards, off charges nobody, local accepts test cards',
    )
  return 'local'
}

const tremendousSandbox = 'testflight.tremendous.com'
/**
 * Throws where test cards would pay for real gift cards. Tests of the providers are exempt: both of
 * their providers are servers on the loopback interface.
 */
function assertRealCards(it: Environment, billing: Config['billing']): void {
  if (it.NODE_ENV === 'test') return
  if (billing === 'local') {
    throw new ConfigError(
      'BILLING: expected stripe or off with GIFT_CARDS=tremendous: with local, test cards would pay for real gift cards; set GIFT_CARDS=local to try gift cards out',
    )
  }
  const testMode = billing === 'stripe' && /^[sr]k_test_/.test(it.STRIPE_KEY ?? '')
  if (testMode && new URL(it.TREMENDOUS_URL).hostname !== tremendousSandbox) {
    throw new ConfigError(
      'STRIPE_KEY: expected a live key where TREMENDOUS_URL is not the sandbox, as test cards would pay for real gift cards',
    )
  }
}

/**
 * Vouchers of our own are for trying the product out: in production gift cards are off unless
 * somebody chooses.
 */
function readGiftCards(
  it: Environment,
  billing: Config['billing'],
  production: boolean,
): Config['giftCards'] {
  const kind = it.GIFT_CARDS ?? (it.TREMENDOUS_KEY ? 'tremendous' : production ? 'off' : 'local')
  if (kind !== 'tremendous') return kind
  assertRealCards(it, billing)
  if (!it.TREMENDOUS_KEY)
    throw new ConfigError(
      'TREMENDOUS_KEY: expected the key of an account with Tremendous, as GIFT_CARDS is tremendous',
    )
  return {
    url: it.TREMENDOUS_URL,
    key: it.TREMENDOUS_KEY,
    webhookKey: it.TREMENDOUS_WEBHOOK_KEY ?? null,
    funding: it.TREMENDOUS_FUNDING,
  }
}

/** All of the store's settings, or none of them. */
function readS3({
  S3_URL: address,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_KEY: key,
  S3_SECRET: secret,
}: Environment): Config['s3'] {
  if (!address && !bucket && !key && !secret) return null
  if (!address || !bucket || !key || !secret)
    throw new ConfigError('S3_URL, S3_BUCKET, S3_KEY, S3_SECRET: expected all four, or none')
  return { url: address, bucket, region, key, secret }
}

/**
 * Both of Stripe's keys, where BILLING=stripe; without the webhook's, nobody would tell us of a
 * payment.
 */
function readStripe(it: Environment): Config['stripe'] {
  if (it.BILLING !== 'stripe') return null
  if (!it.STRIPE_KEY)
    throw new ConfigError(
      'STRIPE_KEY: expected a secret key of an account with Stripe (sk_ or rk_), as BILLING is stripe',
    )
  if (!it.STRIPE_WEBHOOK_SECRET)
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET: expected the signing secret of a webhook that leads to PUBLIC_URL/webhooks/stripe, as BILLING is stripe',
    )
  return { key: it.STRIPE_KEY, webhookSecret: it.STRIPE_WEBHOOK_SECRET, url: it.STRIPE_URL }
}

function listWarnings({ TRUST_PROXY }: Record<string, string | undefined>): string[] {
  if (!/^(on|true)$/i.test(TRUST_PROXY?.trim() ?? '')) return []
  return [
    'TRUST_PROXY=on believes one proxy: write TRUST_PROXY=1, the number of proxies before this server, or their addresses',
  ]
}

/**
 * Reads the environment once. Throws a ConfigError that names every wrong setting and what is
 * expected.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, text]) => text !== undefined && text.trim() !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name}: expected ${issue.message}${secretVariables.has(name) ? '' : `, got "${given[name] ?? ''}"`}`
    })
    throw new ConfigError([...new Set(lines)].join('; '))
  }
  const it = parsed.data
  const production = it.NODE_ENV === 'production'
  if (production && !it.SMTP_URL)
    throw new ConfigError(
      'SMTP_URL: expected an smtp:// address in production, where there is no development mailbox',
    )
  if (production && !it.PUBLIC_URL)
    throw new ConfigError('PUBLIC_URL: expected the address people open, in production')
  if (production && it.OUTSIDE_LOOPBACK)
    throw new ConfigError(
      'OUTSIDE_LOOPBACK: expected off in production, where nobody may send requests to this machine',
    )
  const billing = readBilling(it, production)
  if (production && it.DEV_MAILBOX === 'open')
    throw new ConfigError(
      'DEV_MAILBOX: expected local in production, where there is no development mailbox',
    )
  const dataDir = resolve(it.DATA_DIR)
  const secretFile = join(dataDir, 'secret')
  const secret = it.SECRET ?? readOrCreateSecret(secretFile)
  return {
    port: it.PORT,
    host: it.HOST,
    publicUrl: it.PUBLIC_URL ?? `http://localhost:${it.PORT}`,
    dataDir,
    databaseUrl: it.DATABASE_URL,
    databaseDirectUrl: it.DATABASE_DIRECT_URL ?? it.DATABASE_URL,
    s3: readS3(it),
    smtpUrl: it.SMTP_URL,
    mailFrom: it.MAIL_FROM,
    dkim: readDkim(it.DKIM_DOMAIN, it.DKIM_SELECTOR, it.DKIM_KEY_FILE),
    secret,
    secrets: [secret, ...it.SECRET_PREVIOUS],
    secretFile: it.SECRET ? null : secretFile,
    // On a developer's machine Ctrl+C is to be quick.
    drainMs: 1_000 * (it.DRAIN_SECONDS ?? (production ? 2 : 0.25)),
    // Tests ask from one address as fast as they can.
    trustProxy: it.TRUST_PROXY ?? false,
    rateLimitFactor: (it.RATE_LIMITS ?? it.NODE_ENV !== 'test') ? it.RATE_LIMITS_FACTOR : null,
    mailBudget: {
      invites: it.INVITES_PER_DAY,
      trialInvites: it.INVITES_PER_DAY_TRIAL,
      notices: it.NOTICES_PER_DAY,
    },
    billing,
    stripe: readStripe(it),
    giftCards: readGiftCards(it, billing, production),
    giftCardsDailyMaxCents: 100 * it.GIFT_CARDS_DAILY_MAX_USD,
    google: it.GOOGLE_CLIENT_ID
      ? {
          clientId: it.GOOGLE_CLIENT_ID,
          jwksUrl: it.GOOGLE_JWKS_URL,
          scriptUrl: it.GOOGLE_SCRIPT_URL,
        }
      : null,
    allowLoopbackTargets: it.OUTSIDE_LOOPBACK,
    deletionGraceDays: it.DELETION_GRACE_DAYS,
    demo: it.DEMO ?? !production,
    devMailbox: it.DEV_MAILBOX,
    logLevel: it.LOG_LEVEL,
    feedbackUrl: it.FEEDBACK_URL ?? null,
    metricsToken: it.METRICS_TOKEN,
    otel: it.OTEL,
    stopWithParent: it.STOP_WITH_PARENT,
    production,
    warnings: listWarnings(given),
  }
}

/** For the process: a wrong setting is one clear line and exit code 1. */
export function configOrExit(env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`Laurel cannot start: ${error.message}\n`)
    process.exit(1)
  }
}
