import type { RouteAccess } from './permissions.ts'

/** Scopes of personal access tokens. The owner's abilities limit a token as well. */
export const scopes = [
  'profile:read',
  'profile:write',
  'posts:read',
  'posts:write',
  'shop:read',
  'shop:write',
  'points:read',
  'points:write',
  'team:read',
  'team:write',
  'rewards:read',
  'rewards:write',
  'reports:read',
  'settings:read',
  'settings:write',
  'audit:read',
  'billing:read',
  'finance:read',
] as const
export type Scope = (typeof scopes)[number]
/**
 * A mark beside the scopes of an application's token: its person has not let it read private posts.
 * It opens no call.
 */
export const publicOnlyScope = 'posts:public_only'

/**
 * Scope groups by noun (the first part of a route name) for read routes (GET) and write routes. A
 * noun that is missing here is closed to tokens.
 */
const scopeGroups: Record<string, { read?: string; write?: string }> = {
  config: { read: 'profile' },
  people: { read: 'profile' },
  profiles: { read: 'profile', write: 'profile' },
  posts: { read: 'posts', write: 'posts' },
  values: { read: 'posts', write: 'settings' },
  shop: { read: 'shop', write: 'shop' },
  coins: { read: 'points', write: 'points' },
  users: { read: 'team', write: 'team' },
  groups: { read: 'profile', write: 'team' },
  attributes: { read: 'profile', write: 'team' },
  organization: { read: 'profile' },
  allowance_rules: { read: 'settings', write: 'settings' },
  audiences: { write: 'team' },
  budgets: { read: 'points', write: 'settings' },
  celebrations: { read: 'settings', write: 'settings' },
  custom_days: { read: 'settings', write: 'settings' },
  group_cards: { read: 'posts', write: 'posts' },
  awards: { read: 'points', write: 'settings' },
  bonuses: { read: 'settings', write: 'settings' },
  nominations: { read: 'settings', write: 'settings' },
  imports: { read: 'team', write: 'team' },
  people_sync: { read: 'team', write: 'team' },
  rewards: { read: 'rewards', write: 'rewards' },
  leaderboards: { read: 'reports' },
  settings: { read: 'settings', write: 'settings' },
  workspace: { read: 'audit' },
  billing: { read: 'billing' },
  liability: { read: 'finance' },
  payroll_runs: { read: 'finance' },
  plans: { read: 'finance' },
  point_expiry: { read: 'finance' },
  point_worths: { read: 'finance' },
  price_factors: { read: 'finance' },
  tax_rules: { read: 'finance' },
  yearly_budget: { read: 'finance' },
}
/**
 * Routes that require a session: own address and data, permissions, irreversible actions, points of
 * budgets that members own, awards and nominations of members, the payment of a bonus, and the
 * payment card.
 */
const sessionOnlyRoutes = new Set([
  'profiles.get_code',
  'profiles.verify_code',
  'profiles.export',
  'budgets.move',
  'awards.give',
  'awards.decide',
  'awards.withdraw',
  'bonuses.pay',
  'nominations.nominate',
  'nominations.change',
  'nominations.withdraw',
  'nominations.own',
  'nominations.words',
  'nominations.ballot',
  'nominations.score',
  'nominations.vote',
  'profiles.set_approval_delegate',
  'users.permissions',
  'users.permissions_many',
  'users.delete',
  'rewards.remove_payment_method',
])

/**
 * Returns the scope that a token needs for a route, or null if no token may use it. Default deny.
 */
export function findRequiredScope(
  name: string,
  { method, access, moves }: { method: string; access: RouteAccess; moves?: 'points' | 'money' },
): Scope | null {
  if (
    access === 'public' ||
    access === 'temporary' ||
    moves === 'money' ||
    sessionOnlyRoutes.has(name)
  )
    return null
  const how = method === 'GET' ? 'read' : 'write'
  // The posts of a profile are posts.
  const noun = name === 'profiles.posts' ? 'posts' : (name.split('.')[0] ?? '')
  const group = scopeGroups[noun]?.[how]
  return scopes.find((scope) => scope === `${group}:${how}`) ?? null
}
