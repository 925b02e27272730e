import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { ScreenErrorState } from '#web/shared/errors/ErrorState.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { billingPages } from './routes/billing-routes.ts'
import { memberPages } from './routes/member-routes.ts'
import { onboardingPages } from './routes/onboarding-routes.ts'
import { openPages, publicPages } from './routes/public-routes.ts'
import { rewardPages } from './routes/reward-routes.ts'
import { openRoute, rootRoute, shellRoute } from './routes/root.ts'
import { settingsPages } from './routes/settings-routes.ts'
import { signInPages } from './routes/sign-in-routes.ts'

const routeTree = rootRoute.addChildren([
  ...publicPages,
  openRoute.addChildren(openPages),
  ...signInPages,
  ...onboardingPages,
  shellRoute.addChildren([...memberPages, ...settingsPages, ...rewardPages, ...billingPages]),
])

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ScreenErrorState,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
