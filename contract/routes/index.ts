import type { z } from 'zod'
import { allowanceRulesRoutes } from './allowance-rules.ts'
import { appConfigRoutes } from './app-config.ts'
import { attributesRoutes } from './attributes.ts'
import { audiencesRoutes } from './audiences.ts'
import { auditStreamRoutes } from './audit-stream.ts'
import { authRoutes } from './auth.ts'
import { awardsRoutes } from './awards.ts'
import { balancesRoutes } from './balances.ts'
import { billingRoutes } from './billing.ts'
import { bonusesRoutes } from './bonuses.ts'
import { budgetsRoutes } from './budgets.ts'
import { calendarRoutes } from './calendar.ts'
import { celebrationsRoutes } from './celebrations.ts'
import { chatRoutes } from './chat.ts'
import { checklistRoutes } from './checklist.ts'
import { checkoutRoutes } from './checkout.ts'
import { customDaysRoutes } from './custom-days.ts'
import { eventsRoutes } from './events.ts'
import { giftCardsRoutes } from './gift-cards.ts'
import { groupCardsRoutes } from './group-cards.ts'
import { groupsRoutes } from './groups.ts'
import { historyImportsRoutes } from './history-imports.ts'
import { importsRoutes } from './imports.ts'
import { inboxRoutes } from './inbox.ts'
import { joiningRoutes } from './joining.ts'
import { leaversRoutes } from './leavers.ts'
import { liabilityRoutes } from './liability.ts'
import { nominationsRoutes } from './nominations.ts'
import { notificationsRoutes } from './notifications.ts'
import { officeScreensRoutes } from './office-screens.ts'
import { organizationRoutes } from './organization.ts'
import { payrollRunsRoutes } from './payroll-runs.ts'
import { peopleSyncRoutes } from './people-sync.ts'
import { plansRoutes } from './plans.ts'
import { pointExpiryRoutes } from './point-expiry.ts'
import { pointWorthsRoutes } from './point-worths.ts'
import { postsRoutes } from './posts.ts'
import { presenceRoutes } from './presence.ts'
import { priceFactorsRoutes } from './price-factors.ts'
import { profilesRoutes } from './profiles.ts'
import { reportsRoutes } from './reports.ts'
import { rewardsRoutes } from './rewards.ts'
import { scimRoutes } from './scim.ts'
import { settingsRoutes } from './settings.ts'
import { shopRoutes } from './shop.ts'
import { ssoRoutes } from './sso.ts'
import { taxRulesRoutes } from './tax-rules.ts'
import { oauthRoutes } from './oauth.ts'
import { tokensRoutes } from './tokens.ts'
import { twoFactorRoutes } from './two-factor.ts'
import { usersRoutes } from './users.ts'
import { valuesRoutes } from './values.ts'
import { webhooksRoutes } from './webhooks.ts'
import { workspaceExportsRoutes } from './workspace-exports.ts'
import { workspacesRoutes } from './workspaces.ts'
import { yearlyBudgetRoutes } from './yearly-budget.ts'

/**
 * The table of API routes (specification, section 7). Server validation, the web client, OpenAPI
 * and the authorization tests derive from it. The OpenAPI document leaves out routes that no server
 * module mounts.
 */
export const routes = {
  ...allowanceRulesRoutes,
  ...appConfigRoutes,
  ...attributesRoutes,
  ...audiencesRoutes,
  ...auditStreamRoutes,
  ...authRoutes,
  ...awardsRoutes,
  ...balancesRoutes,
  ...billingRoutes,
  ...bonusesRoutes,
  ...payrollRunsRoutes,
  ...peopleSyncRoutes,
  ...plansRoutes,
  ...pointExpiryRoutes,
  ...pointWorthsRoutes,
  ...priceFactorsRoutes,
  ...budgetsRoutes,
  ...calendarRoutes,
  ...celebrationsRoutes,
  ...chatRoutes,
  ...checklistRoutes,
  ...checkoutRoutes,
  ...customDaysRoutes,
  ...eventsRoutes,
  ...giftCardsRoutes,
  ...groupCardsRoutes,
  ...groupsRoutes,
  ...historyImportsRoutes,
  ...importsRoutes,
  ...inboxRoutes,
  ...joiningRoutes,
  ...leaversRoutes,
  ...liabilityRoutes,
  ...nominationsRoutes,
  ...notificationsRoutes,
  ...officeScreensRoutes,
  ...organizationRoutes,
  ...postsRoutes,
  ...presenceRoutes,
  ...profilesRoutes,
  ...reportsRoutes,
  ...rewardsRoutes,
  ...scimRoutes,
  ...settingsRoutes,
  ...shopRoutes,
  ...ssoRoutes,
  ...taxRulesRoutes,
  ...oauthRoutes,
  ...tokensRoutes,
  ...twoFactorRoutes,
  ...usersRoutes,
  ...valuesRoutes,
  ...webhooksRoutes,
  ...workspaceExportsRoutes,
  ...workspacesRoutes,
  ...yearlyBudgetRoutes,
}

export type RouteName = keyof typeof routes
type Routes = typeof routes
/** Routes that may change data: every method but GET. */
export type ChangeName = {
  [N in RouteName]: Routes[N] extends { method: 'GET' } ? never : N
}[RouteName]
/** Routes that make no cached query stale. */
export type ReadName = {
  [N in RouteName]: Routes[N] extends { affects: readonly [unknown, ...unknown[]] | 'everything' }
    ? never
    : N
}[RouteName]
/** The format of a route's answer; undefined for JSON. */
export type FormatOf<N extends RouteName> = Routes[N] extends { format: infer Format }
  ? Format
  : undefined
/** Routes that take a file in a multipart form. */
export type UploadName = {
  [N in RouteName]: Routes[N] extends { multipart: true } ? N : never
}[RouteName]
/** Routes that list items in pages: with the next cursor in a header, or in the body. */
export type PaginatedName = {
  [N in RouteName]: Routes[N] extends
    | { pagedByHeader: true }
    | { method: 'GET'; output: { shape: { items: z.ZodType; next_cursor: z.ZodType } } }
    ? N
    : never
}[RouteName]
/** Input types are the values before zod defaults; the other types are the values after them. */
export type ParamsOf<N extends RouteName> = Routes[N] extends { params: z.ZodType }
  ? z.output<Routes[N]['params']>
  : undefined
export type QueryOf<N extends RouteName> = Routes[N] extends { query: z.ZodType }
  ? z.output<Routes[N]['query']>
  : undefined
export type BodyOf<N extends RouteName> = Routes[N] extends { body: z.ZodType }
  ? z.output<Routes[N]['body']>
  : undefined
export type ParamsInputOf<N extends RouteName> = Routes[N] extends { params: z.ZodType }
  ? z.input<Routes[N]['params']>
  : undefined
export type QueryInputOf<N extends RouteName> = Routes[N] extends { query: z.ZodType }
  ? z.input<Routes[N]['query']>
  : undefined
export type BodyInputOf<N extends RouteName> = Routes[N] extends { body: z.ZodType }
  ? z.input<Routes[N]['body']>
  : undefined
export type OutputOf<N extends RouteName> = z.output<Routes[N]['output']>
export const routeNames = Object.keys(routes) as RouteName[]
