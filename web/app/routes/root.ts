import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { Root } from '#web/app/Root.tsx'
import { Shell } from '#web/app/Shell.tsx'
import { ShellSkeleton } from '#web/app/ShellSkeleton.tsx'
import { requireProfile } from '#web/app/guards.ts'
import { UnknownRoute } from '#web/shared/errors/NotFound.tsx'

export const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Root,
  notFoundComponent: UnknownRoute,
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
