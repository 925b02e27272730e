import type { BillingProvider } from '#server/adapters/billing/billing-provider.ts'
import type { CardProvider } from '#server/adapters/cards/card-provider.ts'
import type { SlackClient } from '#server/adapters/chat/slack-client.ts'
import type { TeamsClient } from '#server/adapters/chat/teams-client.ts'
import type { TeamsTokenVerifier } from '#server/adapters/chat/teams-token.ts'
import type { Config } from '#server/config.ts'
import type { GiftCardProvider } from '#server/adapters/giftcards/gift-card-provider.ts'
import type { GoogleVerifier } from '#server/adapters/google/google.ts'
import type { Mailer } from '#server/adapters/mail/mailer.ts'
import type { OidcClient } from '#server/adapters/sso/oidc.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Clock } from './clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { EventBus } from '#server/platform/realtime/event-bus.ts'
import type { Jobs } from '#server/platform/background/jobs.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SafeTlsClient } from '#server/platform/net/safe-tls-client.ts'
import type { SafeDocumentClient } from '#server/platform/net/safe-http-client.ts'

/** The dependencies of all modules, passed explicitly. Created once by main.ts or by a test. */
export type Services = {
  config: Config
  /**
   * The address of the database with the owner's login, without a pooler: for connections that
   * outlive a transaction. They act as laurel_app.
   */
  ownerUrl: string
  db: Database
  /** Whether the database has Citus (docs/scaling.md). */
  hasCitus: boolean
  clock: Clock
  log: Log
  jobs: Jobs
  events: EventBus
  mailer: Mailer
  /** null without GOOGLE_CLIENT_ID. */
  google: GoogleVerifier | null
  teams: TeamsClient
  teamsTokens: TeamsTokenVerifier
  storage: Storage
  /** The only client for URLs that customers supply. */
  safeHttpClient: SafeDocumentClient
  /** The same with OUTBOUND_ALLOW: for identity providers, which companies run in private networks. */
  companyHttpClient: SafeDocumentClient
  companyTlsClient: SafeTlsClient
  oidc: OidcClient
  /** Returns the TXT records of a name, each joined. Empty without any. */
  resolveTxt: (name: string) => Promise<string[]>
  cards: CardProvider
  /** null with BILLING=off. */
  billing: BillingProvider | null
  /** null with GIFT_CARDS=off. */
  giftCards: GiftCardProvider | null
  slack: SlackClient
}
