import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import {
  findViolations,
  navigateInApp,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { findVisualFaults } from '#tests/browser/support/visual-checks.ts'
import { expectedRedirect, pathOfState, routeCases } from '#tests/browser/support/route-states.ts'
import { type RouteCase } from '#tests/browser/support/route-case.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { seedApp, type Role, roles, type SeedData } from '#tests/browser/support/seed.ts'

/**
 * Visits every route once with an allowed role, alternating languages, widths and color schemes.
 * Checks that every other role is redirected.
 */
const { product, open, api } = setupFixtures()
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
/**
 * Waits for a path. Reads the location in the page: right after `pushState`, Playwright may still
 * know the previous address, and a redirect to that same address would seem finished at once.
 */
const waitForPath = (page: Page, path: string) =>
  page.waitForFunction((expected) => location.pathname === expected, path, { timeout: 10_000 })

async function waitForScreen(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor()
  await waitUntilSettled(page)
}

test.each(roles.map((role, index) => [role, index] as const))('%s', async (role, index) => {
  const locale = languages[index % languages.length]
  const page = await open(seedData.tokens[role], null, {
    locale: locale ?? 'en',
    dark: index % 2 === 0,
  })
  const found: string[] = []
  for (const [n, route] of routesForRole(role).entries()) {
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
  expect(await page.evaluate(() => document.documentElement.lang || navigator.language)).toBe(
    routesForRole(role).length ? locale : 'en',
  )
  // A third of the public routes here, alternating; all of them in `npm run crawl`.
  for (const [n, route] of routeCases.entries()) {
    const elsewhere = expectedRedirect(route, role)
    if (elsewhere === undefined || (n + index) % 3) continue
    if (page.url() === 'about:blank') await page.goto('/404')
    await navigateInApp(page, pathOfState(seedData, route))
    await waitForPath(page, elsewhere).catch(() =>
      found.push(`${route.route} leads to ${page.url()} instead of ${elsewhere}`),
    )
    // The next navigation starts after the end of this one, as for a user.
    await waitForScreen(page)
  }
  expect(found).toEqual([])
})

test('a pending order stays at /loading until its outcome is known', async () => {
  const [reward] = (
    await api<{ id: string; type: string }[]>('GET', '/shop/rewards', seedData.tokens.member)
  ).filter((one) => one.type === 'automatic')
  const { id } = await api<Purchase>(
    'POST',
    `/shop/rewards/${reward?.id}`,
    seedData.tokens.member,
    {
      comment: '',
    },
  )
  const page = await open(seedData.tokens.member, null)
  let waiting = true
  await page.route('**/api/shop/purchases**', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as { items: Purchase[] }
    return route.fulfill({
      response,
      json: {
        ...rest,
        items: items.map((one) => (one.id === id && waiting ? { ...one, status: 'pending' } : one)),
      },
    })
  })
  await page.goto(`/loading?id=${id}`)
  await page.getByRole('heading', { name: 'We’re ordering your gift card' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  waiting = false
  await page.waitForURL('**/rewards?tab=mine&purchase=**')
  await page.goto('/loading?id=01900000-0000-7000-8000-000000000000')
  await page.waitForURL('**/feed')
})
