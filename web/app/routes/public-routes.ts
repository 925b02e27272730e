import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { NotFoundPage } from '#web/shared/errors/NotFound.tsx'
import { withMessages } from '#web/shared/load-code.ts'
import { underRoot } from './root.ts'
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
const notFoundRoute = createRoute({
  ...underRoot('/404'),
  validateSearch: parseNextSearch,
  component: NotFoundPage,
})

export const publicRoutes = [
  indexRoute,
  checkoutRoute,
  unsubscribeRoute,
  claimRoute,
  notFoundRoute,
] as const
