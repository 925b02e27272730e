import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { OpenLayout } from '#web/app/OpenLayout.tsx'
import { Root } from '#web/app/Root.tsx'
import { Shell } from '#web/app/Shell.tsx'
import { ShellSkeleton } from '#web/app/ShellSkeleton.tsx'
import { requireProfile } from '#web/app/guards.ts'
import { session } from '#web/lib/session.ts'
import { configQuery } from '#web/shared/config.ts'

export const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Root,
})
export const underRoot = <Path extends string>(path: Path) => ({
  getParentRoute: () => rootRoute,
  path,
})
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  pendingComponent: ShellSkeleton,
  beforeLoad: ({ context, location }) => requireProfile(context.client, location),
})
export const underShell = <Path extends string>(path: Path) => ({
  getParentRoute: () => shellRoute,
  path,
})

/** The parent of pages that are open to everyone. The layout depends on the session. */
export const openRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'open',
  component: OpenLayout,
  beforeLoad: async ({ context }) => {
    // A failure leaves the page without the header.
    if (session.token()) await context.client.ensureQueryData(configQuery).catch(() => undefined)
  },
})
export const underOpen = <Path extends string>(path: Path) => ({
  getParentRoute: () => openRoute,
  path,
})
