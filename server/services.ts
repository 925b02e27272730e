import { createStripeClient } from './adapters/billing/stripe/client.ts'
import { createStripeBilling } from './adapters/billing/stripe/stripe-billing.ts'
import { createStripeCardProvider } from './adapters/cards/stripe.ts'
import { createSlackClient } from './adapters/chat/slack-client.ts'
import { createTeamsClient } from './adapters/chat/teams-client.ts'
import { createTeamsTokenVerifier } from './adapters/chat/teams-token.ts'
import { createTremendousProvider } from './adapters/giftcards/tremendous.ts'
import { createGoogleVerifier } from './adapters/google/google.ts'
import { createSmtpMailer } from './adapters/mail/smtp.ts'
import { createOidcClient } from './adapters/sso/oidc.ts'
import { createStorage } from './adapters/storage/create-storage.ts'
import type { Config } from './config.ts'
import { createLocalBilling } from './modules/billing/local/local-billing.ts'
import { createLocalCardProvider } from './modules/cards/local-cards.ts'
import { createLocalMailer } from './modules/dev-mailbox/local-mailer.ts'
import { createLocalGiftCardProvider } from './modules/giftcards/local/local-gift-cards.ts'
import { startJobs } from './platform/background/jobs.ts'
import { systemClock } from './platform/clock.ts'
import {
  assertAppRole,
  connectDatabase,
  type Database,
  isCitus,
} from './platform/database/database.ts'
import { createSafeTlsClient } from './platform/net/safe-tls-client.ts'
import { resolveTxtRecords } from './platform/net/resolve-txt.ts'
import { createSafeHttpClient } from './platform/net/safe-http-client.ts'
import { createLog, type Log } from './platform/observability/log.ts'
import { traceDatabase } from './platform/observability/tracing.ts'
import { startEventBus } from './platform/realtime/event-bus.ts'
import type { Services } from './platform/services.ts'

/** A configuration whose database exists: `ownerUrl` connects as the schema's owner. */
export type ServicesConfig = Config & { ownerUrl: string }

function connect(config: ServicesConfig, log: Log): Database {
  const pool = connectDatabase({
    url: config.databaseUrl ?? config.ownerUrl,
    onStateChange: (state, reason) =>
      log[state === 'away' ? 'error' : 'info']({ reason }, `database ${state}`),
  })
  return config.otel ? traceDatabase(pool) : pool
}

/** Returns the card and billing providers of the BILLING setting. */
function createPaymentProviders(
  config: Config,
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
): Pick<Services, 'cards' | 'billing'> {
  if (config.stripe) {
    const stripe = createStripeClient(config.stripe)
    return { cards: createStripeCardProvider(stripe), billing: createStripeBilling(stripe) }
  }
  return {
    cards: createLocalCardProvider(config.publicUrl, db),
    billing: config.billing === 'off' ? null : createLocalBilling(config.publicUrl, db, jobs),
  }
}

/** Returns the provider of the GIFT_CARDS setting, or null when gift cards are off. */
function createGiftCardProvider(
  config: Config,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Services['giftCards'] {
  if (config.giftCards === 'off') return null
  return config.giftCards === 'local'
    ? createLocalGiftCardProvider(config, db)
    : createTremendousProvider(config.giftCards, clock)
}

function createTeamsServices(
  { teams, allowLoopbackTargets }: Config,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
): Pick<Services, 'teams' | 'teamsTokens'> {
  const settings = { ...teams, allowLoopbackTargets }
  return {
    teams: createTeamsClient(settings, clock),
    teamsTokens: createTeamsTokenVerifier(settings, log),
  }
}

function createSsoServices(
  { allowLoopbackTargets, outboundAllow }: Config,
  clock: Services['clock'],
): Pick<Services, 'companyHttpClient' | 'companyTlsClient' | 'oidc' | 'resolveTxt'> {
  const targets = {
    loopback: allowLoopbackTargets,
    ...(outboundAllow ? { allowed: outboundAllow } : {}),
  }
  const companyHttpClient = createSafeHttpClient(targets)
  return {
    companyHttpClient,
    companyTlsClient: createSafeTlsClient(targets),
    oidc: createOidcClient(companyHttpClient, clock),
    resolveTxt: resolveTxtRecords,
  }
}

/**
 * Creates the services that every module uses, from the settings: the only place that chooses
 * between providers. `overrides` replace single services, for example the clock in tests. Throws
 * when the database role could bypass row level security.
 */
export async function createServices(
  config: ServicesConfig,
  overrides: Partial<Services> = {},
): Promise<Services> {
  const log = overrides.log ?? createLog(config.logLevel)
  const clock = overrides.clock ?? systemClock
  const db = overrides.db ?? connect(config, log)
  await assertAppRole(db)
  const hasCitus = await isCitus(db)
  const jobs = overrides.jobs ?? (await startJobs(config.ownerUrl, log))
  const mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, config.mailFrom, config.dkim)
    : createLocalMailer(db, clock)
  return {
    config,
    hasCitus,
    mailer,
    google: config.google ? createGoogleVerifier(config.google, log) : null,
    ...createPaymentProviders(config, { db, jobs }),
    giftCards: createGiftCardProvider(config, { db, clock }),
    slack: createSlackClient({
      apiUrl: config.slack.apiUrl,
      allowLoopbackTargets: config.allowLoopbackTargets,
    }),
    safeHttpClient: createSafeHttpClient({ loopback: config.allowLoopbackTargets }),
    ...createSsoServices(config, clock),
    ...createTeamsServices(config, { clock, log }),
    storage: createStorage(config),
    ownerUrl: config.ownerUrl,
    ...overrides,
    events: overrides.events ?? startEventBus(config.ownerUrl, db, log),
    log,
    clock,
    db,
    jobs,
  }
}

/** Closes the connections of the services, the database last. */
export async function closeServices(services: Services): Promise<void> {
  await services.jobs.stop()
  await services.events.stop()
  await services.mailer.close()
  await services.db.close()
}
