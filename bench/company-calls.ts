import type { RouteName } from '#contract/routes/index.ts'
import { type CompanyCall, range } from './company-call.ts'
import { financeCalls } from './finance-calls.ts'
import { peopleCalls } from './people-calls.ts'
import type { Company } from './seed-company.ts'

type Reason = string

const ranges = {
  month: range(29, 0),
  'old quarter': range(200, 110),
  year: range(364, 0),
}

/** One call for each range. */
const forRanges = (
  name: RouteName,
  path: string,
  statements: number,
  {
    except,
    all = false,
    ...fields
  }: { except?: keyof typeof ranges; all?: boolean } & Pick<CompanyCall, 'growsWith'> = {},
): CompanyCall[] =>
  Object.entries({ ...ranges, ...(all ? { 'all time': 'period=all' } : {}) })
    .filter(([label]) => label !== except)
    .map(([label, query]) => ({
      name,
      label: `${name}, ${label}`,
      path: `${path}?${query}`,
      statements,
      ...fields,
    }))

const reportCalls = ({ ids }: Pick<Company, 'ids'>): CompanyCall[] => [
  ...forRanges('leaderboards.statistics', '/leaderboards/statistics', 8, { growsWith: 'people' }),
  ...forRanges('leaderboards.list', '/leaderboards', 7, { all: true, growsWith: 'people' }),
  ...forRanges('leaderboards.get', `/leaderboards/${ids.user}`, 7, {
    all: true,
    growsWith: 'people',
  }),
  ...forRanges('leaderboards.values', '/leaderboards/values', 5, {
    all: true,
    growsWith: 'people',
  }),
  ...forRanges('leaderboards.value_trends', '/leaderboards/value_trends', 5, {
    growsWith: 'people',
  }),
  ...forRanges('leaderboards.unthanked', '/leaderboards/unthanked', 6, { growsWith: 'people' }),
  ...forRanges('leaderboards.user_values', `/leaderboards/${ids.user}/values`, 5, { all: true }),
  ...forRanges('leaderboards.activity', `/leaderboards/${ids.user}/activity`, 6, { all: true }),
  ...forRanges('leaderboards.relations', `/leaderboards/${ids.user}/relations`, 7),
  // Reads the names of all people, which are no topics.
  ...forRanges('leaderboards.common_topics', '/leaderboards/common_topics', 5, {
    growsWith: 'people',
  }),
  ...forRanges('leaderboards.org_chart', '/leaderboards/org_chart', 6, {
    except: 'year',
  }),
  {
    name: 'leaderboards.groups',
    label: 'leaderboards.groups, month',
    path: `/leaderboards/groups?${ranges.month}`,
    statements: 6,
  },
  {
    // No groups are stored for this range, so a thread computes them.
    name: 'leaderboards.groups',
    label: 'leaderboards.groups, old quarter',
    path: `/leaderboards/groups?${ranges['old quarter']}`,
    statements: 6,
    timeMsMax: 1_000,
  },
  {
    name: 'leaderboards.csv',
    path: `/leaderboards/dashboard.csv?tile=values&${ranges.year}`,
    statements: 8,
    growsWith: 'people',
  },
]

/** Reports of one of many departments. Their protection counts the people of all departments. */
const groupReportCalls = ({ ids }: Pick<Company, 'ids'>): CompanyCall[] =>
  (
    [
      ['leaderboards.statistics', '/leaderboards/statistics', 12],
      ['leaderboards.list', '/leaderboards', 13],
      ['leaderboards.values', '/leaderboards/values', 11],
      ['leaderboards.value_trends', '/leaderboards/value_trends', 11],
      ['leaderboards.unthanked', '/leaderboards/unthanked', 12],
    ] as const
  ).map(([name, path, statements]) => ({
    name,
    label: `${name}, department`,
    path: `${path}?group_id=${ids.group}&${ranges.year}`,
    statements,
    growsWith: 'people',
  }))

const feedCalls = ({ ids }: Pick<Company, 'ids'>): CompanyCall[] => [
  { name: 'config.get', path: '/config', statements: 12 },
  { name: 'auth.list_sessions', path: '/auth/sessions', statements: 6 },
  { name: 'coins.list', path: `/coins/${ids.user}`, statements: 6 },
  { name: 'coins.csv', path: `/coins/${ids.user}/balance.csv`, statements: 9 },
  { name: 'calendar.get', path: '/profiles/me/calendar', statements: 4 },
  { name: 'imports.list', path: '/users/imports', statements: 4 },
  { name: 'people_sync.get', path: '/people-sync', statements: 4 },
  { name: 'people_sync.runs', path: '/people-sync/runs', statements: 4 },
  { name: 'inbox.list', path: '/inbox', statements: 4 },
  { name: 'inbox.summary', path: '/inbox/summary', statements: 4 },
  { name: 'inbox.preferences', path: '/inbox/preferences', statements: 4 },
  { name: 'joining.get', path: '/joining', statements: 6 },
  { name: 'office_screens.list', path: '/office_screens', statements: 4 },
  { name: 'leavers.policy', path: '/leavers/policy', statements: 4 },
  { name: 'leavers.list', path: '/leavers', statements: 4 },
  { name: 'leavers.address', path: '/leavers/address', statements: 4 },
  { name: 'sso.get', path: '/sso', statements: 8 },
  { name: 'sso.people', path: `/sso/connections/${ids.connection}/people`, statements: 5 },
  { name: 'audit_stream.get', path: '/workspace/audit_stream', statements: 2 },
  { name: 'scim.get', path: '/scim', statements: 5 },
  { name: 'scim.groups', path: '/scim/groups', statements: 4 },
  { name: 'scim.activity', path: '/scim/activity', statements: 4 },
  { name: 'posts.list', path: '/posts', statements: 4 },
  {
    name: 'posts.list',
    label: 'posts.list, search',
    path: '/posts?search=customer%20release',
    statements: 4,
  },
  { name: 'posts.get', path: `/posts/${ids.post}`, statements: 4 },
  { name: 'posts.comments', path: `/posts/${ids.post}/comments`, statements: 4 },
  { name: 'posts.reactors', path: `/posts/${ids.post}/reactions/clap`, statements: 4 },
  { name: 'presence.get', path: '/auth/presence', statements: 4 },
  { name: 'profiles.me', path: '/profiles/me', statements: 4 },
  { name: 'profiles.allowance', path: '/profiles/me/allowance', statements: 4 },
  { name: 'allowance_rules.list', path: '/allowance_rules', statements: 7 },
  { name: 'profiles.budgets', path: '/profiles/me/budgets', statements: 7 },
  { name: 'budgets.list', path: '/budgets', statements: 9 },
  { name: 'budgets.movements', path: `/budgets/${ids.budget}/movements`, statements: 8 },
  { name: 'awards.list', path: '/awards', statements: 7 },
  { name: 'awards.available', path: '/awards/available', statements: 5 },
  { name: 'awards.summary', path: '/awards/summary', statements: 6, growsWith: 'gifts' },
  { name: 'awards.gifts', path: '/awards/gifts?filter=all', statements: 8, growsWith: 'gifts' },
  { name: 'awards.gift', path: `/awards/gifts/${ids.gift}`, statements: 8 },
  { name: 'awards.certificate', path: `/awards/gifts/${ids.gift}/certificate`, statements: 6 },
  { name: 'bonuses.list', path: '/bonuses', statements: 6 },
  {
    name: 'bonuses.preview',
    path: `/bonuses/${ids.bonus}/preview`,
    statements: 6,
    growsWith: 'people',
  },
  { name: 'nominations.rounds', path: '/nominations/rounds', statements: 10 },
  { name: 'nominations.list', path: '/nominations', statements: 6 },
  { name: 'nominations.summary', path: '/nominations/summary', statements: 7 },
  { name: 'nominations.words', path: '/nominations/words', statements: 6 },
  { name: 'profiles.approval_delegate', path: '/profiles/me/approval-delegate', statements: 4 },
  { name: 'profiles.get', path: `/profiles/${ids.user}`, statements: 8 },
  { name: 'profiles.posts', path: `/profiles/${ids.user}/posts`, statements: 7 },
]

const shopCalls = ({ ids }: Pick<Company, 'ids'>): CompanyCall[] => [
  { name: 'shop.list', path: '/shop/rewards', statements: 5 },
  { name: 'shop.goal', path: '/shop/goal', statements: 5 },
  { name: 'shop.tax_note', path: `/shop/rewards/${ids.reward}/tax`, statements: 13 },
  { name: 'shop.payroll_lines', path: '/shop/payroll-lines', statements: 10 },
  { name: 'shop.purchases', path: '/shop/purchases', statements: 7 },
  { name: 'shop.get', path: `/shop/rewards/${ids.reward}`, statements: 5 },
]

const teamCalls: CompanyCall[] = [
  { name: 'rewards.list', path: '/rewards/rewards', statements: 4 },
  { name: 'rewards.purchases', path: '/rewards/purchases', statements: 8 },
  {
    name: 'rewards.purchase_counts',
    path: '/rewards/purchases/counts',
    statements: 5,
    growsWith: 'purchases',
  },
  {
    name: 'rewards.purchase_ids',
    path: '/rewards/purchases/ids',
    statements: 4,
  },
  { name: 'rewards.open_purchases', path: '/rewards/purchases/open', statements: 4 },
  { name: 'settings.get', path: '/settings', statements: 5 },
  { name: 'group_cards.list', path: '/group-cards', statements: 4 },
  { name: 'celebrations.list', path: '/celebrations', statements: 6 },
  { name: 'custom_days.list', path: '/celebrations/days', statements: 6 },
  { name: 'celebrations.preview', path: '/celebrations/preview', statements: 4 },
  { name: 'celebrations.year', path: '/celebrations/year', statements: 4 },
  { name: 'oauth.list', path: '/profiles/me/applications', statements: 4 },
  { name: 'oauth.policy', path: '/oauth/policy', statements: 5 },
  { name: 'tokens.list', path: '/profiles/me/tokens', statements: 4 },
  { name: 'second_factor.get', path: '/profiles/me/second_factor', statements: 2 },
  { name: 'values.list', path: '/values', statements: 4 },
  { name: 'values.suggestions', path: '/values/suggestions', statements: 4 },
  { name: 'hooks.list', path: '/hooks', statements: 4 },
  { name: 'chat.list', path: '/chat/apps', statements: 5 },
  { name: 'chat.channels', path: '/chat/apps/teams/channels', statements: 4 },
  { name: 'chat.routes', path: '/chat/routes', statements: 6 },
  { name: 'workspace.audit', path: '/workspace/audit', statements: 5 },
]

/** Returns the calls that are measured, each as the administrator: every GET, and previews. */
export const companyCalls = (company: Pick<Company, 'ids'>): CompanyCall[] => [
  ...reportCalls(company),
  ...groupReportCalls(company),
  ...feedCalls(company),
  ...shopCalls(company),
  ...financeCalls,
  ...peopleCalls(company),
  ...teamCalls,
]

const ofOneAccount = 'reads a few rows of one account, however large the team'
const ofProvider = 'is answered by the payment or gift card provider'
const ofOneImport = 'reads one import, whose size does not follow the team'
const ofOneRound = 'reads one round, whose nominees follow what people nominate'
const wholeFile = 'is a file of all rows, read page by page; `growth` measures posts.csv'

/** Returns why each other GET of the contract is not measured. */
export const unmeasuredCalls: Partial<Record<RouteName, Reason>> = {
  'auth.options': 'reads nothing of a team',
  'auth.list_workspaces': ofOneAccount,
  'auth.account': ofOneAccount,
  'joining.list_teams': ofOneAccount,
  'billing.details': ofProvider,
  'billing.upcoming': ofProvider,
  'billing.invoices': ofProvider,
  'billing.receipts': ofProvider,
  'billing.invoice_pdf': ofProvider,
  'billing.receipt_pdf': ofProvider,
  'billing.subscription': ofProvider,
  'billing.payment_method': ofProvider,
  'rewards.payment_method': ofProvider,
  'rewards.products': ofProvider,
  'rewards.countries': ofProvider,
  'events.stream': 'never ends',
  'chat.links': ofOneAccount,
  'chat.manifest': 'reads nothing of a team',
  'chat.package': 'reads one row of settings',
  'imports.get': ofOneImport,
  'imports.columns': ofOneImport,
  'imports.rows': ofOneImport,
  'imports.refused': ofOneImport,
  'workspace_exports.list': 'reads at most 4 archives',
  'history_imports.list': 'reads at most 20 imports',
  'history_imports.get': ofOneImport,
  'history_imports.people': ofOneImport,
  'history_imports.refused': ofOneImport,
  'people_sync.get_run': ofOneImport,
  'people_sync.changes': ofOneImport,
  'people_sync.refused': ofOneImport,
  'group_cards.reported': 'reads few reports',
  'organization.introductions': 'reads at most three people',
  'group_cards.get': 'reads one card with at most 50 signatures',
  'bonuses.csv': wholeFile,
  'nominations.get': ofOneRound,
  'nominations.own': ofOneRound,
  'nominations.ballot': ofOneRound,
  'nominations.result': ofOneRound,
  'nominations.report': ofOneRound,
  'nominations.csv': wholeFile,
  'celebrations.csv': wholeFile,
  'leavers.csv': wholeFile,
  'liability.csv': 'reads what liability.changes reads',
  'payroll_runs.csv': wholeFile,
  'payroll_runs.draft_csv': wholeFile,
  'payroll_runs.lines': 'reads one page of a run by its index',
  'posts.csv': wholeFile,
  'rewards.purchases_csv': wholeFile,
  'users.csv': wholeFile,
  'workspace.audit_csv': wholeFile,
  'workspace.audit_lines': wholeFile,
  'profiles.export': wholeFile,
  'posts.picture': 'sends one stored picture',
  'oauth.interaction': 'reads one request for access',
  'hooks.deliveries': 'reads one webhook, whose deliveries are deleted after some days',
  'leaderboards.group': 'reads what leaderboards.groups reads',
}
