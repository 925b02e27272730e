import type { QueryClient } from '@tanstack/react-query'
import { clearRecentPeople } from '#web/app/search/clear-recent-people.ts'
import { type SignedOutPath, session } from '#web/lib/session.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import type { createAppRouter } from './router.ts'
import { publicPages } from './routes/public-routes.ts'
import { signInPages } from './routes/sign-in-routes.ts'

const pagesWithoutSession: ReadonlySet<unknown> = new Set([...publicPages, ...signInPages])

/**
 * Drops the data of an ended session and leaves the page. A page without a session stays, such as a
 * display or the page of a mailed link: its browser may hold the token of a session that has ended.
 */
function leavePage(
  client: QueryClient,
  router: ReturnType<typeof createAppRouter>,
  to: SignedOutPath,
): void {
  clearRecentPeople()
  const routes = router.getMatchedRoutes(router.latestLocation.pathname)[0]
  if (to === '/login' && routes.some((route) => pagesWithoutSession.has(route))) {
    client.removeQueries({ type: 'inactive' })
    client
      .getQueryCache()
      .find({ queryKey: queryKey('config') })
      ?.reset()
    return
  }
  client.clear()
  // An ended session cannot save anything, so no unsaved-changes prompt.
  void router.navigate({ to, search: {}, ignoreBlocker: true })
}

/** Handles the end of a session, in this or another tab. */
export const watchSessionEnd = (
  client: QueryClient,
  router: ReturnType<typeof createAppRouter>,
): (() => void) => session.onEnd((to) => leavePage(client, router, to))
