import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { contrastRatio } from '#contract/colors.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  navigateInApp,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { findVisualFaults } from '#tests/browser/support/visual-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Screens with system accessibility preferences: forced colors, larger text, reduced motion. */
const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

/** Returns whether only the chosen element has an outline. */
const hasOutlineOnlyWhenChosen = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle !== 'none'))

test.each([false, true])('empty boxes have a contrast of 3 (dark: %s)', async (dark) => {
  const page = await open(admin, '/settings/global', { dark })
  const contrasts: number[] = []
  for (const [path, box] of [
    ['/settings/global', '.mantine-Radio-radio'],
    ['/settings/team', '.mantine-Checkbox-input'],
  ] as const) {
    await navigateInApp(page, path)
    const empty = page.locator(`${box}:not(:checked)`).first()
    await empty.waitFor()
    const colors = await empty.evaluate((one) => {
      const card = document.createElement('i')
      card.style.background = 'var(--card)'
      document.body.append(card)
      return [getComputedStyle(one).borderColor, getComputedStyle(card).backgroundColor]
    })
    const [border = '', ground = ''] = colors.map(
      (color) =>
        `#${(color.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`,
    )
    contrasts.push(contrastRatio(border, ground))
  }
  expect(contrasts.filter((contrast) => contrast < 3)).toEqual([])
  expect(contrasts).toHaveLength(2)
})

test.each([false, true])('the ages of points have four colors (dark: %s)', async (dark) => {
  const page = await open(admin, '/settings/finance/liability', { dark })
  const dots = page.locator('th [data-age]')
  await dots.first().waitFor()
  const colors = await dots.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).backgroundColor),
  )
  expect(new Set(colors).size).toBe(4)
})

test('switched on and selected states stay visible in forced colors', async () => {
  const page = await open(admin, null)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/settings/notifications')
  await page.getByRole('switch').first().waitFor()
  const readPositions = () =>
    page
      .locator('.mantine-Switch-track')
      .first()
      .evaluate((track) => {
        const thumb = track.querySelector('.mantine-Switch-thumb')
        return [
          getComputedStyle(track).borderStyle,
          getComputedStyle(track).backgroundColor,
          thumb ? getComputedStyle(thumb).backgroundColor : '',
        ] as const
      })
  const [border, ground, thumb] = await readPositions()
  expect(border).toBe('solid')
  expect(thumb).not.toBe(ground)
  await page.getByRole('switch').first().press('Space')
  await expect.poll(async () => (await readPositions())[1]).not.toBe(ground)
  await navigateInApp(page, '/rewards')
  await page.locator('.mantine-SegmentedControl-label[data-active]').waitFor()
  expect(
    await hasOutlineOnlyWhenChosen(page, '.mantine-SegmentedControl-label[data-active]'),
  ).toEqual([true])
  expect(
    await hasOutlineOnlyWhenChosen(page, '.mantine-SegmentedControl-label:not([data-active])'),
  ).toEqual([false])
  expect(await hasOutlineOnlyWhenChosen(page, 'header nav a[data-status=active]')).toEqual([true])
  // The borders of fields and buttons come from the system.
  const button = page.locator('article .mantine-Button-root').first()
  expect(
    await button.evaluate((one) => [
      getComputedStyle(one).borderTopStyle,
      Number.parseFloat(getComputedStyle(one).borderTopWidth) >= 1,
    ]),
  ).toEqual(['solid', true])
})

test('a dialog can be read to its end at twice the text size', async () => {
  const page = await open(admin, null)
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto('/404')
  for (const path of [
    '/feed',
    '/dashboard',
    '/rewards',
    '/settings/team',
    '/settings/global',
    '/settings/rewards/purchases',
    '/settings/billing/trial',
  ]) {
    await navigateInApp(page, path)
    await page.locator('main h1, main h2').first().waitFor()
    await waitUntilSettled(page)
    await expectNoHorizontalScroll(page)
    expect(await findVisualFaults(page), path).toEqual([])
  }
  await navigateInApp(page, '/settings/team')
  await page.getByRole('button', { name: 'Actions for Elif Yıldız' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
  await save.scrollIntoViewIfNeeded()
  const box = await save.boundingBox()
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(400)
})

test.each([
  [1440, 700, 'en', false],
  [1024, 640, 'ru', true],
] as const)(
  'the feed sidebar scrolls to its end on a small screen: %i x %i, %s',
  async (width, height, locale, dark) => {
    const page = await open(admin, null, { locale, dark })
    await page.setViewportSize({ width, height })
    await page.goto('/feed')
    await page.locator('aside').last().getByRole('link').last().waitFor()
    await waitUntilSettled(page)
    await expectNoHorizontalScroll(page)
    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    await page.evaluate(() => scrollTo(0, 1_500))
    const before = await scrolled()
    expect(before).toBeGreaterThan(1_000)
    const sidebar = page.locator('aside').last()
    const inSight = (one: Locator) =>
      one.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 60 && bottom <= innerHeight
      })
    // By keyboard and by mouse: to the end, to the start and to the end again. The posts do not
    // scroll.
    for (const one of [
      sidebar.getByRole('link').last(),
      sidebar.getByRole('link').first(),
      sidebar.getByRole('link').last(),
    ]) {
      await one.focus()
      await expect.poll(() => inSight(one)).toBe(true)
    }
    expect(await scrolled()).toBe(before)
    await sidebar.hover()
    await page.mouse.wheel(0, 2_000)
    await expect
      .poll(() =>
        sidebar.evaluate((element) =>
          Math.round(element.scrollTop + element.clientHeight - element.scrollHeight),
        ),
      )
      .toBeGreaterThanOrEqual(-1)
    expect(
      await sidebar.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight),
    ).toBe(true)
    await expectAccessible(page, 'feed on a small screen')
  },
)

test('nothing moves when reduced motion is preferred', async () => {
  const page = await open(admin, '/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  // Colors may fade, but no position or size may animate.
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(
          (one) =>
            one.playState === 'running' && Number(one.effect?.getComputedTiming().duration) > 50,
        )
        .map((one) => (one instanceof CSSTransition ? one.transitionProperty : 'animation'))
        .filter((property) => !/color|opacity/.test(property)),
    )
  expect(await moving()).toEqual([])
  await navigateInApp(page, '/rewards')
  await page.locator('article button:not([disabled])').first().click()
  await page.getByRole('dialog').waitFor()
  expect(await moving()).toEqual([])
})

/** Returns whether the font of the page draws an emoji in color. */
const drawsColor = (page: Page) =>
  page.evaluate(async () => {
    // The faces of the device fail where it has no font.
    await document.fonts.load("20px 'System Emoji'", '🎁').catch(() => {})
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return false
    context.font = "20px 'System Emoji'"
    context.fillText('🎁', 0, 20)
    const { data } = context.getImageData(0, 0, 24, 24)
    return data.some((value, index) => index % 4 !== 3 && value !== 0)
  })

test.each([true, false])('the emoji font loads without a font of the device: %s', async (has) => {
  const page = await open(admin, null, { emojiFont: true })
  const fonts: string[] = []
  page.on('request', (request) => {
    if (/twemoji|emoji-font.*css/.test(request.url())) fonts.push(request.url())
  })
  // The device either draws every pixel in color or has no emoji.
  await page.addInitScript(
    (color) => {
      const original = Reflect.get(CanvasRenderingContext2D.prototype, 'getImageData') as (
        ...args: unknown[]
      ) => ImageData
      CanvasRenderingContext2D.prototype.getImageData = function read(...args) {
        const image = original.apply(this, args)
        if (this.canvas.width === 16) image.data.fill(color)
        return image
      }
    },
    has ? 200 : 0,
  )
  await page.goto('/rewards')
  await page.getByRole('article').first().waitFor()
  await waitUntilSettled(page)
  if (has) {
    expect(fonts).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('laurel.color_emoji'))).toBe('system')
  } else await expect.poll(() => drawsColor(page)).toBe(true)
})
