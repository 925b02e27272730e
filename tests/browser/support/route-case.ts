import type { Page } from 'playwright-core'
import type { Ability } from '#contract/permissions.ts'
import type { Viewer } from './roles.ts'
import type { SeedData } from './seed.ts'

export type ScreenState = {
  /** Name of its screenshot. */
  name: string
  /** The path, if it differs from the route. */
  path?: (seedData: SeedData) => string
  /** The viewer; by default the founder of a full team. */
  viewer?: Viewer
  /** Runs before the page opens. */
  before?: (page: Page) => Promise<unknown>
  /**
   * Runs after the page has rendered: opens a dialog, a menu or an error. Selects by structure,
   * because texts vary by language.
   */
  open?: (page: Page) => Promise<unknown>
}

export type RouteCase = {
  route: string
  /** An example path; by default the route itself. */
  path?: (seedData: SeedData) => string
  /**
   * Viewers that may stay: everybody, signed-out people, any session, an active member with a name,
   * or holders of an ability.
   */
  allowedFor: 'everybody' | 'nobody' | 'session' | 'active' | Ability
  /** The redirect for viewers that may open it. */
  redirectsTo?: (role: Viewer) => string
  states?: ScreenState[]
}

/** Returns the page that a signed-in role is redirected to by default. */
export function homePath(role: Viewer): string {
  if (role === 'expired') return '/expired'
  return role === 'expired_payer' ? '/settings/billing/trial' : '/feed'
}
