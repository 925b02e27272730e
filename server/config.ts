import { createPrivateKey, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { StripeSettings } from './adapters/billing/stripe/client.ts'
import type { Dkim } from './adapters/mail/smtp.ts'
import type { S3 } from './adapters/storage/s3.ts'
import type { Tremendous } from './adapters/giftcards/giftcards.ts'

const yes = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((word) => ['on', 'true', '1'].includes(word))
const url = (protocols: string[], expected: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), expected).transform((text) => text.replace(/\/$/, ''))

/** Each variable once: how it is read and, as its message, what is expected of it. README's table says the same. */
const variables = z.object({
  PORT: z.coerce.number('a port from 0 to 65535').int('a port from 0 to 65535').min(0, 'a port from 0 to 65535').max(65535, 'a port from 0 to 65535').default(3000),
  HOST: z.string().min(1, 'an address to listen on').default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'], 'an http or https address').optional(),
  DATA_DIR: z.string().min(1, 'a folder').default('data'),
  // A socket's address has no host between @ and /, which URL would refuse.
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'a postgres:// address').optional(),
  DATABASE_DIRECT_URL: z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'a postgres:// address').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z.string().includes('@', { message: 'an address like "Laurel <laurel@example.com>"' }).default('Laurel <laurel@localhost>'),
  DKIM_DOMAIN: z.string().regex(/^[a-z0-9.-]+$/i, 'a domain').optional(),
  DKIM_SELECTOR: z.string().regex(/^[a-z0-9._-]+$/i, 'the name of the key').optional(),
  DKIM_KEY_FILE: z.string().min(1, 'a PEM file').optional(),
  SECRET: z.string().min(24, 'at least 24 characters').optional(),
  SECRET_PREVIOUS: z.string().transform((text) => text.split(',').map((one) => one.trim()).filter(Boolean)).refine((all) => all.every((one) => one.length >= 24), 'at least 24 characters each, with commas between them').default([]),
  DRAIN_SECONDS: z.coerce.number('seconds from 0 to 300').min(0, 'seconds from 0 to 300').max(300, 'seconds from 0 to 300').optional(),
  TRUST_PROXY: z.union([yes, z.string().regex(/^[0-9a-fA-F.:/,\s]+$/)], 'on, off, or the addresses of your proxies').default(false),
  RATE_LIMITS: yes.optional(),
  RATE_LIMITS_FACTOR: z.coerce.number('a number from 0.01 to 1000').min(0.01, 'a number from 0.01 to 1000').max(1_000, 'a number from 0.01 to 1000').default(1),
  BILLING: z.enum(['off', 'local', 'stripe'], 'off, local or stripe').default('local'),
  STRIPE_KEY: z.string().regex(/^[sr]k_\w{4,250}$/, 'a secret key of an account with Stripe (sk_ or rk_)').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S{4,250}$/, 'the signing secret of the webhook (whsec_)').optional(),
  STRIPE_URL: url(['http:', 'https:'], 'an http or https address').default('https://api.stripe.com'),
  GIFT_CARDS: z.enum(['local', 'tremendous', 'off'], 'local, tremendous or off').optional(),
  TREMENDOUS_URL: url(['http:', 'https:'], 'an http or https address').default('https://testflight.tremendous.com/api/v2'),
  TREMENDOUS_KEY: z.string().min(8, 'the key of an account with Tremendous').optional(),
  TREMENDOUS_WEBHOOK_KEY: z.string().min(8, 'the private key of the webhook').optional(),
  TREMENDOUS_FUNDING: z.string().regex(/^\w{1,100}$/, 'the id of a funding source, or balance').default('balance'),
  OUTSIDE_LOOPBACK: yes.default(false),
  S3_URL: url(['http:', 'https:'], 'an http or https address').optional(),
  S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket').optional(),
  S3_REGION: z.string().regex(/^[a-z0-9-]{1,40}$/, 'the name of a region').default('us-east-1'),
  S3_KEY: z.string().min(3, 'the id of an access key').optional(),
  S3_SECRET: z.string().min(8, 'the secret of the access key').optional(),
  DEMO: yes.optional(),
  GOOGLE_CLIENT_ID: z.string().regex(/^[\w.-]{1,200}$/, 'the client id of a Google web application').optional(),
  GOOGLE_JWKS_URL: url(['http:', 'https:'], 'an http or https address').default('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_SCRIPT_URL: url(['http:', 'https:'], 'an http or https address').default('https://accounts.google.com/gsi/client'),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  OTEL: yes.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'fatal, error, warn, info, debug, trace or silent').default('info'),
  NODE_ENV: z.enum(['development', 'production', 'test'], 'development, production or test').default('development'),
})

export type Config = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** Past a pooler of connections, for what lives longer than a transaction: migrating, listening, the jobs. */
  databaseDirectUrl: string | undefined
  /** Where pictures are kept, if not in DATA_DIR. */
  s3: S3 | null
  smtpUrl: string | undefined
  mailFrom: string
  dkim: Dkim | undefined
  /** What is sealed and signed with from now on. */
  secret: string
  /** What still opens and is still believed: `secret`, then those before it. */
  secrets: readonly string[]
  /** Where the secret is kept; null where SECRET gave it. */
  secretFile: string | null
  /** How long a process that was told to stop goes on taking requests. */
  drainMs: number
  trustProxy: boolean | string
  /** By what the quotas of contract/rates.ts are multiplied; null: no limits. */
  rates: number | null
  billing: 'off' | 'local' | 'stripe'
  /** The account that BILLING=stripe works with; null otherwise. */
  stripe: StripeSettings | null
  giftCards: 'local' | 'off' | Tremendous
  /** Sign-in with Google; null without GOOGLE_CLIENT_ID. */
  google: { clientId: string; jwksUrl: string; scriptUrl: string } | null
  /** Outgoing webhooks may also go to this machine: for tests, and never in production. */
  outsideLoopback: boolean
  demo: boolean
  logLevel: string
  /** What whoever reads /metrics must know; undefined: there is no such page. */
  metricsToken: string | undefined
  /** Whether spans are made, for an OpenTelemetry SDK that the operator brings. */
  otel: boolean
  production: boolean
}

/** Never repeated in an error. */
const secrets = new Set(['SECRET', 'SECRET_PREVIOUS', 'S3_SECRET', 'STRIPE_KEY', 'STRIPE_WEBHOOK_SECRET', 'TREMENDOUS_KEY', 'TREMENDOUS_WEBHOOK_KEY', 'METRICS_TOKEN'])

/** What is wrong with the settings, in one line a setting. */
export class ConfigError extends Error {}

function keptSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** All three of DKIM's settings, or none of them. */
function readDkim(domain: string | undefined, selector: string | undefined, file: string | undefined): Config['dkim'] {
  if (!domain && !selector && !file) return undefined
  if (!domain || !selector || !file) throw new ConfigError('DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE: expected all three, or none')
  try {
    const privateKey = readFileSync(file, 'utf8')
    createPrivateKey(privateKey)
    return { domain, selector, privateKey }
  } catch {
    throw new ConfigError(`DKIM_KEY_FILE: expected a PEM file with a private key, got "${file}"`)
  }
}

/** Vouchers of our own are for trying the product out: in production gift cards are off unless somebody chooses. */
function readGiftCards(it: z.output<typeof variables>, production: boolean): Config['giftCards'] {
  const kind = it.GIFT_CARDS ?? (it.TREMENDOUS_KEY ? 'tremendous' : production ? 'off' : 'local')
  if (kind !== 'tremendous') return kind
  if (!it.TREMENDOUS_KEY) throw new ConfigError('TREMENDOUS_KEY: expected the key of an account with Tremendous, as GIFT_CARDS is tremendous')
  return { url: it.TREMENDOUS_URL, key: it.TREMENDOUS_KEY, webhookKey: it.TREMENDOUS_WEBHOOK_KEY ?? null, funding: it.TREMENDOUS_FUNDING }
}

/** All of the store's settings, or none of them. */
function readS3({ S3_URL: address, S3_BUCKET: bucket, S3_REGION: region, S3_KEY: key, S3_SECRET: secret }: z.output<typeof variables>): Config['s3'] {
  if (!address && !bucket && !key && !secret) return null
  if (!address || !bucket || !key || !secret) throw new ConfigError('S3_URL, S3_BUCKET, S3_KEY, S3_SECRET: expected all four, or none')
  return { url: address, bucket, region, key, secret }
}

/** Both of Stripe's keys, where BILLING=stripe; without the webhook's, nobody would tell us of a payment. */
function readStripe(it: z.output<typeof variables>): Config['stripe'] {
  if (it.BILLING !== 'stripe') return null
  if (!it.STRIPE_KEY) throw new ConfigError('STRIPE_KEY: expected a secret key of an account with Stripe (sk_ or rk_), as BILLING is stripe')
  if (!it.STRIPE_WEBHOOK_SECRET) throw new ConfigError('STRIPE_WEBHOOK_SECRET: expected the signing secret of a webhook that leads to PUBLIC_URL/webhooks/stripe, as BILLING is stripe')
  return { key: it.STRIPE_KEY, webhookSecret: it.STRIPE_WEBHOOK_SECRET, url: it.STRIPE_URL }
}

/** Reads the environment once. Throws a ConfigError that names every wrong setting and what is expected. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined && text.trim() !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name}: expected ${issue.message}${secrets.has(name) ? '' : `, got "${given[name] ?? ''}"`}`
    })
    throw new ConfigError([...new Set(lines)].join('; '))
  }
  const it = parsed.data
  const production = it.NODE_ENV === 'production'
  if (production && !it.SMTP_URL) throw new ConfigError('SMTP_URL: expected an smtp:// address in production, where there is no development mailbox')
  if (production && !it.PUBLIC_URL) throw new ConfigError('PUBLIC_URL: expected the address people open, in production')
  if (production && it.OUTSIDE_LOOPBACK) throw new ConfigError('OUTSIDE_LOOPBACK: expected off in production, where nobody may send requests to this machine')
  const dataDir = resolve(it.DATA_DIR)
  const secretFile = join(dataDir, 'secret')
  const secret = it.SECRET ?? keptSecret(secretFile)
  return {
    port: it.PORT, host: it.HOST, publicUrl: it.PUBLIC_URL ?? `http://localhost:${it.PORT}`, dataDir,
    databaseUrl: it.DATABASE_URL, databaseDirectUrl: it.DATABASE_DIRECT_URL ?? it.DATABASE_URL, s3: readS3(it), smtpUrl: it.SMTP_URL, mailFrom: it.MAIL_FROM, dkim: readDkim(it.DKIM_DOMAIN, it.DKIM_SELECTOR, it.DKIM_KEY_FILE),
    secret, secrets: [secret, ...it.SECRET_PREVIOUS], secretFile: it.SECRET ? null : secretFile,
    // On a developer's machine Ctrl+C is to be quick.
    drainMs: 1_000 * (it.DRAIN_SECONDS ?? (production ? 2 : 0.25)),
    // Tests ask from one address as fast as they can.
    trustProxy: it.TRUST_PROXY, rates: it.RATE_LIMITS ?? it.NODE_ENV !== 'test' ? it.RATE_LIMITS_FACTOR : null, billing: it.BILLING, stripe: readStripe(it), giftCards: readGiftCards(it, production),
    google: it.GOOGLE_CLIENT_ID ? { clientId: it.GOOGLE_CLIENT_ID, jwksUrl: it.GOOGLE_JWKS_URL, scriptUrl: it.GOOGLE_SCRIPT_URL } : null,
    outsideLoopback: it.OUTSIDE_LOOPBACK, demo: it.DEMO ?? !production, logLevel: it.LOG_LEVEL, metricsToken: it.METRICS_TOKEN, otel: it.OTEL, production,
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
