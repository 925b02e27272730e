import { peopleSyncRoutes } from './people-sync-states.ts'
import { historyImportRoutes } from './history-import-states.ts'
import { rewardRoutes } from './reward-routes.ts'
import { abilitiesOfRole, type Viewer } from './roles.ts'
import type { SeedData } from './seed.ts'
import { homePath, type RouteCase, type ScreenState } from './route-case.ts'
import { awardRoutes } from './award-routes.ts'
import { bonusRoutes } from './bonus-routes.ts'
import { budgetRoutes } from './budget-routes.ts'
import { chatRoutes } from './chat-routes.ts'
import { financeRoutes } from './finance-routes.ts'
import { taxRoutes } from './tax-states.ts'
import { groupCardRoutes } from './group-card-routes.ts'
import { nominationRoutes } from './nomination-routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { teamRoutes } from './team-routes.ts'
import { oauthRoutes } from './oauth-states.ts'
import { scimPage } from './scim-states.ts'
import { ssoRoutes } from './sso-routes.ts'
import { settingsRoutes } from './settings-routes.ts'

/**
 * Every route of the specification's section 2 and of ours, its allowed roles and its states. The
 * crawl, the screenshots and the tests share this table.
 */
export const routeCases: RouteCase[] = [
  ...entryRoutes,
  ...teamRoutes,
  ...awardRoutes,
  ...bonusRoutes,
  ...budgetRoutes,
  ...financeRoutes,
  ...taxRoutes,
  ...groupCardRoutes,
  ...nominationRoutes,
  ...rewardRoutes,
  ...settingsRoutes,
  ...peopleSyncRoutes,
  ...historyImportRoutes,
  ...chatRoutes,
  ...ssoRoutes,
  ...oauthRoutes,
  scimPage,
]

/** Returns the path of a route or of one of its states. */
export const pathOfState = (
  seedData: SeedData,
  { route, path }: Pick<RouteCase, 'route' | 'path'>,
  state?: ScreenState,
) => (state?.path ?? path ?? (() => route))(seedData)

const isBillingRoute = (route: string) => /^\/settings\/billing(?!\w)/.test(route)

/**
 * Returns the redirect of a role (specification, sections 2, 4 and 6); undefined if the route
 * opens.
 */
export function expectedRedirect(route: RouteCase, role: Viewer): string | undefined {
  const home = homePath(role)
  if (route.allowedFor === 'everybody') return undefined
  if (route.allowedFor === 'nobody') return role === 'anonymous' ? route.redirectsTo?.(role) : home
  if (role === 'anonymous') return '/login'
  if (route.allowedFor === 'session') return route.redirectsTo?.(role)
  if (
    home !== '/feed' &&
    !(
      role === 'expired_payer' &&
      (isBillingRoute(route.route) || route.route === '/settings/danger')
    )
  )
    return home
  if (route.allowedFor !== 'active') {
    const abilities = abilitiesOfRole(role)
    if (!abilities.includes('enter_settings')) return '/feed'
    if (!abilities.includes(route.allowedFor)) return '/settings'
  }
  return route.redirectsTo?.(role)
}
