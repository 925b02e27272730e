import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { routeNames } from '#contract/routes/index.ts'
import { abilitiesOfRole, type Role, roles } from '#tests/browser/support/roles.ts'
import { expectedRedirect, pathOfState, routeCases } from '#tests/browser/support/route-states.ts'
import type { SeedData } from '#tests/browser/support/seed.ts'
import { type Handlers, loseConnection, startFakeApi } from '#tests/support/fake-api.ts'
import { makeConfig } from '#tests/support/web-data.ts'
import { session } from '#web/lib/session.ts'
import { createAppRouter } from './router.ts'

const id = '01900000-0000-7000-8000-000000000000'
const seedData = {
  ids: { me: id, member: id, reward: id, group: id, budget: id, gift: id },
  links: {
    invite: '/login/accept#token=invite',
    join: '/join#token=join',
    checkout: '/checkout/card',
    claim: '/claim/card',
    unsubscribe: '/u/mail',
  },
} as SeedData

/** Returns the config that the server sends to a role. */
function configOfRole(role: Role) {
  const config = makeConfig()
  const isActive = !['expired', 'expired_payer'].includes(role)
  return {
    ...config,
    abilities: abilitiesOfRole(role),
    workspace: { ...config.workspace, billing_active: isActive },
  }
}

/** No screen loads its data. */
const withoutData = Object.fromEntries(
  routeNames.map((name) => [name, loseConnection]),
) as unknown as Handlers
/** Redirects of rendered screens, which have tests of their own. */
const redirectedByScreens = ['/settings/no-such-setting', '/two-factor']

/** Returns the path to which the guards lead from a path. */
async function findFinalPath(path: string): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createAppRouter(client)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  return router.state.location.pathname
}

test.each(roles)('each route opens for those who may open it, or redirects: %s', async (role) => {
  startFakeApi({ ...withoutData, 'config.get': () => configOfRole(role) })
  if (role !== 'anonymous') session.start('token')
  const found: string[] = []
  for (const route of routeCases) {
    if (redirectedByScreens.includes(route.route)) continue
    const path = pathOfState(seedData, route)
    const expected = expectedRedirect(route, role) ?? path.split(/[?#]/)[0]
    const final = await findFinalPath(path)
    if (final !== expected) found.push(`${route.route} ends at ${final} instead of ${expected}`)
  }
  expect(found).toEqual([])
})
