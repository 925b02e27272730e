import { expect, test } from 'vitest'
import { abilities, listAbilities, permissions, type Permission } from '#contract/permissions.ts'
import type { Route } from '#contract/routes/route.ts'
import { type RouteName, routeNames, routes } from '#contract/routes/index.ts'

/**
 * The table of the specification's section 6, repeated by hand: the calls of each of the four
 * administrators. A call without a row is open to members. The refusal suite proves that the server
 * follows `access`; this suite proves that `access` follows the specification.
 */
const [global, account, rewards, billing] = permissions
const permissionTable: [who: Permission[], calls: RegExp][] = [
  [[account], /^workspace\.(reset|delete|cancel_deletion|audit|audit_csv|audit_lines)$/],
  // What a company owes to leavers belongs to the owners of its account.
  [[account], /^leavers\.(policy|set_policy|list|csv|change)$/],
  // The way into the team is part of its account.
  [[account], /^audit_stream\./],
  // It changes the past of the whole team.
  [[account], /^history_imports\./],
  // It reads everything of the team.
  [[account], /^workspace_exports\./],
  [[account], /^sso\.(?!(discover|team|start|exchange)$)/],
  [[account], /^scim\./],
  // So are the applications that reach its data.
  [[account], /^oauth\.(policy|set_policy)$/],
  [[global, account], /^workspace\.reset_demo_data$/],
  [permissions.slice(), /^settings\.get$/],
  [[global, account], /^settings\.(update|notifications|logo)$/],
  // Webhooks are settings of the team.
  [[global, account], /^hooks\./],
  [[global, account], /^chat\.(?!(links|update_link|unlink|preview_link|link)$)/],
  // So are the displays of the office.
  [[global, account], /^office_screens\.(list|create|delete)$/],
  [[global, account], /^users\.(?!delete$)/],
  [[global, account], /^(imports|people_sync)\./],
  // Letting people join is part of inviting them.
  [[global, account], /^joining\.(get|create_link|revoke_link|send_code|set_domain)$/],
  [[global], /^coins\.adjust/],
  [[global, account], /^values\.(suggestions|create|update|delete)$/],
  [
    [global, account],
    /^leaderboards\.(values|value_trends|org_chart|groups?|statistics|unthanked|csv)$/,
  ],
  // Departments and other groups are part of managing the team.
  [[global, account], /^groups\.(create|update|delete|preview_rule)$/],
  [[global, account], /^attributes\.(create|update|delete)$/],
  // Limits and the people to whom they apply are settings of the team.
  [[global, account], /^(allowance_rules|audiences)\./],
  [[global, account], /^budgets\.(create|update|fund|close)$/],
  [[global, account], /^(celebrations\.|custom_days\.|group_cards\.(reported|decide)$)/],
  [[global, account], /^awards\.(list|create|update|picture|archive)$/],
  [[global, account], /^bonuses\./],
  [
    [global, account],
    /^nominations\.(rounds|(create|update|cancel)_round|result|exclude|announce|report|csv)$/,
  ],
  [[global, account], /^posts\.csv$/],
  [[rewards], /^rewards\.(fulfil|decline|open_purchases|decide_purchases)$/],
  [[rewards, billing], /^rewards\./],
  [
    [billing],
    /^(billing|liability|payroll_runs|plans|point_expiry|point_worths|price_factors|tax_rules|yearly_budget)\./,
  ],
]
const publicCallPattern =
  /^((auth|notifications|checkout|giftcards)\.|sso\.(discover|team|start|exchange)$|leavers\.(open|redeem|tax_note|thanks|thanks_pdf|badges|badge_file)$|office_screens\.open$|joining\.(verify_link|join_by_link|list_teams|join_by_domain)$)/

const route = (name: RouteName): Route => routes[name]
const requiredPermissions = (name: RouteName): Permission[] | undefined =>
  permissionTable.find(([, calls]) => calls.test(name))?.[0]

test.each(routeNames)('%s requires the permission of the specification', (name) => {
  const { access } = route(name)
  if (access === 'public' || access === 'temporary') {
    expect(name).toMatch(publicCallPattern)
    return
  }
  const given = abilities[access]
  expect([
    name,
    given === 'member' ? 'member' : [...given].sort((a, b) => a.localeCompare(b)),
  ]).toEqual([name, requiredPermissions(name)?.toSorted((a, b) => a.localeCompare(b)) ?? 'member'])
})

test('a member has only the ability to take part', () => {
  expect(
    listAbilities({
      global_administrator: false,
      account_administrator: false,
      rewards_administrator: false,
      billing_administrator: false,
    }),
  ).toEqual(['take_part'])
  for (const permission of permissions) {
    const held = {
      global_administrator: false,
      account_administrator: false,
      rewards_administrator: false,
      billing_administrator: false,
      [permission]: true,
    }
    for (const ability of listAbilities(held)) {
      const from: 'member' | readonly Permission[] = abilities[ability]
      expect(from === 'member' || from.includes(permission)).toBe(true)
    }
  }
})

test('every row of the table names a call', () => {
  expect(
    permissionTable.filter(([, calls]) => !routeNames.some((name) => calls.test(name))),
  ).toEqual([])
})
