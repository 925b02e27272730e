import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  findViolations,
  navigateInApp,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { findVisualFaults } from '#tests/browser/support/visual-checks.ts'
import { expectedRedirect, pathOfState, routeCases } from '#tests/browser/support/route-states.ts'
import { type RouteCase } from '#tests/browser/support/route-case.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { type Role, roles } from '#tests/browser/support/roles.ts'
import { seedApp, type SeedData } from '#tests/browser/support/seed.ts'
import { switchLanguage } from '#tests/browser/support/switch-language.ts'

/**
 * Visits every route once with an allowed role, alternating languages, widths and color schemes,
 * and once for its texts in every translation.
 */
const { product, open } = setupFixtures()
let seedData: SeedData
beforeAll(async () => {
  seedData = await seedApp(product)
})

const languages = ['ru', 'en', 'uk', 'es', 'pt'] as const
const widths = [320, 1440, 375, 768] as const
/**
 * Returns the roles that may stay on a route. Pages before sign-in are visited by signed-out
 * people.
 */
const rolesAllowedOn = (route: RouteCase): Role[] =>
  roles.filter((role) => expectedRedirect(route, role) === undefined)
const routesForRole = (role: Role) =>
  routeCases.filter((route, index) => {
    const stay = rolesAllowedOn(route)
    return stay[index % stay.length] === role
  })
async function waitForScreen(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor()
  await waitUntilSettled(page)
}

const visits = roles.map((role, index) => ({ role, index, visited: routesForRole(role) }))
test.each(visits.filter(({ visited }) => visited.length))(
  'each screen fits and passes axe: $role',
  async ({ role, index, visited }) => {
    const locale = languages[index % languages.length] ?? 'en'
    const page = await open(seedData.tokens[role], null, {
      locale,
      dark: index % 2 === 0,
    })
    const found: string[] = []
    for (const [n, route] of visited.entries()) {
      const width = widths[(n + index) % widths.length] ?? 320
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: (n + index) % 2 ? 'dark' : 'light' })
      const path = pathOfState(seedData, route)
      // One page load for each role, then client-side navigation.
      if (n === 0) await page.goto(path)
      else await navigateInApp(page, path)
      await waitForScreen(page)
      found.push(
        ...[...(await findVisualFaults(page)), ...(await findViolations(page))].map(
          (one) => `${route.route} at ${width}: ${one}`,
        ),
      )
    }
    // Our code for Ukrainian is `ua`; the standard code is `uk`.
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale)
    expect(found).toEqual([])
  },
)

/** Our codes with the standard ones. A page starts in the first language. */
const translations = [
  ['ru', 'ru'],
  ['ua', 'uk'],
  ['es', 'es'],
  ['pt', 'pt'],
] as const

const visitorRoutes = routeCases.filter(
  (route) => expectedRedirect(route, 'anonymous') === undefined,
)
const founderRoutes = routeCases.filter(
  (route) => !visitorRoutes.includes(route) && expectedRedirect(route, 'founder') === undefined,
)
const isSetting = ({ route }: RouteCase) => route.startsWith('/settings')
const areas = [
  { area: 'before sign-in', viewer: 'anonymous', visited: visitorRoutes },
  { area: 'of settings', viewer: 'founder', visited: founderRoutes.filter(isSetting) },
  {
    area: 'of members',
    viewer: 'founder',
    visited: founderRoutes.filter((one) => !isSetting(one)),
  },
] as const

// The narrowest phone, where long words show first.
test.each(areas)('each screen $area fits 320 px in every translation', async (shown) => {
  expect(shown.visited.length).toBeGreaterThan(10)
  const page = await open(seedData.tokens[shown.viewer], null, { locale: 'ru', width: 320 })
  await page.goto('/404')
  const found: string[] = []
  for (const route of shown.visited) {
    await navigateInApp(page, pathOfState(seedData, route))
    await waitUntilSettled(page)
    for (const [language, tag] of translations) {
      await switchLanguage(page, language)
      expect([route.route, await page.evaluate(() => document.documentElement.lang)]).toEqual([
        route.route,
        tag,
      ])
      found.push(...(await findVisualFaults(page)).map((one) => `${route.route} ${tag}: ${one}`))
    }
  }
  expect(found).toEqual([])
})
