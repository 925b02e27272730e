import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Purchase } from '#contract/rewards.ts'
import { settled, violations } from './checks.ts'
import { faults } from './looks.ts'
import { landing, pathOf, type Route, routes } from './routes.ts'
import { setStage } from './stage.ts'
import { makeWorld, type Role, roles, type World } from './world.ts'

/**
 * Every route once, by somebody who may be there, in turning languages, widths and colours; and
 * everybody else led away from it.
 */
const { product, open, api } = setStage()
let world: World
beforeAll(async () => {
  world = await makeWorld(product)
})

const languages = ['ru', 'en', 'uk', 'es', 'pt'] as const
const widths = [320, 1440, 375, 768] as const
/**
 * Whoever stays at a route, one after the other. Pages before the product are looked at by those
 * outside.
 */
const lookers = (route: Route): Role[] => roles.filter((role) => landing(route, role) === undefined)
const share = (role: Role) =>
  routes.filter((route, index) => {
    const stay = lookers(route)
    return stay[index % stay.length] === role
  })
const standsAt = (page: Page, path: string) =>
  page.waitForURL((url) => url.pathname === path, { timeout: 10_000 })

test.each(roles.map((role, index) => [role, index] as const))('%s', async (role, index) => {
  const locale = languages[index % languages.length]
  const page = await open(world.tokens[role], null, {
    locale: locale ?? 'en',
    dark: index % 2 === 0,
  })
  const found: string[] = []
  for (const [n, route] of share(role).entries()) {
    const width = widths[(n + index) % widths.length] ?? 320
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: (n + index) % 2 ? 'dark' : 'light' })
    await page.goto(pathOf(world, route))
    await page.locator('main h1, main h2').first().waitFor()
    await settled(page)
    found.push(
      ...[...(await faults(page)), ...(await violations(page))].map(
        (one) => `${route.route} at ${width}: ${one}`,
      ),
    )
  }
  // Ukrainian is `ua` to us and `uk` to the world.
  expect(await page.evaluate(() => document.documentElement.lang || navigator.language)).toBe(
    share(role).length ? locale : 'en',
  )
  // A third of those for everybody here, turning; all of them in `npm run walk`.
  for (const [n, route] of routes.entries()) {
    const elsewhere = landing(route, role)
    if (elsewhere === undefined || (n + index) % 3) continue
    if (page.url() === 'about:blank') await page.goto('/404')
    // As a link inside the page would: the guards are the same, and nothing is loaded anew.
    await page.evaluate(
      (path) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      },
      pathOf(world, route),
    )
    await standsAt(page, elsewhere).catch(() =>
      found.push(`${route.route} leads to ${page.url()} instead of ${elsewhere}`),
    )
  }
  expect(found).toEqual([])
})

test('an order that is on its way is waited for at /loading; what is none leads to the feed', async () => {
  const [reward] = (
    await api<{ id: string; type: string }[]>('GET', '/shop/rewards', world.tokens.member)
  ).filter((one) => one.type === 'automatic')
  const { id } = await api<Purchase>('POST', `/shop/rewards/${reward?.id}`, world.tokens.member, {
    comment: '',
  })
  const page = await open(world.tokens.member, null)
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
  await page.getByRole('heading', { name: 'Your gift card is being ordered' }).waitFor()
  expect(await violations(page)).toEqual([])
  waiting = false
  await page.waitForURL('**/rewards?tab=mine&purchase=**')
  await page.goto('/loading?id=01900000-0000-7000-8000-000000000000')
  await page.waitForURL('**/feed')
})
