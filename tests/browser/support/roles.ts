import { listAbilities, type Ability, type Permission, permissions } from '#contract/permissions.ts'

/** Every possible viewer: the roles of the specification, and owners of teams in special states. */
export const roles = [
  'anonymous',
  'member',
  'global',
  'account',
  'rewards',
  'billing',
  'expired',
  'expired_payer',
  'impersonator',
] as const
export type Role = (typeof roles)[number]
/**
 * `founder`: of a full team, with every permission. `payer`: subscribed. `fresh`: with the demo
 * data of a new team. `empty`: without any data.
 */
export type Viewer = Role | 'founder' | 'payer' | 'fresh' | 'empty'

/** Members of the demo team with one permission each. */
export const administratorsByRole: Partial<Record<Viewer, [name: string, permission: Permission]>> =
  {
    global: ['mateo', 'global_administrator'],
    account: ['li', 'account_administrator'],
    rewards: ['camille', 'rewards_administrator'],
    billing: ['ravi', 'billing_administrator'],
  }

/** Returns the abilities of a viewer from the contract's table. */
export function abilitiesOfRole(role: Viewer): Ability[] {
  const all = ['founder', 'payer', 'fresh', 'empty', 'expired_payer'].includes(role)
  const held = administratorsByRole[role]?.[1]
  return listAbilities(
    Object.fromEntries(permissions.map((name) => [name, all || name === held])) as Record<
      Permission,
      boolean
    >,
  )
}
