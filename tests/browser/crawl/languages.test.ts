import { beforeAll, expect, test } from 'vitest'
import { navigateInApp, waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { findVisualFaults } from '#tests/browser/support/visual-checks.ts'
import { expectedRedirect, pathOfState, routeCases } from '#tests/browser/support/route-states.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { seedApp, type SeedData } from '#tests/browser/support/seed.ts'

/** Every screen in every translation, at the narrowest phone, where long words show first. */
const { product, open } = setupFixtures()
let seedData: SeedData
beforeAll(async () => {
  seedData = await seedApp(product)
})

test.each(['ru', 'uk', 'es', 'pt'])('every screen fits 320 px in %s', async (locale) => {
  const found: string[] = []
  for (const viewer of ['anonymous', 'founder'] as const) {
    const page = await open(seedData.tokens[viewer], null, { locale, width: 320 })
    await page.goto('/404')
    for (const route of routeCases) {
      const opensForVisitors = expectedRedirect(route, 'anonymous') === undefined
      if ((viewer === 'anonymous') !== opensForVisitors) continue
      if (viewer === 'founder' && expectedRedirect(route, viewer) !== undefined) continue
      await navigateInApp(page, pathOfState(seedData, route))
      await waitUntilSettled(page)
      expect([route.route, await page.evaluate(() => document.documentElement.lang)]).toEqual([
        route.route,
        locale,
      ])
      found.push(...(await findVisualFaults(page)).map((one) => `${route.route}: ${one}`))
    }
  }
  expect(found).toEqual([])
})
