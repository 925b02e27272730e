import type { QueryClient } from '@tanstack/react-query'
import type { Ability } from '#contract/permissions.ts'
import { limits } from '#contract/limits.ts'
import type { Category } from '#contract/schemas/rewards.ts'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { prefetchScreen } from './prefetch.ts'
import { withMessages } from '#web/shared/load-code.ts'
import {
  startImpersonation,
  storeLinkToken,
  requirePendingCode,
  requireExpiredBilling,
  requireSignedOut,
  requireProfile,
  requirePendingProof,
  requireSession,
  requireTemporaryToken,
} from './guards.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'
import { ScreenErrorState } from '#web/shared/errors/ErrorState.tsx'
import { isCategory } from '#web/shared/rewards/reward-categories.ts'
import { NotFoundPage, UnknownRoute } from '#web/shared/errors/NotFound.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { Root } from './Root.tsx'
import { Shell } from './Shell.tsx'
import { signInOptionsQuery } from '#web/shared/sign-in-queries.ts'

type SignInSearch = {
  next?: string | undefined
  why?: 'impersonation_invalid' | 'unavailable' | undefined
}
const parseSignInSearch = ({ next, why }: Record<string, unknown>): SignInSearch => ({
  ...(typeof next === 'string' ? { next } : {}),
  ...(why === 'impersonation_invalid' || why === 'unavailable' ? { why } : {}),
})
/** Waits up to 800 ms for the sign-in options, so that the layout does not shift. */
const preloadSignInOptions = ({ context: { client } }: { context: { client: QueryClient } }) =>
  Promise.race([
    client.ensureQueryData(signInOptionsQuery).catch(() => null),
    new Promise<null>((resolve) => {
      setTimeout(resolve, 800, null)
    }),
  ])

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Root,
  notFoundComponent: UnknownRoute,
})
const underRoot = <Path extends string>(path: Path) => ({ getParentRoute: () => rootRoute, path })

const loadAuthScreens = withMessages(() => import('#web/features/auth/screens/index.ts'), 'auth')
const loadAccountScreens = withMessages(
  () => import('#web/features/account/screens/index.ts'),
  'account',
  'auth',
  'leaving',
)
const loadWorkspaceScreens = withMessages(
  () => import('#web/features/workspaces/screens/index.ts'),
  'auth',
)

const indexRoute = createRoute({
  ...underRoot('/'),
  beforeLoad: () => {
    throw redirect({ to: '/feed' })
  },
})
const loginRoute = createRoute({
  ...underRoot('/login'),
  validateSearch: parseSignInSearch,
  beforeLoad: ({ search }) => requireSignedOut(search.next),
  loader: preloadSignInOptions,
  component: lazyRouteComponent(loadAuthScreens, 'LoginScreen'),
})
const signUpRoute = createRoute({
  ...underRoot('/sign-up'),
  validateSearch: parseSignInSearch,
  beforeLoad: ({ search }) => requireSignedOut(search.next),
  loader: preloadSignInOptions,
  component: lazyRouteComponent(loadAuthScreens, 'SignUpScreen'),
})
const codeCheckRoute = createRoute({
  ...underRoot('/code-check'),
  validateSearch: parseSignInSearch,
  beforeLoad: requirePendingCode,
  component: lazyRouteComponent(loadAuthScreens, 'CodeCheckScreen'),
})
const twoFactorRoute = createRoute({
  ...underRoot('/second-factor'),
  validateSearch: parseSignInSearch,
  beforeLoad: requirePendingProof,
  component: lazyRouteComponent(loadAuthScreens, 'TwoFactorScreen'),
})
const acceptInviteRoute = createRoute({
  ...underRoot('/login/accept'),
  validateSearch: ({ token }: Record<string, unknown>): { token?: string | undefined } =>
    typeof token === 'string' ? { token } : {},
  beforeLoad: ({ search, location }) =>
    storeLinkToken('invite', '/login/accept', { search: search.token, hash: location.hash }),
  component: lazyRouteComponent(loadAuthScreens, 'InvitationScreen'),
})
const undoEmailChangeRoute = createRoute({
  ...underRoot('/undo-address'),
  beforeLoad: ({ location }) =>
    storeLinkToken('undo_address', '/undo-address', { hash: location.hash }),
  component: lazyRouteComponent(loadAuthScreens, 'UndoEmailChangeScreen'),
})
const impersonateRoute = createRoute({
  ...underRoot('/impersonate/$token'),
  beforeLoad: ({ context, params, preload }) =>
    preload ? undefined : startImpersonation(context.client, params.token),
  component: PageSkeleton,
})
const workspacesRoute = createRoute({
  ...underRoot('/workspaces'),
  validateSearch: parseSignInSearch,
  beforeLoad: requireTemporaryToken,
  component: lazyRouteComponent(loadWorkspaceScreens, 'WorkspacesScreen'),
})
const createWorkspaceRoute = createRoute({
  ...underRoot('/create-team'),
  beforeLoad: requireTemporaryToken,
  component: lazyRouteComponent(loadWorkspaceScreens, 'CreateWorkspaceScreen'),
})
const createProfileRoute = createRoute({
  ...underRoot('/create-profile'),
  beforeLoad: ({ context, location }) => requireSession(context.client, location),
  component: lazyRouteComponent(loadWorkspaceScreens, 'CreateProfileScreen'),
})
const welcomeRoute = createRoute({
  ...underRoot('/welcome'),
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
  component: lazyRouteComponent(loadWorkspaceScreens, 'WelcomeScreen'),
})
const addPhotoRoute = createRoute({
  ...underRoot('/add-photo'),
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
  component: lazyRouteComponent(loadAccountScreens, 'AddPhotoScreen'),
})
const goodbyeRoute = createRoute({
  ...underRoot('/goodbye'),
  component: lazyRouteComponent(loadAccountScreens, 'GoodbyeScreen'),
})
/** The path to return to after payment. */
const parseNextSearch = ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
  next: safeNextPath(next),
})
const expiredRoute = createRoute({
  ...underRoot('/expired'),
  validateSearch: parseNextSearch,
  beforeLoad: ({ context, location, search }) =>
    requireExpiredBilling(context.client, location, search.next),
  component: lazyRouteComponent(loadWorkspaceScreens, 'BillingExpiredScreen'),
})
const checkoutRoute = createRoute({
  ...underRoot('/checkout/$token'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/checkout/screens/CheckoutScreen.tsx'), 'billing'),
    'CheckoutScreen',
  ),
})
const unsubscribeRoute = createRoute({
  ...underRoot('/u/$token'),
  component: lazyRouteComponent(
    withMessages(
      () => import('#web/features/notifications/screens/UnsubscribeScreen.tsx'),
      'settings',
    ),
    'UnsubscribeScreen',
  ),
})
const claimRoute = createRoute({
  ...underRoot('/claim/$token'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/giftcards/screens/ClaimScreen.tsx'), 'giftcards'),
    'ClaimScreen',
  ),
})
const notFoundRoute = createRoute({
  ...underRoot('/404'),
  validateSearch: parseNextSearch,
  component: NotFoundPage,
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
})
const underShell = <Path extends string>(path: Path) => ({ getParentRoute: () => shellRoute, path })
const loadRewardScreens = withMessages(
  () => import('#web/features/rewards/screens/index.ts'),
  'rewards',
  'shop',
  'giftcards',
)
const loadUserScreens = withMessages(
  () => import('#web/features/users/screens/index.ts'),
  'team',
  'refusals',
)
const loadSettingsScreens = withMessages(
  () => import('#web/features/settings/screens/index.ts'),
  'settings',
)

/**
 * Requires an ability for a settings screen; redirects to the menu, or to the feed without any
 * settings ability.
 */
const requireAbility =
  (ability: Ability) =>
  async ({
    context,
    location,
  }: {
    context: { client: QueryClient }
    location: { href: string }
  }) => {
    const { abilities } = await requireSession(context.client, location)
    if (!abilities.includes('enter_settings')) throw redirect({ to: '/feed' })
    if (!abilities.includes(ability)) throw redirect({ to: '/settings' })
  }

type TeamSearch = {
  search?: string | undefined
  state?: 'pending' | 'accepted' | 'deactivated' | undefined
}
/** The team filter is part of the URL, so that it survives going back. */
const parseTeamSearch = ({ search, state }: Record<string, unknown>): TeamSearch => ({
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
 * The shop's filter is part of the URL; defaults are omitted. Invalid values become undefined,
 * because absent keys would stay in the URL.
 */
const parseShopSearch = ({
  tab,
  purchase,
  category,
  order,
}: Record<string, unknown>): ShopSearch => ({
  tab: tab === 'mine' ? tab : undefined,
  purchase: typeof purchase === 'string' ? purchase : undefined,
  category: isCategory(category) ? category : undefined,
  order: order === 'newest' || order === 'title' ? order : undefined,
})
/** Parses free string parameters; the screen validates them. */
const parseStringParams =
  <Key extends string>(...keys: Key[]) =>
  (search: Record<string, unknown>): { [key in Key]?: string | undefined } =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const word = search[key]
        return typeof word === 'string' && word ? [[key, word.slice(0, 40)]] : []
      }),
    ) as { [key in Key]?: string }

const dashboardRoute = createRoute({
  ...underShell('/dashboard'),
  validateSearch: parseStringParams('range', 'from', 'to'),
  beforeLoad: requireAbility('see_dashboard'),
  component: lazyRouteComponent(
    withMessages(
      () => import('#web/features/dashboard/screens/DashboardScreen.tsx'),
      'charts',
      'dashboard',
    ),
    'DashboardScreen',
  ),
})
/** The feed's filter is part of the URL: it can be shared, and the back button restores it. */
const parseFeedSearch = ({
  value,
  search,
}: Record<string, unknown>): { value?: string | undefined; search?: string | undefined } => ({
  value: typeof value === 'string' && value ? value.slice(0, 36) : undefined,
  // The router parses digits as a number.
  search:
    (typeof search === 'string' || typeof search === 'number') && String(search).trim()
      ? String(search).trim().slice(0, limits.search_chars_max)
      : undefined,
})
const feedRoute = createRoute({
  ...underShell('/feed'),
  validateSearch: parseFeedSearch,
  loader: ({ context }) => prefetchScreen(context.client, 'feed'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/feed/screens/FeedScreen.tsx'), 'feed'),
    'FeedScreen',
  ),
})
const postRoute = createRoute({
  ...underShell('/posts/$id'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/posts/screens/PostScreen.tsx'), 'feed'),
    'PostScreen',
  ),
})
/** Redirects /profile/me to the own profile. */
const redirectToOwnProfile = async ({
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
  const { user } = await requireSession(context.client, location)
  throw redirect({ to: '/profile/$id', params: { id: user.id }, search, replace: true })
}
const profileRoute = createRoute({
  ...underShell('/profile/$id'),
  validateSearch: parseStringParams('tab', 'period', 'value'),
  beforeLoad: redirectToOwnProfile,
  loader: ({ context, params }) => prefetchScreen(context.client, 'profile', params.id),
  component: lazyRouteComponent(
    withMessages(
      () => import('#web/features/profiles/screens/ProfileScreen.tsx'),
      'profile',
      'feed',
      'charts',
    ),
    'ProfileScreen',
  ),
})
const editProfileRoute = createRoute({
  ...underShell('/edit-profile'),
  component: lazyRouteComponent(loadAccountScreens, 'EditProfileScreen'),
})
/** The URL names the purchase; without it the page redirects (specification, section 2). */
const purchaseProgressRoute = createRoute({
  ...underShell('/loading'),
  validateSearch: ({ id }: Record<string, unknown>): { id?: string | undefined } => ({
    id: typeof id === 'string' ? id : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (!search.id) throw redirect({ to: '/feed' })
  },
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/shop/screens/PurchaseProgressScreen.tsx'), 'shop'),
    'PurchaseProgressScreen',
  ),
})
const shopRoute = createRoute({
  ...underShell('/rewards'),
  validateSearch: parseShopSearch,
  loader: ({ context }) => prefetchScreen(context.client, 'rewards'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/shop/screens/ShopScreen.tsx'), 'shop', 'rewards'),
    'ShopScreen',
  ),
})
const helpRoute = createRoute({
  ...underShell('/help'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/help/screens/HelpScreen.tsx'), 'shell', 'help'),
    'HelpScreen',
  ),
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
const valuesRoute = createRoute({
  ...underShell('/settings/values'),
  beforeLoad: requireAbility('manage_values'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/values/screens/ValuesScreen.tsx'), 'values'),
    'ValuesScreen',
  ),
})
const webhooksRoute = createRoute({
  ...underShell('/settings/connections'),
  beforeLoad: requireAbility('manage_settings'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/webhooks/screens/WebhooksScreen.tsx'), 'connections'),
    'WebhooksScreen',
  ),
})
const dangerZoneRoute = createRoute({
  ...underShell('/settings/danger'),
  beforeLoad: requireAbility('manage_workspace'),
  component: lazyRouteComponent(loadSettingsScreens, 'DangerZoneScreen'),
})
const auditLogRoute = createRoute({
  ...underShell('/settings/audit'),
  beforeLoad: requireAbility('read_audit'),
  component: lazyRouteComponent(loadSettingsScreens, 'AuditLogScreen'),
})
const loadImportScreens = withMessages(
  () => import('#web/features/imports/screens/index.ts'),
  'imports',
  'refusals',
)
const importRoute = createRoute({
  ...underShell('/settings/team/import'),
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' && search['id'] ? { id: search['id'] } : {},
  beforeLoad: requireAbility('manage_team'),
  component: lazyRouteComponent(loadImportScreens, 'ImportScreen'),
})
const bulkInviteRoute = createRoute({
  ...underShell('/settings/team/bulk-upload'),
  beforeLoad: requireAbility('manage_team'),
  component: lazyRouteComponent(loadImportScreens, 'BulkInviteScreen'),
})
const rewardsIndexRoute = createRoute({
  ...underShell('/settings/rewards'),
  beforeLoad: () => {
    throw redirect({ to: '/settings/rewards/all' })
  },
})
const allRewardsRoute = createRoute({
  ...underShell('/settings/rewards/all'),
  validateSearch: parseStringParams('order', 'category'),
  beforeLoad: requireAbility('manage_rewards'),
  component: lazyRouteComponent(loadRewardScreens, 'AllRewardsScreen'),
})
const newRewardRoute = createRoute({
  ...underShell('/settings/rewards/new'),
  validateSearch: parseStringParams('kind', 'idea'),
  beforeLoad: requireAbility('manage_rewards'),
  component: lazyRouteComponent(loadRewardScreens, 'NewRewardScreen'),
})
const editRewardRoute = createRoute({
  ...underShell('/settings/rewards/edit/$id'),
  beforeLoad: requireAbility('manage_rewards'),
  component: lazyRouteComponent(loadRewardScreens, 'EditRewardScreen'),
})
const purchasesRoute = createRoute({
  ...underShell('/settings/rewards/purchases'),
  validateSearch: parseStringParams('status', 'kind'),
  beforeLoad: requireAbility('manage_rewards'),
  component: lazyRouteComponent(loadRewardScreens, 'PurchasesScreen'),
})

const rewardsPaymentRoute = createRoute({
  ...underShell('/settings/rewards/payment'),
  validateSearch: parseStringParams('card'),
  beforeLoad: requireAbility('manage_rewards_billing'),
  component: lazyRouteComponent(
    withMessages(
      () => import('#web/features/giftcards/screens/PaymentScreen.tsx'),
      'giftcards',
      'rewards',
    ),
    'PaymentScreen',
  ),
})

/**
 * Requires the billing permission, also while billing is inactive; redirects if billing is off.
 * Returns the config.
 */
const requirePayer = async (route: {
  context: { client: QueryClient }
  location: { href: string }
}) => {
  await requireAbility('manage_billing')(route)
  const config = await requireSession(route.context.client, route.location)
  if (config.billing === 'off') throw redirect({ to: '/settings' })
  return config
}
const loadBillingScreens = withMessages(
  () => import('#web/features/billing/screens/index.ts'),
  'billing',
)
const billingIndexRoute = createRoute({
  ...underShell('/settings/billing'),
  beforeLoad: async (route) => {
    const { workspace } = await requirePayer(route)
    throw redirect({
      to: workspace.billing_active ? '/settings/billing/overview' : '/settings/billing/trial',
    })
  },
})
const payerGuard = {
  beforeLoad: async (route: Parameters<typeof requirePayer>[0]) => {
    await requirePayer(route)
  },
}
const parseCheckoutReturnSearch = (search: Record<string, unknown>) => ({
  ...parseStringParams('card', 'subscription')(search),
  ...parseNextSearch(search),
})
const billingOverviewRoute = createRoute({
  ...underShell('/settings/billing/overview'),
  ...payerGuard,
  validateSearch: parseCheckoutReturnSearch,
  component: lazyRouteComponent(loadBillingScreens, 'BillingOverviewScreen'),
})
const billingHistoryRoute = createRoute({
  ...underShell('/settings/billing/history'),
  ...payerGuard,
  component: lazyRouteComponent(loadBillingScreens, 'BillingHistoryScreen'),
})
const billingDetailsRoute = createRoute({
  ...underShell('/settings/billing/details'),
  ...payerGuard,
  component: lazyRouteComponent(loadBillingScreens, 'BillingDetailsScreen'),
})
const billingPaymentMethodRoute = createRoute({
  ...underShell('/settings/billing/payment_method'),
  ...payerGuard,
  validateSearch: parseCheckoutReturnSearch,
  component: lazyRouteComponent(loadBillingScreens, 'PaymentMethodScreen'),
})
const billingTrialRoute = createRoute({
  ...underShell('/settings/billing/trial'),
  ...payerGuard,
  validateSearch: parseNextSearch,
  component: lazyRouteComponent(loadBillingScreens, 'TrialScreen'),
})

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  signUpRoute,
  codeCheckRoute,
  twoFactorRoute,
  acceptInviteRoute,
  undoEmailChangeRoute,
  impersonateRoute,
  workspacesRoute,
  createWorkspaceRoute,
  createProfileRoute,
  addPhotoRoute,
  welcomeRoute,
  expiredRoute,
  goodbyeRoute,
  checkoutRoute,
  claimRoute,
  unsubscribeRoute,
  notFoundRoute,
  shellRoute.addChildren([
    dashboardRoute,
    feedRoute,
    postRoute,
    profileRoute,
    editProfileRoute,
    shopRoute,
    purchaseProgressRoute,
    helpRoute,
    settingsRoute,
    globalSettingsRoute,
    notificationSettingsRoute,
    valuesRoute,
    webhooksRoute,
    dangerZoneRoute,
    auditLogRoute,
    teamRoute,
    addUserRoute,
    importRoute,
    bulkInviteRoute,
    rewardsIndexRoute,
    allRewardsRoute,
    newRewardRoute,
    editRewardRoute,
    purchasesRoute,
    rewardsPaymentRoute,
    billingIndexRoute,
    billingOverviewRoute,
    billingHistoryRoute,
    billingDetailsRoute,
    billingPaymentMethodRoute,
    billingTrialRoute,
  ]),
])

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree: routeTree,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ScreenErrorState,
    defaultNotFoundComponent: UnknownRoute,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
