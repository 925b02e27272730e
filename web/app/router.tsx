import type { QueryClient } from '@tanstack/react-query'
import type { Ability } from '#contract/permissions.ts'
import { limits } from '#contract/limits.ts'
import type { Category } from '#contract/rewards.ts'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { ahead } from './ahead.ts'
import { withTexts } from './installed.ts'
import {
  enterByLink,
  keepLink,
  needCode,
  needExpired,
  needNobody,
  needProfile,
  needProof,
  needSession,
  needTemporary,
  ownPath,
} from './guards.ts'
import { ScreenFailure } from './Failure.tsx'
import { isCategory } from './rewards/categories.ts'
import { NotFoundPage, UnknownPath } from './NotFound.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { Root } from './Root.tsx'
import { Shell } from './Shell.tsx'
import { signInOptionsQuery } from './signIn.ts'

type Search = {
  next?: string | undefined
  why?: 'impersonation_invalid' | 'unavailable' | undefined
}
const signInSearch = ({ next, why }: Record<string, unknown>): Search => ({
  ...(typeof next === 'string' ? { next } : {}),
  ...(why === 'impersonation_invalid' || why === 'unavailable' ? { why } : {}),
})
/**
 * The page waits a moment for what it may offer, so that nothing moves once it is there; a server
 * that is slow keeps nobody waiting.
 */
const waitForOptions = ({ context: { client } }: { context: { client: QueryClient } }) =>
  Promise.race([
    client.ensureQueryData(signInOptionsQuery).catch(() => null),
    new Promise<null>((resolve) => {
      setTimeout(resolve, 800, null)
    }),
  ])

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Root,
  notFoundComponent: UnknownPath,
})
const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const auth = withTexts(() => import('#web/features/auth/screens.ts'), 'auth')
const account = withTexts(
  () => import('#web/features/account/screens.ts'),
  'account',
  'auth',
  'leaving',
)
const teams = withTexts(() => import('#web/features/workspaces/screens.ts'), 'auth')

const index = createRoute({
  ...at('/'),
  beforeLoad: () => {
    throw redirect({ to: '/feed' })
  },
})
const login = createRoute({
  ...at('/login'),
  validateSearch: signInSearch,
  beforeLoad: ({ search }) => needNobody(search.next),
  loader: waitForOptions,
  component: lazyRouteComponent(auth, 'LoginScreen'),
})
const signUp = createRoute({
  ...at('/sign-up'),
  validateSearch: signInSearch,
  beforeLoad: ({ search }) => needNobody(search.next),
  loader: waitForOptions,
  component: lazyRouteComponent(auth, 'SignUpScreen'),
})
const codeCheck = createRoute({
  ...at('/code-check'),
  validateSearch: signInSearch,
  beforeLoad: needCode,
  component: lazyRouteComponent(auth, 'CodeCheckScreen'),
})
const secondFactor = createRoute({
  ...at('/second-factor'),
  validateSearch: signInSearch,
  beforeLoad: needProof,
  component: lazyRouteComponent(auth, 'SecondFactorScreen'),
})
const accept = createRoute({
  ...at('/login/accept'),
  validateSearch: ({ token }: Record<string, unknown>): { token?: string | undefined } =>
    typeof token === 'string' ? { token } : {},
  beforeLoad: ({ search, location }) =>
    keepLink('invite', '/login/accept', { search: search.token, hash: location.hash }),
  component: lazyRouteComponent(auth, 'InvitationScreen'),
})
const undoAddress = createRoute({
  ...at('/undo-address'),
  beforeLoad: ({ location }) => keepLink('undo_address', '/undo-address', { hash: location.hash }),
  component: lazyRouteComponent(auth, 'UndoAddressScreen'),
})
const impersonate = createRoute({
  ...at('/impersonate/$token'),
  beforeLoad: ({ context, params, preload }) =>
    preload ? undefined : enterByLink(context.client, params.token),
  component: PageSkeleton,
})
const workspaces = createRoute({
  ...at('/workspaces'),
  validateSearch: signInSearch,
  beforeLoad: needTemporary,
  component: lazyRouteComponent(teams, 'WorkspacesScreen'),
})
const createTeam = createRoute({
  ...at('/create-team'),
  beforeLoad: needTemporary,
  component: lazyRouteComponent(teams, 'CreateTeamScreen'),
})
const createProfile = createRoute({
  ...at('/create-profile'),
  beforeLoad: ({ context, location }) => needSession(context.client, location),
  component: lazyRouteComponent(teams, 'CreateProfileScreen'),
})
const welcome = createRoute({
  ...at('/welcome'),
  beforeLoad: ({ context, location }) => needProfile(context.client, location),
  component: lazyRouteComponent(teams, 'WelcomeScreen'),
})
const addPhoto = createRoute({
  ...at('/add-photo'),
  beforeLoad: ({ context, location }) => needProfile(context.client, location),
  component: lazyRouteComponent(account, 'AddPhotoScreen'),
})
const goodbye = createRoute({
  ...at('/goodbye'),
  component: lazyRouteComponent(account, 'GoodbyeScreen'),
})
/** Where one was before the team had to pay. */
const whereBefore = ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
  next: ownPath(next),
})
const expired = createRoute({
  ...at('/expired'),
  validateSearch: whereBefore,
  beforeLoad: ({ context, location, search }) => needExpired(context.client, location, search.next),
  component: lazyRouteComponent(teams, 'ExpiredScreen'),
})
const checkout = createRoute({
  ...at('/checkout/$token'),
  component: lazyRouteComponent(
    withTexts(() => import('#web/features/checkout/screens/CheckoutScreen.tsx'), 'billing'),
    'CheckoutScreen',
  ),
})
const unsubscribe = createRoute({
  ...at('/u/$token'),
  component: lazyRouteComponent(
    withTexts(
      () => import('#web/features/notifications/screens/UnsubscribeScreen.tsx'),
      'settings',
    ),
    'UnsubscribeScreen',
  ),
})
const claim = createRoute({
  ...at('/claim/$token'),
  component: lazyRouteComponent(
    withTexts(() => import('#web/features/giftcards/screens/ClaimScreen.tsx'), 'giftcards'),
    'ClaimScreen',
  ),
})
const notFound = createRoute({
  ...at('/404'),
  validateSearch: whereBefore,
  component: NotFoundPage,
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: ({ context, location }) => needProfile(context.client, location),
})
const inside = <Path extends string>(path: Path) => ({ getParentRoute: () => shell, path })
const rewardsScreens = withTexts(
  () => import('#web/features/rewards/screens.ts'),
  'rewards',
  'shop',
  'giftcards',
)
const teamScreens = withTexts(() => import('#web/features/team/screens.ts'), 'team', 'refusals')
const settingsScreens = withTexts(() => import('#web/features/settings/screens.ts'), 'settings')

/**
 * A settings screen for those with the ability; others land on the menu, and without any on the
 * feed.
 */
const guarded =
  (ability: Ability) =>
  async ({
    context,
    location,
  }: {
    context: { client: QueryClient }
    location: { href: string }
  }) => {
    const { abilities } = await needSession(context.client, location)
    if (!abilities.includes('enter_settings')) throw redirect({ to: '/feed' })
    if (!abilities.includes(ability)) throw redirect({ to: '/settings' })
  }

type TeamSearch = {
  search?: string | undefined
  state?: 'pending' | 'accepted' | 'deactivated' | undefined
}
/**
 * What is looked for in the team stands in the address, so that it is still there when one comes
 * back.
 */
const teamSearch = ({ search, state }: Record<string, unknown>): TeamSearch => ({
  ...(typeof search === 'string' && search ? { search: search.slice(0, 100) } : {}),
  ...(state === 'pending' || state === 'accepted' || state === 'deactivated' ? { state } : {}),
})

type ShopSearch = {
  tab?: 'mine' | undefined
  purchase?: string | undefined
  category?: Category | undefined
  order?: 'newest' | 'title' | undefined
}
/**
 * Where one stands in the shop stands in the address; what is usual does not. What means nothing is
 * named, or it would stay.
 */
const shopSearch = ({ tab, purchase, category, order }: Record<string, unknown>): ShopSearch => ({
  tab: tab === 'mine' ? tab : undefined,
  purchase: typeof purchase === 'string' ? purchase : undefined,
  category: isCategory(category) ? category : undefined,
  order: order === 'newest' || order === 'title' ? order : undefined,
})
/** Words of a filter or a step in the address; the screen knows which of them mean something. */
const words =
  <Key extends string>(...keys: Key[]) =>
  (search: Record<string, unknown>): { [key in Key]?: string | undefined } =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const word = search[key]
        return typeof word === 'string' && word ? [[key, word.slice(0, 40)]] : []
      }),
    ) as { [key in Key]?: string }

const dashboard = createRoute({
  ...inside('/dashboard'),
  validateSearch: words('range', 'from', 'to'),
  beforeLoad: guarded('see_dashboard'),
  component: lazyRouteComponent(
    withTexts(
      () => import('#web/features/dashboard/screens/DashboardScreen.tsx'),
      'charts',
      'dashboard',
    ),
    'DashboardScreen',
  ),
})
/**
 * Which posts the feed shows stands in the address: a link to them can be passed on, and the way
 * back leads through them.
 */
const feedSearch = ({
  value,
  search,
}: Record<string, unknown>): { value?: string | undefined; search?: string | undefined } => ({
  value: typeof value === 'string' && value ? value.slice(0, 36) : undefined,
  // Digits alone are read as a number.
  search:
    (typeof search === 'string' || typeof search === 'number') && String(search).trim()
      ? String(search).trim().slice(0, limits.search_chars_max)
      : undefined,
})
const feed = createRoute({
  ...inside('/feed'),
  validateSearch: feedSearch,
  loader: ({ context }) => ahead(context.client, 'feed'),
  component: lazyRouteComponent(
    withTexts(() => import('#web/features/feed/screens/FeedScreen.tsx'), 'feed'),
    'FeedScreen',
  ),
})
const onePost = createRoute({
  ...inside('/posts/$id'),
  component: lazyRouteComponent(
    withTexts(() => import('#web/features/posts/screens/PostScreen.tsx'), 'feed'),
    'PostScreen',
  ),
})
/** One's own profile under a name that everybody can type. */
const ownProfile = async ({
  context,
  location,
  params,
  search,
}: {
  context: { client: QueryClient }
  location: { href: string }
  params: { id: string }
  search: { tab?: string | undefined }
}) => {
  if (params.id !== 'me') return
  const { user } = await needSession(context.client, location)
  throw redirect({ to: '/profile/$id', params: { id: user.id }, search, replace: true })
}
const profile = createRoute({
  ...inside('/profile/$id'),
  validateSearch: words('tab', 'period', 'value'),
  beforeLoad: ownProfile,
  loader: ({ context, params }) => ahead(context.client, 'profile', params.id),
  component: lazyRouteComponent(
    withTexts(
      () => import('#web/features/profile/screens/ProfileScreen.tsx'),
      'profile',
      'feed',
      'charts',
    ),
    'ProfileScreen',
  ),
})
const editProfile = createRoute({
  ...inside('/edit-profile'),
  component: lazyRouteComponent(account, 'EditProfileScreen'),
})
/**
 * Something to wait for is named in the address; without it there is nothing (specification,
 * section 2).
 */
const loading = createRoute({
  ...inside('/loading'),
  validateSearch: ({ id }: Record<string, unknown>): { id?: string | undefined } => ({
    id: typeof id === 'string' ? id : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (!search.id) throw redirect({ to: '/feed' })
  },
  component: lazyRouteComponent(
    withTexts(() => import('#web/features/shop/screens/LoadingScreen.tsx'), 'shop'),
    'LoadingScreen',
  ),
})
const rewards = createRoute({
  ...inside('/rewards'),
  validateSearch: shopSearch,
  loader: ({ context }) => ahead(context.client, 'rewards'),
  component: lazyRouteComponent(
    withTexts(() => import('#web/features/shop/screens/ShopScreen.tsx'), 'shop', 'rewards'),
    'ShopScreen',
  ),
})
const help = createRoute({
  ...inside('/help'),
  component: lazyRouteComponent(
    withTexts(() => import('#web/features/help/screens/HelpScreen.tsx'), 'shell', 'help'),
    'HelpScreen',
  ),
})
const settings = createRoute({
  ...inside('/settings'),
  beforeLoad: guarded('enter_settings'),
  component: lazyRouteComponent(settingsScreens, 'MenuScreen'),
})
const team = createRoute({
  ...inside('/settings/team'),
  validateSearch: teamSearch,
  beforeLoad: guarded('manage_team'),
  component: lazyRouteComponent(teamScreens, 'TeamScreen'),
})
const addUser = createRoute({
  ...inside('/settings/team/add-user'),
  beforeLoad: guarded('manage_team'),
  component: lazyRouteComponent(teamScreens, 'AddUserScreen'),
})
const globalSettings = createRoute({
  ...inside('/settings/global'),
  beforeLoad: guarded('manage_settings'),
  component: lazyRouteComponent(settingsScreens, 'GlobalScreen'),
})
const notifications = createRoute({
  ...inside('/settings/notifications'),
  beforeLoad: guarded('manage_notifications'),
  component: lazyRouteComponent(settingsScreens, 'NotificationsScreen'),
})
const values = createRoute({
  ...inside('/settings/values'),
  beforeLoad: guarded('manage_values'),
  component: lazyRouteComponent(
    withTexts(() => import('#web/features/values/screens/ValuesScreen.tsx'), 'values'),
    'ValuesScreen',
  ),
})
const connections = createRoute({
  ...inside('/settings/connections'),
  beforeLoad: guarded('manage_settings'),
  component: lazyRouteComponent(
    withTexts(
      () => import('#web/features/connections/screens/ConnectionsScreen.tsx'),
      'connections',
    ),
    'ConnectionsScreen',
  ),
})
const danger = createRoute({
  ...inside('/settings/danger'),
  beforeLoad: guarded('manage_workspace'),
  component: lazyRouteComponent(settingsScreens, 'DangerScreen'),
})
const auditLog = createRoute({
  ...inside('/settings/audit'),
  beforeLoad: guarded('read_audit'),
  component: lazyRouteComponent(settingsScreens, 'AuditScreen'),
})
const importsScreens = withTexts(
  () => import('#web/features/imports/screens.ts'),
  'imports',
  'refusals',
)
const importPeople = createRoute({
  ...inside('/settings/team/import'),
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' && search['id'] ? { id: search['id'] } : {},
  beforeLoad: guarded('manage_team'),
  component: lazyRouteComponent(importsScreens, 'ImportScreen'),
})
const bulkUpload = createRoute({
  ...inside('/settings/team/bulk-upload'),
  beforeLoad: guarded('manage_team'),
  component: lazyRouteComponent(importsScreens, 'BulkUploadScreen'),
})
const rewardsIndex = createRoute({
  ...inside('/settings/rewards'),
  beforeLoad: () => {
    throw redirect({ to: '/settings/rewards/all' })
  },
})
const allRewards = createRoute({
  ...inside('/settings/rewards/all'),
  validateSearch: words('order', 'category'),
  beforeLoad: guarded('manage_rewards'),
  component: lazyRouteComponent(rewardsScreens, 'AllRewardsScreen'),
})
const newReward = createRoute({
  ...inside('/settings/rewards/new'),
  validateSearch: words('kind', 'idea'),
  beforeLoad: guarded('manage_rewards'),
  component: lazyRouteComponent(rewardsScreens, 'NewRewardScreen'),
})
const editReward = createRoute({
  ...inside('/settings/rewards/edit/$id'),
  beforeLoad: guarded('manage_rewards'),
  component: lazyRouteComponent(rewardsScreens, 'EditRewardScreen'),
})
const purchases = createRoute({
  ...inside('/settings/rewards/purchases'),
  validateSearch: words('status', 'kind'),
  beforeLoad: guarded('manage_rewards'),
  component: lazyRouteComponent(rewardsScreens, 'PurchasesScreen'),
})

const rewardsPayment = createRoute({
  ...inside('/settings/rewards/payment'),
  validateSearch: words('card'),
  beforeLoad: guarded('manage_rewards_billing'),
  component: lazyRouteComponent(
    withTexts(
      () => import('#web/features/giftcards/screens/PaymentScreen.tsx'),
      'giftcards',
      'rewards',
    ),
    'PaymentScreen',
  ),
})

/**
 * The pages about billing: for who may pay, also while the team is not active; none where there is
 * no billing.
 */
const forPayers = async (route: {
  context: { client: QueryClient }
  location: { href: string }
}) => {
  await guarded('manage_billing')(route)
  const config = await needSession(route.context.client, route.location)
  if (config.billing === 'off') throw redirect({ to: '/settings' })
  return config
}
const billingScreens = withTexts(() => import('#web/features/billing/screens.ts'), 'billing')
const billingIndex = createRoute({
  ...inside('/settings/billing'),
  beforeLoad: async (route) => {
    const { workspace } = await forPayers(route)
    throw redirect({
      to: workspace.billing_active ? '/settings/billing/overview' : '/settings/billing/trial',
    })
  },
})
const payers = {
  beforeLoad: async (route: Parameters<typeof forPayers>[0]) => {
    await forPayers(route)
  },
}
const answered = (search: Record<string, unknown>) => ({
  ...words('card', 'subscription')(search),
  ...whereBefore(search),
})
const billingOverview = createRoute({
  ...inside('/settings/billing/overview'),
  ...payers,
  validateSearch: answered,
  component: lazyRouteComponent(billingScreens, 'OverviewScreen'),
})
const billingHistory = createRoute({
  ...inside('/settings/billing/history'),
  ...payers,
  component: lazyRouteComponent(billingScreens, 'HistoryScreen'),
})
const billingDetails = createRoute({
  ...inside('/settings/billing/details'),
  ...payers,
  component: lazyRouteComponent(billingScreens, 'DetailsScreen'),
})
const billingCard = createRoute({
  ...inside('/settings/billing/payment_method'),
  ...payers,
  validateSearch: answered,
  component: lazyRouteComponent(billingScreens, 'PaymentMethodScreen'),
})
const billingTrial = createRoute({
  ...inside('/settings/billing/trial'),
  ...payers,
  validateSearch: whereBefore,
  component: lazyRouteComponent(billingScreens, 'TrialScreen'),
})

const tree = root.addChildren([
  index,
  login,
  signUp,
  codeCheck,
  secondFactor,
  accept,
  undoAddress,
  impersonate,
  workspaces,
  createTeam,
  createProfile,
  addPhoto,
  welcome,
  expired,
  goodbye,
  checkout,
  claim,
  unsubscribe,
  notFound,
  shell.addChildren([
    dashboard,
    feed,
    onePost,
    profile,
    editProfile,
    rewards,
    loading,
    help,
    settings,
    globalSettings,
    notifications,
    values,
    connections,
    danger,
    auditLog,
    team,
    addUser,
    importPeople,
    bulkUpload,
    rewardsIndex,
    allRewards,
    newReward,
    editReward,
    purchases,
    rewardsPayment,
    billingIndex,
    billingOverview,
    billingHistory,
    billingDetails,
    billingCard,
    billingTrial,
  ]),
])

export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ScreenFailure,
    defaultNotFoundComponent: UnknownPath,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
