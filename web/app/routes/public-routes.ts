import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { NotFoundPage, UnknownRoute } from '#web/shared/errors/NotFound.tsx'
import { withMessages } from '#web/shared/load-code.ts'
import { loadOrganizationScreens } from './load-screens.ts'
import { underOpen, underRoot } from './root.ts'
import { parseNextSearch } from './search-params.ts'

const indexRoute = createRoute({
  ...underRoot('/'),
  beforeLoad: () => {
    throw redirect({ to: '/feed' })
  },
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
const leaverRoute = createRoute({
  ...underRoot('/leavers/$token'),
  component: lazyRouteComponent(withMessages(loadOrganizationScreens, 'shop'), 'LeaverScreen'),
})
const displayRoute = createRoute({
  ...underRoot('/screen/$token'),
  component: lazyRouteComponent(loadOrganizationScreens, 'DisplayScreen'),
})
const notFoundRoute = createRoute({
  ...underOpen('/404'),
  validateSearch: parseNextSearch,
  component: NotFoundPage,
})

const unknownRoute = createRoute({ ...underOpen('/$'), component: UnknownRoute })

export const openPages = [notFoundRoute, unknownRoute] as const
export const publicPages = [
  indexRoute,
  checkoutRoute,
  unsubscribeRoute,
  claimRoute,
  leaverRoute,
  displayRoute,
] as const
