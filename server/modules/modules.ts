import type { FastifyInstance } from 'fastify'
import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { mountAudit } from './audit/routes.ts'
import { mountAuth } from './auth/routes.ts'
import { mountBilling } from './billing/routes.ts'
import { mountBillingWebhooks } from './billing/webhooks.ts'
import { mountCalendar } from './calendar/routes.ts'
import { mountChecklist } from './checklist/routes.ts'
import { mountCoins } from './coins/routes.ts'
import { mountConversations } from './conversations/routes.ts'
import { mountDates } from './dates/routes.ts'
import { mountEvents } from './events/routes.ts'
import { mountFiles } from './files/routes.ts'
import { mountGiftCards } from './giftcards/routes.ts'
import { mountHealth } from './health/routes.ts'
import { mountHooks } from './hooks/routes.ts'
import { mountImports } from './imports/routes.ts'
import { mountMailbox } from './mailbox/routes.ts'
import { mountNotifications } from './notifications/routes.ts'
import { mountPosts } from './posts/routes.ts'
import { mountPresence } from './presence/routes.ts'
import { mountProfiles } from './profiles/routes.ts'
import { mountReports } from './reports/routes.ts'
import { mountRewards } from './rewards/routes.ts'
import { mountSecondFactor } from './secondfactor/routes.ts'
import { mountSettings } from './settings/routes.ts'
import { mountShop } from './shop/routes.ts'
import { mountTokens } from './tokens/routes.ts'
import { mountUsers } from './users/routes.ts'
import { mountValues } from './values/routes.ts'
import { mountWorkspaces } from './workspaces/routes.ts'

/** Every module the server has. What is not named here is not served. */
export async function mountModules(
  app: FastifyInstance,
  handle: Handle,
  services: Services,
): Promise<void> {
  mountAuth(handle, services)
  mountWorkspaces(handle, services)
  mountSettings(handle, services)
  mountAudit(handle, services)
  mountChecklist(handle, services)
  mountBilling(handle, services)
  await mountBillingWebhooks(app, services)
  mountDates(handle, services)
  mountCalendar(app, handle, services)
  mountTokens(handle, services)
  mountSecondFactor(handle, services)
  mountPresence(handle, services)
  mountProfiles(handle, services)
  mountImports(handle, services)
  mountUsers(handle, services)
  mountValues(handle, services)
  mountPosts(handle, services)
  mountConversations(handle, services)
  mountCoins(handle, services)
  mountReports(handle, services)
  mountRewards(handle, services)
  mountShop(handle, services)
  await mountGiftCards(app, handle, services)
  await mountNotifications(app, handle, services)
  mountHooks(handle, services)
  mountEvents(app, handle, services)
  mountFiles(app, services)
  mountHealth(app, services)
  mountMailbox(app, services)
}
