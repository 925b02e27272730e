import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requireAbility, requireProfile, requireSession } from '#web/app/guards.ts'
import { prefetchDashboard, prefetchScreen } from '#web/app/prefetch.ts'
import { withMessages } from '#web/shared/load-code.ts'
import { loadAccountScreens, loadOrganizationScreens } from './load-screens.ts'
import { organizationPage } from './organization-page.ts'
import { underRoot, underShell } from './root.ts'
import { parseFeedSearch, parseShopSearch, parseStringParams } from './search-params.ts'

const dashboardRoute = createRoute({
  ...underShell('/dashboard'),
  validateSearch: parseStringParams('range', 'from', 'to', 'group'),
  beforeLoad: requireAbility('see_dashboard'),
  // Intent preloads code only: the tiles make too many requests for a hovered link.
  loader: ({ context, location, preload }) =>
    preload ? undefined : prefetchDashboard(context.client, location.search),
  component: lazyRouteComponent(
    withMessages(
      () => import('#web/features/dashboard/screens/DashboardScreen.tsx'),
      'charts',
      'dashboard',
      'organization',
    ),
    'DashboardScreen',
  ),
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
const inboxRoute = createRoute({
  ...underShell('/inbox'),
  component: lazyRouteComponent(
    withMessages(() => import('#web/features/inbox/screens/InboxScreen.tsx'), 'inbox'),
    'InboxScreen',
  ),
})
const postRoute = createRoute({
  ...underShell('/posts/$id'),
  validateSearch: ({ reply }: Record<string, unknown>): { reply?: boolean | undefined } => ({
    reply: reply === true || undefined,
  }),
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
      'organization',
      'feed',
      'charts',
    ),
    'ProfileScreen',
  ),
})
const myTeamRoute = createRoute({
  ...organizationPage('/my-team', 'MyTeamScreen'),
  validateSearch: parseStringParams('scope', 'show'),
})
const organizationRoute = createRoute({
  ...organizationPage('/organization', 'ChartScreen'),
  validateSearch: parseStringParams('user'),
})
const groupRoute = createRoute(organizationPage('/groups/$id', 'GroupScreen'))
const budgetRoute = createRoute(organizationPage('/budgets/$id', 'BudgetScreen'))
const groupCardsRoute = createRoute(organizationPage('/group-cards', 'GroupCardsScreen'))
const groupCardRoute = createRoute(organizationPage('/group-cards/$id', 'GroupCardScreen'))
const awardsRoute = createRoute({
  ...organizationPage('/awards', 'AwardsScreen'),
  validateSearch: parseStringParams('tab'),
})
const awardGiftRoute = createRoute(organizationPage('/awards/gifts/$id', 'AwardGiftScreen'))
const nominationsRoute = createRoute({
  ...organizationPage('/nominations', 'NominationsScreen'),
  validateSearch: parseStringParams('tab'),
})
const nominationRoute = createRoute(organizationPage('/nominations/$id', 'NominationScreen'))
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

/** A display in the office has no header. */
const officeScreenRoute = createRoute({
  ...underRoot('/tv'),
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
  component: lazyRouteComponent(loadOrganizationScreens, 'OfficeScreen'),
})

export const memberPages = [
  dashboardRoute,
  feedRoute,
  inboxRoute,
  postRoute,
  profileRoute,
  editProfileRoute,
  myTeamRoute,
  organizationRoute,
  groupRoute,
  budgetRoute,
  groupCardsRoute,
  groupCardRoute,
  awardsRoute,
  awardGiftRoute,
  nominationsRoute,
  nominationRoute,
  purchaseProgressRoute,
  shopRoute,
  helpRoute,
  officeScreenRoute,
] as const
