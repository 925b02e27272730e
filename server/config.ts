import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { StripeSettings } from './adapters/billing/stripe/client.ts'
import type { DkimSettings } from './adapters/mail/smtp.ts'
import type { S3Settings } from './adapters/storage/s3.ts'
import type { TremendousSettings } from '#server/adapters/giftcards/gift-card-provider.ts'
import { ConfigError, type Environment, parseEnvironment, type TrustProxy } from './environment.ts'
import { readOrCreateSecret } from './platform/data-dir.ts'
import type { OutboundAllowList } from './platform/net/outbound-allow-list.ts'

export { ConfigError }

export type Config = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /**
   * Bypasses a connection pooler, for work that outlives a transaction: migrations, LISTEN, jobs.
   */
  databaseDirectUrl: string | undefined
  /** The object storage for pictures; null for DATA_DIR. */
  s3: S3Settings | null
  smtpUrl: string | undefined
  mailFrom: string
  dkim: DkimSettings | undefined
  /** The secret for new encryption and signatures. */
  secret: string
  /** All secrets valid for decryption and verification: `secret`, then the previous ones. */
  secrets: readonly string[]
  /** The file of the secret; null when SECRET provides it. */
  secretFile: string | null
  /** The time in which a stopping process still accepts requests. */
  drainMs: number
  /** The proxies whose X-Forwarded-For is trusted: a number of hops, or addresses and networks. */
  trustProxy: TrustProxy
  /** The factor for the quotas of contract/rate-limits.ts; null disables them. */
  rateLimitFactor: number | null
  /**
   * Maximum mails of a team in a day: invitations (fewer to other domains during the trial), and
   * notices.
   */
  mailBudget: { invites: number; trialInvites: number; notices: number }
  billing: 'off' | 'local' | 'stripe'
  /** The Stripe account of BILLING=stripe; null otherwise. */
  stripe: StripeSettings | null
  giftCards: 'local' | 'off' | TremendousSettings
  /** The daily limit (UTC) of a team for gift cards, in cents of US dollars. */
  giftCardsDailyMaxCents: number
  /** Sign-in with Google; null without GOOGLE_CLIENT_ID. */
  google: { clientId: string; jwksUrl: string; scriptUrl: string } | null
  /**
   * `app`: the operator's own Slack app for all teams; null when every team brings an app of its own.
   */
  slack: {
    apiUrl: string
    app: { clientId: string; clientSecret: string; signingSecret: string } | null
  }
  /** Microsoft's addresses for apps in Teams. `serviceHosts`: further hosts of the Connector. */
  teams: { loginUrl: string; openIdUrl: string; serviceHosts: readonly string[] }
  /**
   * Outgoing webhooks and messages to chats may also target this machine: for tests, never in
   * production.
   */
  allowLoopbackTargets: boolean
  /** Private hosts and networks where identity providers may run; null without OUTBOUND_ALLOW. */
  outboundAllow: OutboundAllowList | null
  /** The folder of files of people, with one folder for each workspace; null for none. */
  peopleSyncFolder: string | null
  /** Days between the request to delete a team and its deletion; 0 deletes at once. */
  deletionGraceDays: number
  demo: boolean
  /**
   * Access to the development mailbox: from this machine only, or from every client of the server.
   */
  devMailbox: 'local' | 'open'
  logLevel: string
  /** The target of the feedback link in the user menu; null hides the link. */
  feedbackUrl: string | null
  /** The contact in /.well-known/security.txt; null for no such file. */
  securityContact: string | null
  /** The operator's terms and privacy notice on the sign-in pages; null hides a link. */
  legal: { termsUrl: string | null; privacyUrl: string | null }
  /** The bearer token of /metrics; undefined disables the page. */
  metricsToken: string | undefined
  /** Whether spans are created, for an OpenTelemetry SDK supplied by the operator. */
  otel: boolean
  /** Whether the server stops when its parent process has ended. */
  stopWithParent: boolean
  production: boolean
  /** Messages for the operator about these settings. */
  warnings: readonly string[]
}

/**
 * Returns all three settings of DKIM, or undefined when none is set. Throws a ConfigError
 * otherwise.
 */
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
 * BILLING=local accepts test cards, so production never falls back to it: there the setting has no
 * default.
 */
function readBilling(settings: Environment, production: boolean): Config['billing'] {
  if (settings.BILLING) return settings.BILLING
  if (production)
    throw new ConfigError(
      'BILLING: expected off, local or stripe, named outright in production: stripe charges real cards, off charges nobody, local accepts test cards',
    )
  return 'local'
}

const tremendousSandbox = 'testflight.tremendous.com'
/**
 * Throws when test cards would pay for real gift cards. Tests of the providers are exempt: both
 * providers are servers on the loopback interface there.
 */
function assertRealCards(settings: Environment, billing: Config['billing']): void {
  if (settings.NODE_ENV === 'test') return
  if (billing === 'local') {
    throw new ConfigError(
      'BILLING: expected stripe or off with GIFT_CARDS=tremendous: with local, test cards would pay for real gift cards; set GIFT_CARDS=local to try gift cards out',
    )
  }
  const testMode = billing === 'stripe' && /^[sr]k_test_/.test(settings.STRIPE_KEY ?? '')
  if (testMode && new URL(settings.TREMENDOUS_URL).hostname !== tremendousSandbox) {
    throw new ConfigError(
      'STRIPE_KEY: expected a live key where TREMENDOUS_URL is not the sandbox, as test cards would pay for real gift cards',
    )
  }
}

/**
 * Local vouchers are for trying the product: in production gift cards are off unless configured.
 */
function readGiftCards(
  settings: Environment,
  billing: Config['billing'],
  production: boolean,
): Config['giftCards'] {
  const kindWithoutKey = production ? 'off' : 'local'
  const kind = settings.GIFT_CARDS ?? (settings.TREMENDOUS_KEY ? 'tremendous' : kindWithoutKey)
  if (kind !== 'tremendous') return kind
  assertRealCards(settings, billing)
  if (!settings.TREMENDOUS_KEY)
    throw new ConfigError(
      'TREMENDOUS_KEY: expected the key of an account with Tremendous, as GIFT_CARDS is tremendous',
    )
  return {
    url: settings.TREMENDOUS_URL,
    key: settings.TREMENDOUS_KEY,
    webhookKey: settings.TREMENDOUS_WEBHOOK_KEY ?? null,
    funding: settings.TREMENDOUS_FUNDING,
  }
}

/**
 * Returns all settings of the object storage, or null when none is set. Throws a ConfigError
 * otherwise.
 */
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
 * Returns both keys of Stripe for BILLING=stripe. The webhook's key is required, as payments arrive
 * by webhook.
 */
function readStripe(settings: Environment): Config['stripe'] {
  if (settings.BILLING !== 'stripe') return null
  if (!settings.STRIPE_KEY)
    throw new ConfigError(
      'STRIPE_KEY: expected a secret key of an account with Stripe (sk_ or rk_), as BILLING is stripe',
    )
  if (!settings.STRIPE_WEBHOOK_SECRET)
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET: expected the signing secret of a webhook that leads to PUBLIC_URL/webhooks/stripe, as BILLING is stripe',
    )
  return {
    key: settings.STRIPE_KEY,
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    url: settings.STRIPE_URL,
  }
}

/** Returns the settings of Slack. Throws a ConfigError for an incomplete app. */
function readSlack({
  SLACK_API_URL: apiUrl,
  SLACK_CLIENT_ID: clientId,
  SLACK_CLIENT_SECRET: clientSecret,
  SLACK_SIGNING_SECRET: signingSecret,
}: Environment): Config['slack'] {
  if (!clientId && !clientSecret && !signingSecret) return { apiUrl, app: null }
  if (!clientId || !clientSecret || !signingSecret)
    throw new ConfigError(
      'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_SIGNING_SECRET: expected all three, or none',
    )
  return { apiUrl, app: { clientId, clientSecret, signingSecret } }
}

/** Returns the host of PUBLIC_URL, or localhost, which an IP address is no better than. */
function findMailDomain({ PUBLIC_URL: url }: Pick<Environment, 'PUBLIC_URL'>): string {
  const { hostname } = new URL(url ?? 'http://localhost')
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname
}

function listWarnings(
  { TRUST_PROXY }: Record<string, string | undefined>,
  settings: Environment,
): string[] {
  const warnings: string[] = []
  if (/^(on|true)$/i.test(TRUST_PROXY?.trim() ?? ''))
    warnings.push(
      'TRUST_PROXY=on believes one proxy: write TRUST_PROXY=1, the number of proxies before this server, or their addresses',
    )
  if (settings.SMTP_URL && !settings.MAIL_FROM && findMailDomain(settings) === 'localhost')
    warnings.push(
      'MAIL_FROM: mails come from laurel@localhost, which mail servers refuse. Write an address of your domain',
    )
  return warnings
}

/** Throws a ConfigError for settings that are missing or unsafe in production. */
function assertProductionSettings(settings: Environment): void {
  if (!settings.SMTP_URL)
    throw new ConfigError(
      'SMTP_URL: expected an smtp:// address in production, where there is no development mailbox',
    )
  if (!settings.PUBLIC_URL)
    throw new ConfigError('PUBLIC_URL: expected the address people open, in production')
  if (settings.OUTSIDE_LOOPBACK)
    throw new ConfigError(
      'OUTSIDE_LOOPBACK: expected off in production, where nobody may send requests to this machine',
    )
  if (settings.DEV_MAILBOX === 'open')
    throw new ConfigError(
      'DEV_MAILBOX: expected local in production, where there is no development mailbox',
    )
}

/**
 * Reads the environment once. Throws a ConfigError that names every invalid setting and the
 * expected value.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const settings = parseEnvironment(env)
  const production = settings.NODE_ENV === 'production'
  if (production) assertProductionSettings(settings)
  const billing = readBilling(settings, production)
  const dataDir = resolve(settings.DATA_DIR)
  const secretFile = join(dataDir, 'secret')
  const secret = settings.SECRET ?? readOrCreateSecret(secretFile)
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    s3: readS3(settings),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `Laurel <laurel@${findMailDomain(settings)}>`,
    dkim: readDkim(settings.DKIM_DOMAIN, settings.DKIM_SELECTOR, settings.DKIM_KEY_FILE),
    secret,
    secrets: [secret, ...settings.SECRET_PREVIOUS],
    secretFile: settings.SECRET ? null : secretFile,
    // In development Ctrl+C stops quickly.
    drainMs: 1_000 * (settings.DRAIN_SECONDS ?? (production ? 2 : 0.25)),
    // Rate limits are off in tests, which send many requests from one address.
    trustProxy: settings.TRUST_PROXY ?? false,
    rateLimitFactor:
      (settings.RATE_LIMITS ?? settings.NODE_ENV !== 'test') ? settings.RATE_LIMITS_FACTOR : null,
    mailBudget: {
      invites: settings.INVITES_PER_DAY,
      trialInvites: settings.INVITES_PER_DAY_TRIAL,
      notices: settings.NOTICES_PER_DAY,
    },
    billing,
    stripe: readStripe(settings),
    giftCards: readGiftCards(settings, billing, production),
    giftCardsDailyMaxCents: 100 * settings.GIFT_CARDS_DAILY_MAX_USD,
    google: settings.GOOGLE_CLIENT_ID
      ? {
          clientId: settings.GOOGLE_CLIENT_ID,
          jwksUrl: settings.GOOGLE_JWKS_URL,
          scriptUrl: settings.GOOGLE_SCRIPT_URL,
        }
      : null,
    outboundAllow: settings.OUTBOUND_ALLOW ?? null,
    peopleSyncFolder: settings.PEOPLE_SYNC_FOLDER ?? null,
    slack: readSlack(settings),
    teams: {
      loginUrl: settings.TEAMS_LOGIN_URL,
      openIdUrl: settings.TEAMS_OPENID_URL,
      serviceHosts: settings.TEAMS_SERVICE_HOSTS,
    },
    allowLoopbackTargets: settings.OUTSIDE_LOOPBACK,
    deletionGraceDays: settings.DELETION_GRACE_DAYS,
    demo: settings.DEMO ?? !production,
    devMailbox: settings.DEV_MAILBOX,
    logLevel: settings.LOG_LEVEL,
    feedbackUrl: settings.FEEDBACK_URL ?? null,
    securityContact: settings.SECURITY_CONTACT ?? null,
    legal: { termsUrl: settings.TERMS_URL ?? null, privacyUrl: settings.PRIVACY_URL ?? null },
    metricsToken: settings.METRICS_TOKEN,
    otel: settings.OTEL,
    stopWithParent: settings.STOP_WITH_PARENT,
    production,
    warnings: listWarnings(env, settings),
  }
}

/**
 * Reads the environment for a process: an invalid setting prints one clear line and exits with code
 * 1.
 */
export function configOrExit(env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`Laurel cannot start: ${error.message}\n`)
    process.exit(1)
  }
}
