import { isIP } from 'node:net'
import { z } from 'zod'
import {
  createOutboundAllowList,
  type OutboundAllowList,
} from './platform/net/outbound-allow-list.ts'

/** Lists the invalid settings, one line for each. */
export class ConfigError extends Error {}

const onOffSchema = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'on or off')
  .transform((word) => ['on', 'true', '1'].includes(word))
const urlSchema = (protocols: string[], expected: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), expected)
    .transform((text) => text.replace(/\/$/, ''))

/** An address without a path: the interface and the metadata of OAuth are at its root. */
const originSchema = z
  .string()
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isOrigin = url?.href.replace(/\/$/, '') === url?.origin
    return url !== undefined && ['http:', 'https:'].includes(url.protocol) && isOrigin
  }, 'an http or https address without a path')
  // In the form that applications compare: in lower case, without the default port.
  .transform((text) => new URL(text).origin)

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const hostPattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** false, a number of hops, or addresses and networks separated by commas. */
export type TrustProxy = false | number | string

const proxyHopsMax = 10
/**
 * Returns the number of trusted proxies, or their addresses and networks; undefined for invalid
 * text.
 */
function readTrustProxy(text: string): TrustProxy | undefined {
  const word = text.trim().toLowerCase()
  if (['off', 'false', '0'].includes(word)) return false
  if (['on', 'true'].includes(word)) return 1
  if (/^\d+$/.test(word)) return Number(word) <= proxyHopsMax ? Number(word) : undefined
  const networks = word.split(',').map((part) => part.trim())
  const isNetwork = (network: string) => {
    const [address = '', bits, ...rest] = network.split('/')
    const family = isIP(address)
    return (
      family !== 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    )
  }
  return networks.every(isNetwork) ? networks.join(',') : undefined
}

/** Returns the allow list, or undefined for a malformed entry. */
function readOutboundAllow(entries: string[]): OutboundAllowList | undefined {
  try {
    return createOutboundAllowList(entries)
  } catch {
    return undefined
  }
}

/**
 * All variables, each with its parser and the expected value as its error message. README's table
 * repeats them.
 */
const environmentSchema = z.object({
  PORT: z.coerce
    .number('a port from 0 to 65535')
    .int('a port from 0 to 65535')
    .min(0, 'a port from 0 to 65535')
    .max(65535, 'a port from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1, 'an address to listen on').default('127.0.0.1'),
  PUBLIC_URL: originSchema.optional(),
  DATA_DIR: z.string().min(1, 'a folder').default('data'),
  // The URL of a Unix socket has no host between @ and /, which URL rejects.
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
    .optional(),
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
    .transform(splitList)
    .refine(
      (secrets) => secrets.every((secret) => secret.length >= 24),
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
  SLACK_API_URL: urlSchema(['http:', 'https:'], 'an http or https address').default(
    'https://slack.com/api',
  ),
  SLACK_CLIENT_ID: z
    .string()
    .regex(/^\d{1,30}\.\d{1,30}$/, 'the client id of a Slack app (two numbers with a dot)')
    .optional(),
  SLACK_CLIENT_SECRET: z
    .string()
    .regex(/^\w{16,100}$/, 'the client secret of the Slack app')
    .optional(),
  SLACK_SIGNING_SECRET: z
    .string()
    .regex(/^\w{16,100}$/, 'the signing secret of the Slack app')
    .optional(),
  OUTBOUND_ALLOW: z
    .string()
    .transform(splitList)
    .transform(readOutboundAllow)
    .refine(
      (list) => list !== undefined,
      'host names, addresses and networks, with commas between them',
    )
    .optional(),
  PEOPLE_SYNC_FOLDER: z.string().startsWith('/', 'an absolute path').optional(),
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
  TEAMS_LOGIN_URL: urlSchema(['http:', 'https:'], 'an http or https address').default(
    'https://login.microsoftonline.com',
  ),
  TEAMS_OPENID_URL: urlSchema(['http:', 'https:'], 'an http or https address').default(
    'https://login.botframework.com/v1/.well-known/openidconfiguration',
  ),
  TEAMS_SERVICE_HOSTS: z
    .string()
    .transform(splitList)
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .refine(
      (hosts) => hosts.every((host) => hostPattern.test(host)),
      'host names, with commas between them',
    )
    .default([]),
  STOP_WITH_PARENT: onOffSchema.default(false),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/, error: 'an https or mailto address' })
    .optional(),
  FEEDBACK_URL: z
    .url({ protocol: /^(https|mailto)$/, error: 'an https or mailto address' })
    .optional(),
  TERMS_URL: z.url({ protocol: /^https$/, error: 'an https address' }).optional(),
  PRIVACY_URL: z.url({ protocol: /^https$/, error: 'an https address' }).optional(),
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
export type Environment = z.output<typeof environmentSchema>

/** Variables whose values never appear in an error. Addresses may hold a password. */
const secretVariables = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'SECRET',
  'SECRET_PREVIOUS',
  'S3_SECRET',
  'STRIPE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TREMENDOUS_KEY',
  'TREMENDOUS_WEBHOOK_KEY',
  'SLACK_CLIENT_SECRET',
  'SLACK_SIGNING_SECRET',
  'METRICS_TOKEN',
])

/** Parses the environment. Throws a ConfigError that names every invalid variable. */
export function parseEnvironment(env: Record<string, string | undefined>): Environment {
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
  return parsed.data
}
