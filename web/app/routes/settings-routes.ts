import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Ability } from '#contract/permissions.ts'
import { requireAbility } from '#web/app/guards.ts'
import { withMessages } from '#web/shared/load-code.ts'
import {
  loadOrganizationScreens,
  loadImportScreens,
  loadSettingsScreens,
  loadUserScreens,
} from './load-screens.ts'
import { organizationPage } from './organization-page.ts'
import { underShell } from './root.ts'
import { parseGroupsSearch, parseStringParams, parseTeamSearch } from './search-params.ts'

/** Returns the options of a page of the organization's settings, for the holders of an ability. */
const organizationSettings = <const Path extends string>(
  path: Path,
  ability: Ability,
  screen: Parameters<typeof organizationPage>[1],
) => ({
  ...organizationPage(path, screen),
  beforeLoad: requireAbility(ability),
})

const loadFinanceScreens = withMessages(loadOrganizationScreens, 'finance', 'rewards')
/** Returns the options of a page of finance. */
const financeSettings = <const Path extends string>(
  path: Path,
  screen: Parameters<typeof organizationPage>[1],
) => ({
  ...underShell(path),
  beforeLoad: requireAbility('manage_finance'),
  component: lazyRouteComponent(loadFinanceScreens, screen),
})

const settingsRoute = createRoute({
  ...underShell('/settings'),
  beforeLoad: requireAbility('enter_settings'),
  component: lazyRouteComponent(loadSettingsScreens, 'SettingsMenuScreen'),
})
const teamRoute = createRoute({
  ...underShell('/settings/team'),
  validateSearch: parseTeamSearch,
  beforeLoad: requireAbility('manage_team'),
  component: lazyRouteComponent(loadUserScreens, 'TeamScreen'),
})
const addUserRoute = createRoute({
  ...underShell('/settings/team/add-user'),
  beforeLoad: requireAbility('manage_team'),
  component: lazyRouteComponent(loadUserScreens, 'AddUserScreen'),
})
const globalSettingsRoute = createRoute({
  ...underShell('/settings/global'),
  beforeLoad: requireAbility('manage_settings'),
  component: lazyRouteComponent(loadSettingsScreens, 'GlobalSettingsScreen'),
})
const notificationSettingsRoute = createRoute({
  ...underShell('/settings/notifications'),
  beforeLoad: requireAbility('manage_notifications'),
  component: lazyRouteComponent(loadSettingsScreens, 'NotificationSettingsScreen'),
})
const groupsRoute = createRoute({
  ...organizationSettings('/settings/groups', 'manage_team', 'GroupsScreen'),
  validateSearch: parseGroupsSearch,
})
const leaversRoute = createRoute(
  organizationSettings('/settings/leavers', 'manage_workspace', 'LeaversScreen'),
)
const attributesRoute = createRoute(
  organizationSettings('/settings/attributes', 'manage_team', 'AttributesScreen'),
)
const valuesRoute = createRoute({
  ...underShell('/settings/values'),
  beforeLoad: requireAbility('manage_values'),
  component: lazyRouteComponent(
    withMessages(
      () => import('#web/features/values/screens/ValuesScreen.tsx'),
      'values',
      'settings',
    ),
    'ValuesScreen',
  ),
})
const allowanceRulesRoute = createRoute(
  organizationSettings('/settings/allowance-rules', 'manage_settings', 'AllowanceRulesScreen'),
)
const budgetsRoute = createRoute(
  organizationSettings('/settings/budgets', 'manage_settings', 'BudgetsScreen'),
)
const celebrationsRoute = createRoute({
  ...underShell('/settings/celebrations'),
  beforeLoad: requireAbility('manage_settings'),
  component: lazyRouteComponent(
    withMessages(loadOrganizationScreens, 'celebrations'),
    'CelebrationsScreen',
  ),
})
const financeRoute = createRoute(financeSettings('/settings/finance', 'FinanceScreen'))
const plansRoute = createRoute(financeSettings('/settings/finance/plans', 'PlansScreen'))
const liabilityRoute = createRoute(
  financeSettings('/settings/finance/liability', 'LiabilityScreen'),
)
const taxRulesRoute = createRoute(financeSettings('/settings/finance/tax-rules', 'TaxRulesScreen'))
const payrollRoute = createRoute(financeSettings('/settings/finance/payroll', 'PayrollScreen'))
const awardSettingsRoute = createRoute(
  organizationSettings('/settings/awards', 'manage_settings', 'AwardSettingsScreen'),
)
const bonusesRoute = createRoute(
  organizationSettings('/settings/bonuses', 'manage_settings', 'BonusesScreen'),
)
const nominationSettingsRoute = createRoute(
  organizationSettings('/settings/nominations', 'manage_settings', 'NominationSettingsScreen'),
)
const nominationResultRoute = createRoute(
  organizationSettings('/settings/nominations/$id', 'manage_settings', 'NominationResultScreen'),
)
const loadConnectionScreens = withMessages(
  () => import('./connection-screens.ts'),
  'connections',
  'organization',
  'settings',
)
const webhooksRoute = createRoute({
  ...underShell('/settings/connections'),
  beforeLoad: requireAbility('manage_settings'),
  component: lazyRouteComponent(loadConnectionScreens, 'WebhooksScreen'),
})
const slackRoute = createRoute({
  ...underShell('/settings/connections/slack'),
  beforeLoad: requireAbility('manage_settings'),
  component: lazyRouteComponent(loadConnectionScreens, 'SlackScreen'),
})
const teamsRoute = createRoute({
  ...underShell('/settings/connections/teams'),
  beforeLoad: requireAbility('manage_settings'),
  component: lazyRouteComponent(loadConnectionScreens, 'TeamsScreen'),
})
const signInSettingsRoute = createRoute({
  ...underShell('/settings/sign-in'),
  beforeLoad: requireAbility('manage_workspace'),
  component: lazyRouteComponent(loadConnectionScreens, 'SignInSettingsScreen'),
})
const scimRoute = createRoute({
  ...underShell('/settings/scim'),
  beforeLoad: requireAbility('manage_workspace'),
  component: lazyRouteComponent(loadConnectionScreens, 'ScimScreen'),
})
const applicationsRoute = createRoute({
  ...underShell('/settings/applications'),
  beforeLoad: requireAbility('manage_workspace'),
  component: lazyRouteComponent(loadConnectionScreens, 'ApplicationsScreen'),
})
const signInConnectionRoute = createRoute({
  ...underShell('/settings/sign-in/connections/$id'),
  beforeLoad: requireAbility('manage_workspace'),
  component: lazyRouteComponent(loadConnectionScreens, 'SignInConnectionScreen'),
})
const dangerZoneRoute = createRoute({
  ...underShell('/settings/danger'),
  beforeLoad: requireAbility('manage_workspace'),
  component: lazyRouteComponent(loadSettingsScreens, 'DangerZoneScreen'),
})
const auditLogRoute = createRoute({
  ...underShell('/settings/audit'),
  validateSearch: parseStringParams('area', 'actor_id', 'from', 'to'),
  beforeLoad: requireAbility('read_audit'),
  component: lazyRouteComponent(loadSettingsScreens, 'AuditLogScreen'),
})
const importRoute = createRoute({
  ...underShell('/settings/team/import'),
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' && search['id'] ? { id: search['id'] } : {},
  beforeLoad: requireAbility('manage_team'),
  component: lazyRouteComponent(loadImportScreens, 'ImportScreen'),
})
const loadSyncScreens = withMessages(loadOrganizationScreens, 'imports', 'connections')
const peopleSyncRoute = createRoute({
  ...underShell('/settings/team/sync'),
  beforeLoad: requireAbility('manage_team'),
  component: lazyRouteComponent(loadSyncScreens, 'PeopleSyncScreen'),
})
const syncRunRoute = createRoute({
  ...underShell('/settings/team/sync/$id'),
  beforeLoad: requireAbility('manage_team'),
  component: lazyRouteComponent(loadSyncScreens, 'SyncRunScreen'),
})
const historyImportsRoute = createRoute({
  ...underShell('/settings/history-imports'),
  beforeLoad: requireAbility('manage_workspace'),
  component: lazyRouteComponent(loadSyncScreens, 'HistoryImportsScreen'),
})
const historyImportRoute = createRoute({
  ...underShell('/settings/history-imports/$id'),
  beforeLoad: requireAbility('manage_workspace'),
  component: lazyRouteComponent(loadSyncScreens, 'HistoryImportScreen'),
})
const inviteRoute = createRoute({
  ...underShell('/settings/team/invite'),
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'file' | 'link' } =>
    tab === 'file' || tab === 'link' ? { tab } : {},
  beforeLoad: requireAbility('manage_team'),
  component: lazyRouteComponent(loadImportScreens, 'InviteScreen'),
})
const bulkUploadRoute = createRoute({
  ...underShell('/settings/team/bulk-upload'),
  beforeLoad: () => {
    throw redirect({ to: '/settings/team/invite', replace: true })
  },
})

export const settingsPages = [
  settingsRoute,
  teamRoute,
  addUserRoute,
  globalSettingsRoute,
  notificationSettingsRoute,
  groupsRoute,
  allowanceRulesRoute,
  budgetsRoute,
  celebrationsRoute,
  financeRoute,
  plansRoute,
  payrollRoute,
  liabilityRoute,
  taxRulesRoute,
  awardSettingsRoute,
  bonusesRoute,
  nominationSettingsRoute,
  nominationResultRoute,
  leaversRoute,
  attributesRoute,
  valuesRoute,
  webhooksRoute,
  slackRoute,
  teamsRoute,
  signInSettingsRoute,
  signInConnectionRoute,
  scimRoute,
  applicationsRoute,
  dangerZoneRoute,
  auditLogRoute,
  importRoute,
  peopleSyncRoute,
  syncRunRoute,
  historyImportsRoute,
  historyImportRoute,
  inviteRoute,
  bulkUploadRoute,
] as const
