import type { Route } from '#contract/routes/route.ts'

/**
 * What a personal access token may do, in few words that a person understands. Its owner's
 * abilities bound it as well.
 */
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
] as const
export type Scope = (typeof scopes)[number]

/**
 * The calls of a noun (the first part of their name) belong to a group: reading ones (GET), and the
 * others. A noun that is not here is open to no token.
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
  imports: { read: 'team', write: 'team' },
  rewards: { read: 'rewards', write: 'rewards' },
  leaderboards: { read: 'reports' },
  settings: { read: 'settings', write: 'settings' },
  workspace: { read: 'audit' },
  billing: { read: 'billing' },
}
/**
 * What a person does themselves: their address, their data, who may do what, what cannot be taken
 * back, and the card that pays.
 */
const sessionOnlyRoutes = new Set([
  'profiles.get_code',
  'profiles.verify_code',
  'profiles.export',
  'users.permissions',
  'users.delete',
  'rewards.remove_payment_method',
])

/**
 * The scope that a token needs for a call of the contract; null where no token may. Default deny.
 */
export function findRequiredScope(
  name: string,
  { method, access, moves }: Pick<Route, 'method' | 'access' | 'moves'>,
): Scope | null {
  if (
    access === 'public' ||
    access === 'temporary' ||
    moves === 'money' ||
    sessionOnlyRoutes.has(name)
  )
    return null
  const how = method === 'GET' ? 'read' : 'write'
  const group = scopeGroups[name.split('.')[0] ?? '']?.[how]
  return scopes.find((scope) => scope === `${group}:${how}`) ?? null
}
