import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  findViolations,
  navigateInApp,
  waitForLayout,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { pathOfState, routeCases } from '#tests/browser/support/route-states.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import type { Viewer } from '#tests/browser/support/roles.ts'
import { seedApp, type SeedData } from '#tests/browser/support/seed.ts'

/** Every dialog that a screen opens: its layout, axe, and the focus after the keyboard. */
const { product, open } = setupFixtures()
let seedData: SeedData
beforeAll(async () => {
  seedData = await seedApp(product)
})

type Presses = { presses: Element[] }
/** Remembers the pressed buttons of the page, newest first: the opener is one of them. */
const recordPresses = (page: Page) =>
  page.evaluate(() => {
    const scope = window as unknown as Presses
    scope.presses = []
    addEventListener(
      'click',
      ({ target }) => {
        const button = target instanceof Element && target.closest('button, a, input, [role]')
        if (button) scope.presses.unshift(button)
      },
      true,
    )
  })

async function pressKey(page: Page, key: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await page.keyboard.press(key)
}

/** Waits until a new dialog has taken the focus: a key before that still belongs to the page. */
async function waitForFocusIn(dialog: Locator): Promise<void> {
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
}

/** Returns whether the newest pressed button that still exists has the focus. */
const isOpenerFocused = (page: Page) =>
  page.evaluate(() => {
    const opener = (window as unknown as Presses).presses.find((one) => one.isConnected)
    return opener !== undefined && opener === document.activeElement
  })

const dialogStates = routeCases.flatMap((route) =>
  (route.states ?? []).flatMap((state) => (state.open && !state.before ? [{ route, state }] : [])),
)
/**
 * The parts of the product, one test for each. A route belongs to the first one that matches.
 * `expected`: dialogs that the test must meet.
 */
const areas = [
  {
    area: 'settings of recognition',
    routes: /^\/settings\/(awards|bonuses|budgets|celebrations|nominations|values)/,
    expected: ['value-dialog', 'budget-fund'],
  },
  {
    area: 'settings of people',
    routes: /^\/settings\/(allowance-rules|attributes|groups|team)/,
    expected: ['team-edit', 'invite-link-renew'],
  },
  {
    area: 'other settings',
    routes: /^\/settings\//,
    expected: ['danger-dialog', 'connections-connect'],
  },
  { area: 'outside the settings', routes: /^/, expected: ['redeem', 'award-give'] },
]
const findArea = (path: string) => areas.find(({ routes }) => routes.test(path))

test.for(areas)('each dialog fits, passes axe and returns focus on Escape: $area', async (area) => {
  const found: string[] = []
  const checked: string[] = []
  const pages = new Map<Viewer, Page>()
  for (const { route, state } of dialogStates) {
    if (findArea(route.route) !== area) continue
    const as = state.viewer ?? 'founder'
    let page = pages.get(as)
    if (!page) {
      page = await open(seedData.tokens[as], '/404', { tolerate: /./ })
      pages.set(as, page)
      await recordPresses(page)
    }
    await navigateInApp(page, pathOfState(seedData, route, state))
    await page.locator('main h1, main h2').first().waitFor()
    await waitUntilSettled(page)
    await state.open?.(page)
    const dialog = page.getByRole('dialog')
    if (!(await dialog.isVisible())) {
      await page.keyboard.press('Escape')
      continue
    }
    await waitForFocusIn(dialog)
    const violations = await findViolations(page, '[role=dialog]')
    found.push(...violations.map((one) => `${state.name}: ${one}`))
    const wideBy = await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)
    if (wideBy > 0) found.push(`${state.name} scrolls sideways by ${wideBy}`)
    await pressKey(page, 'Tab', 14)
    await pressKey(page, 'Shift+Tab', 14)
    // The dialog moves the focus from its edges, and the list of a select takes the first Escape.
    await waitForLayout(page)
    if (await page.locator('[aria-expanded="true"]:focus').count())
      await pressKey(page, 'Escape', 1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    checked.push(state.name)
    const isFocused = await expect
      .poll(() => isOpenerFocused(page as Page), { timeout: 2_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
    if (!isFocused)
      found.push(
        `${state.name} leaves the focus at ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))}`,
      )
  }
  expect(found).toEqual([])
  expect(checked).toEqual(expect.arrayContaining(area.expected))
})
