import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { ScreenErrorState } from '#web/shared/errors/ErrorState.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { billingRoutes } from './routes/billing-routes.ts'
import { memberRoutes } from './routes/member-routes.ts'
import { onboardingRoutes } from './routes/onboarding-routes.ts'
import { openRoutes, publicRoutes } from './routes/public-routes.ts'
import { rewardRoutes } from './routes/reward-routes.ts'
import { openRoute, rootRoute, shellRoute } from './routes/root.ts'
import { settingsRoutes } from './routes/settings-routes.ts'
import { signInRoutes } from './routes/sign-in-routes.ts'

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  openRoute.addChildren(openRoutes),
  ...signInRoutes,
  ...onboardingRoutes,
  shellRoute.addChildren([...memberRoutes, ...settingsRoutes, ...rewardRoutes, ...billingRoutes]),
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
