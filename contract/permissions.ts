/**
 * The four administrator permissions (specification, section 6) and the abilities of each. The web
 * never derives them.
 */
export const permissions = [
  'global_administrator',
  'account_administrator',
  'rewards_administrator',
  'billing_administrator',
] as const
export type Permission = (typeof permissions)[number]
export type Permissions = Record<Permission, boolean>

const globalOrAccount = ['global_administrator', 'account_administrator'] as const
const rewardsOrBilling = ['rewards_administrator', 'billing_administrator'] as const

/**
 * The permissions that grant each ability. Every accepted user has the `member` abilities. Default
 * deny.
 */
export const abilities = {
  take_part: 'member',
  enter_settings: permissions,
  see_dashboard: globalOrAccount,
  manage_settings: globalOrAccount,
  manage_team: globalOrAccount,
  manage_notifications: globalOrAccount,
  manage_values: globalOrAccount,
  remove_demo_data: globalOrAccount,
  see_private_posts: globalOrAccount,
  see_balances: globalOrAccount,
  export_posts: globalOrAccount,
  moderate_posts: ['global_administrator'],
  adjust_balances: ['global_administrator'],
  manage_workspace: ['account_administrator'],
  read_audit: ['account_administrator'],
  manage_rewards: rewardsOrBilling,
  fulfil_purchases: ['rewards_administrator'],
  manage_rewards_billing: rewardsOrBilling,
  manage_billing: ['billing_administrator'],
  manage_finance: ['billing_administrator'],
} as const satisfies Record<string, 'member' | readonly Permission[]>

export type Ability = keyof typeof abilities
/** Who may make a call: anybody, a holder of a temporary token, or a user with an ability. */
export type RouteAccess = 'public' | 'temporary' | Ability
export const abilityNames = Object.keys(abilities) as Ability[]

/** Returns the abilities that these permissions grant. */
export function listAbilities(held: Permissions): Ability[] {
  return abilityNames.filter((name) => {
    const from: 'member' | readonly Permission[] = abilities[name]
    return from === 'member' || from.some((permission) => held[permission])
  })
}
