import type { FastifyInstance } from 'fastify'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { mountAudit } from './audit/routes.ts'
import { mountAuth } from './auth/routes.ts'
import { mountBilling } from './billing/routes.ts'
import { mountBillingWebhooks } from './billing/webhooks.ts'
import { mountCalendar } from './calendar/routes.ts'
import { mountChecklist } from './checklist/routes.ts'
import { mountBalances } from '#server/modules/balances/routes.ts'
import { mountComments } from '#server/modules/comments/routes.ts'
import { mountImportantDates } from '#server/modules/important-dates/routes.ts'
import { mountEvents } from './events/routes.ts'
import { mountFiles } from './files/routes.ts'
import { mountGiftCards } from './giftcards/routes.ts'
import { mountHealth } from './health/routes.ts'
import { mountWebhooks } from '#server/modules/webhooks/routes.ts'
import { mountImports } from './imports/routes.ts'
import { mountDevMailbox } from '#server/modules/dev-mailbox/routes.ts'
import { mountNotifications } from './notifications/routes.ts'
import { mountPosts } from './posts/routes.ts'
import { mountPresence } from './presence/routes.ts'
import { mountProfiles } from './profiles/routes.ts'
import { mountReports } from './reports/routes.ts'
import { mountRewards } from './rewards/routes.ts'
import { mountTwoFactor } from '#server/modules/two-factor/routes.ts'
import { mountSettings } from './settings/routes.ts'
import { mountShop } from './shop/routes.ts'
import { mountTokens } from './tokens/routes.ts'
import { mountUsers } from './users/routes.ts'
import { mountValues } from './values/routes.ts'
import { mountWorkspaces } from './workspaces/routes.ts'

/** Every module the server has. What is not named here is not served. */
export async function mountModules(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
): Promise<void> {
  mountAuth(handle, services)
  mountWorkspaces(handle, services)
  mountSettings(handle, services)
  mountAudit(handle, services)
  mountChecklist(handle, services)
  mountBilling(handle, services)
  await mountBillingWebhooks(app, services)
  mountImportantDates(handle, services)
  mountCalendar(app, handle, services)
  mountTokens(handle, services)
  mountTwoFactor(handle, services)
  mountPresence(handle, services)
  mountProfiles(handle, services)
  mountImports(handle, services)
  mountUsers(handle, services)
  mountValues(handle, services)
  mountPosts(handle, services)
  mountComments(handle, services)
  mountBalances(handle, services)
  mountReports(handle, services)
  mountRewards(handle, services)
  mountShop(handle, services)
  await mountGiftCards(app, handle, services)
  await mountNotifications(app, handle, services)
  mountWebhooks(handle, services)
  mountEvents(app, handle, services)
  mountFiles(app, services)
  mountHealth(app, services)
  mountDevMailbox(app, services)
}
