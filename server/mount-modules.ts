import type { FastifyInstance } from 'fastify'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { RateLimiter } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { mountAttributes } from '#server/modules/attributes/routes.ts'
import { mountAllowanceRules } from '#server/modules/allowance-rules/routes.ts'
import { mountAudiences } from '#server/modules/audiences/routes.ts'
import { mountAudit } from '#server/modules/audit/routes.ts'
import { mountAuditStream } from '#server/modules/audit-stream/routes.ts'
import { mountAuth } from '#server/modules/auth/routes.ts'
import { mountAwards } from '#server/modules/awards/routes.ts'
import { mountBadges } from '#server/modules/badges/routes.ts'
import { mountBilling } from '#server/modules/billing/routes.ts'
import { mountBillingWebhooks } from '#server/modules/billing/webhooks.ts'
import { mountBonuses } from '#server/modules/bonuses/routes.ts'
import { mountBudgets } from '#server/modules/budgets/routes.ts'
import { mountCelebrations } from '#server/modules/celebrations/routes.ts'
import { mountCustomDays } from '#server/modules/custom-days/routes.ts'
import { mountCalendar } from '#server/modules/calendar/routes.ts'
import { mountChat } from '#server/modules/chat/routes.ts'
import { mountChecklist } from '#server/modules/checklist/routes.ts'
import { mountBalances } from '#server/modules/balances/routes.ts'
import { mountComments } from '#server/modules/comments/routes.ts'
import { mountThanksPrompt } from '#server/modules/thanks-prompt/routes.ts'
import { mountImportantDates } from '#server/modules/important-dates/routes.ts'
import { mountEvents } from '#server/modules/events/routes.ts'
import { mountFiles } from '#server/modules/files/routes.ts'
import { mountGiftCards } from '#server/modules/giftcards/routes.ts'
import { mountHealth } from '#server/modules/health/routes.ts'
import { mountWebhooks } from '#server/modules/webhooks/routes.ts'
import { mountInbox } from '#server/modules/inbox/routes.ts'
import { mountGroupCards } from '#server/modules/group-cards/routes.ts'
import { mountGroups } from '#server/modules/groups/routes.ts'
import { mountHistoryImports } from '#server/modules/history-imports/routes.ts'
import { mountImports } from '#server/modules/imports/routes.ts'
import { mountJoining } from '#server/modules/joining/routes.ts'
import { mountDevMailbox } from '#server/modules/dev-mailbox/routes.ts'
import { mountLeavers } from '#server/modules/leavers/routes.ts'
import { mountLiability } from '#server/modules/liability/routes.ts'
import { mountNominations } from '#server/modules/nominations/routes.ts'
import { mountNotifications } from '#server/modules/notifications/routes.ts'
import { mountOfficeScreens } from '#server/modules/office-screens/routes.ts'
import { mountOrganization } from '#server/modules/organization/routes.ts'
import { mountPayrollRuns } from '#server/modules/payroll-runs/routes.ts'
import { mountPeopleSync } from '#server/modules/people-sync/routes.ts'
import { mountPlans } from '#server/modules/plans/routes.ts'
import { mountPointExpiry } from '#server/modules/point-expiry/routes.ts'
import { mountPointWorths } from '#server/modules/point-worths/routes.ts'
import { mountPosts } from '#server/modules/posts/routes.ts'
import { mountPriceFactors } from '#server/modules/price-factors/routes.ts'
import { mountProfiles } from '#server/modules/profiles/routes.ts'
import { mountReports } from '#server/modules/reports/routes.ts'
import { mountRewards } from '#server/modules/rewards/routes.ts'
import { mountTwoFactor } from '#server/modules/two-factor/routes.ts'
import { mountSettings } from '#server/modules/settings/routes.ts'
import { mountShop } from '#server/modules/shop/routes.ts'
import { mountSso } from '#server/modules/sso/routes.ts'
import { mountScimSettings } from '#server/modules/scim/routes.ts'
import { mountTaxRules } from '#server/modules/tax-rules/routes.ts'
import { mountTaxNote } from '#server/workflows/tax-note/routes.ts'
import { mountOauth } from '#server/modules/oauth/routes.ts'
import { mountTokens } from '#server/modules/tokens/routes.ts'
import { mountUsers } from '#server/modules/users/routes.ts'
import { mountValues } from '#server/modules/values/routes.ts'
import { mountYearlyBudget } from '#server/modules/yearly-budget/routes.ts'
import { mountAppConfig } from '#server/workflows/app-config/routes.ts'
import { mountEmailChange } from '#server/workflows/change-email/routes.ts'
import { mountWorkspaceDeletion } from '#server/workflows/delete-workspace/routes.ts'
import { mountWorkspaceExports } from '#server/workflows/workspace-exports/routes.ts'
import { mountUserErasure } from '#server/workflows/erase-user/routes.ts'
import { mountJoinWorkspace } from '#server/workflows/join-workspace/routes.ts'
import { mountPersonalDataExport } from '#server/workflows/export-personal-data/routes.ts'
import { mountGiftCardOrders } from '#server/workflows/gift-card-orders/routes.ts'
import { mountPriceFactorImport } from '#server/workflows/import-price-factors/routes.ts'
import { mountScim } from '#server/workflows/scim/routes.ts'
import { mountLeaverGrace } from '#server/workflows/leaver-grace/routes.ts'
import { mountPresence } from '#server/workflows/prove-presence/routes.ts'
import { mountMcp } from '#server/workflows/mcp/routes.ts'
import { mountSlack } from '#server/workflows/slack/routes.ts'
import { mountSignUp } from '#server/workflows/sign-up/routes.ts'
import { mountSsoSignIn } from '#server/workflows/sso-sign-in/routes.ts'
import { mountTeams } from '#server/workflows/teams/routes.ts'

/** Mounts the routes under *Settings → Finance*. */
function mountFinance(handle: MountRoute, services: Services): void {
  mountLiability(handle, services)
  mountPayrollRuns(handle, services)
  mountPlans(handle, services)
  mountPointExpiry(handle, services)
  mountPointWorths(handle, services)
  mountPriceFactors(handle, services)
  mountPriceFactorImport(handle, services)
  mountTaxRules(handle, services)
  mountTaxNote(handle, services)
  mountYearlyBudget(handle, services)
}

/** Mounts how people prove who they are: tokens, applications, second factor, address. */
async function mountAccess(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
  rates: RateLimiter | null,
): Promise<void> {
  await mountOauth(app, handle, services)
  await mountMcp(app, services, rates)
  mountTokens(handle, services)
  mountTwoFactor(handle, services)
  mountPresence(handle, services)
  mountEmailChange(handle, services)
}

/** Mounts the routes of files of people and of posts. */
function mountImportedFiles(handle: MountRoute, services: Services): void {
  mountHistoryImports(handle, services)
  mountImports(handle, services)
  mountPeopleSync(handle, services)
}

/** Mounts the routes of every module and workflow. */
export async function mountModules(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
  rates: RateLimiter | null,
): Promise<void> {
  mountAuth(handle, services)
  mountSignUp(handle, services)
  mountJoinWorkspace(handle, services)
  mountAppConfig(handle, services)
  mountWorkspaceDeletion(handle, services)
  mountWorkspaceExports(app, handle, services)
  mountSettings(handle, services)
  mountAudit(handle, services)
  mountAuditStream(handle, services)
  mountChecklist(handle, services)
  mountBilling(handle, services)
  await mountBillingWebhooks(app, services)
  mountImportantDates(handle, services)
  mountThanksPrompt(handle, services)
  mountCalendar(app, handle, services)
  mountCelebrations(handle, services)
  mountCustomDays(handle, services)
  mountScimSettings(handle, services)
  await mountScim(app, services, rates)
  await mountAccess(app, handle, services, rates)
  mountPersonalDataExport(handle, services)
  mountProfiles(handle, services)
  mountInbox(handle, services)
  mountImportedFiles(handle, services)
  mountUsers(handle, services)
  mountJoining(handle, services)
  mountUserErasure(handle, services)
  mountLeavers(handle, services)
  mountLeaverGrace(handle, services)
  mountBadges(app, services)
  mountSso(handle, services)
  await mountSsoSignIn(app, handle, services)
  mountValues(handle, services)
  mountGroupCards(handle, services)
  mountGroups(handle, services)
  mountBudgets(handle, services)
  mountAwards(handle, services)
  mountBonuses(handle, services)
  mountFinance(handle, services)
  mountNominations(handle, services)
  mountAttributes(handle, services)
  mountOrganization(handle, services)
  mountOfficeScreens(handle, services)
  mountAudiences(handle, services)
  mountAllowanceRules(handle, services)
  mountPosts(handle, services)
  mountComments(handle, services)
  mountBalances(handle, services)
  mountReports(handle, services)
  mountRewards(handle, services)
  mountShop(handle, services)
  mountGiftCards(handle, services)
  await mountGiftCardOrders(app, handle, services)
  await mountNotifications(app, handle, services)
  mountWebhooks(handle, services)
  mountChat(handle, services)
  await mountTeams(app, services)
  await mountSlack(app, services)
  mountEvents(app, handle, services)
  mountFiles(app, services)
  mountHealth(app, services)
  mountDevMailbox(app, services)
}
