import { expect, test } from 'vitest'
import { abilities, listAbilities, permissions, type Permission } from '#contract/permissions.ts'
import type { Route } from '#contract/routes/route.ts'
import { type RouteName, routeNames, routes } from '#contract/routes/index.ts'

/**
 * The table of the specification's section 6, written down a second time by hand: which calls
 * belong to which of the four administrators. Whatever matches no row is a member's own. The
 * refusal suite proves that the server keeps to `access`; this proves that `access` says what was
 * asked for.
 */
const [global, account, rewards, billing] = permissions
const permissionTable: [who: Permission[], calls: RegExp][] = [
  [[account], /^workspace\.(reset|delete|cancel_deletion|audit)$/],
  [[global, account], /^workspace\.reset_demo_data$/],
  [permissions.slice(), /^settings\.get$/],
  [[global, account], /^settings\.(update|notifications|logo)$/],
  // Connections are settings of the team (issue 8).
  [[global, account], /^hooks\./],
  [[global, account], /^users\.(?!delete$)/],
  [[global, account], /^imports\./],
  [[global], /^coins\.adjust$/],
  [[global, account], /^values\.(suggestions|create|update|delete)$/],
  [[global, account], /^leaderboards\.(values|org_chart|statistics|unthanked|csv)$/],
  [[global, account], /^posts\.csv$/],
  [[rewards], /^rewards\.(fulfil|decline)$/],
  [[rewards, billing], /^rewards\./],
  [[billing], /^billing\./],
]
const publicCallPattern = /^(auth|notifications|checkout|giftcards)\./

const route = (name: RouteName): Route => routes[name]
const requiredPermissions = (name: RouteName): Permission[] | undefined =>
  permissionTable.find(([, calls]) => calls.test(name))?.[0]

test.each(routeNames)('%s belongs to whom the specification gives it', (name) => {
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

test('nobody has an ability that no permission gives; a member takes part and no more', () => {
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
