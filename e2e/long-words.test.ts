import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectNoSideways, settled } from './checks.ts'
import { look } from './looks.ts'
import { pathOf, routes } from './routes.ts'
import { setStage } from './stage.ts'
import { type Looker, makeWorld, type World } from './world.ts'

/**
 * Words without a break (links, names, titles) on every screen: nothing is wider than the page,
 * nothing covers anything.
 */
const { product, open, inDatabase } = setStage()
let world: World
const link = `https://example.test/${'a1b2c3d4'.repeat(30)}`
const word = (length: number) => 'Wagenradschraubenschluessel'.repeat(20).slice(0, length)

beforeAll(async () => {
  world = await makeWorld(product)
  await inDatabase(`update workspaces set name = '${word(80)}';
    update users set first_name = '${word(50)}', last_name = '${word(50).toLowerCase()}',
      job_title = '${word(80)}' where state <> 'deleted';
    update "values" set name = left(name, 6) || '${word(30)}', description = '${link}',
      keywords = array['${word(40)}'], tag = left(tag, 6) || '${word(20).toLowerCase()}';
    update rewards set title = left('${word(80)}', 80), description = '${link}';
    update purchases set title = left('${word(80)}', 80);
    update contributions set comment = '${link}'; update purchases set decline_reason = '${link}'
      where decline_reason <> '';
    update posts set description = '${link}';
    update comments set text = '${link}';
    update hooks set description = left('${word(80)}', 80);
    update imports set file_name = '${word(100)}.csv';
    update users set email = left(id::text, 8) ||
      '${word(60).toLowerCase()}@${word(50).toLowerCase()}.test' where email <> ''
      and account_id is null;`)
})

/**
 * What makes the page wider than the window: elements that stick out and are not inside something
 * that scrolls by itself.
 */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return ''
    const clips = (one: Element | null): boolean =>
      one !== null &&
      one !== document.body &&
      (getComputedStyle(one).overflowX !== 'visible' || clips(one.parentElement))
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) =>
        one.getBoundingClientRect().right > clientWidth + 1 &&
        !one.closest('.sr-only') &&
        !clips(one.parentElement),
    )
    return `${scrollWidth - clientWidth} px: ${wide
      .slice(0, 4)
      .map(
        (one) =>
          `${one.tagName.toLowerCase()}.${String(one.getAttribute('class')).split(' ').at(-1)}`,
      )
      .join(' ')}`
  })
/**
 * What is drawn over a button or field: it could not be pressed. What is scrolled out of its own
 * box, or lies under an open list, is left out.
 */
const covered = (page: Page) =>
  page.evaluate(() => {
    if (document.querySelector('[role=dialog], [role=menu], [role=listbox]')) return []
    const clipped = (one: Element): boolean => {
      const { left, right } = one.getBoundingClientRect()
      for (let box = one.parentElement; box; box = box.parentElement) {
        const inside = box.getBoundingClientRect()
        if (
          getComputedStyle(box).overflowX !== 'visible' &&
          (right > inside.right || left < inside.left)
        )
          return true
      }
      return false
    }
    return [
      ...document.querySelectorAll<HTMLElement>('main button, main input, main textarea'),
    ].flatMap((one) => {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
      if (
        !width ||
        !height ||
        top < 130 ||
        bottom > innerHeight - 130 ||
        clipped(one) ||
        !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        return []
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return hit &&
        (one.contains(hit) ||
          hit.contains(one) ||
          hit.closest('label') ||
          one.closest('label')?.contains(hit))
        ? []
        : [`${one.textContent?.slice(0, 20)} is covered by ${hit?.className}`]
    })
  })

/** Beside the first state of each route, those that show what people wrote. */
const further = [
  'composer',
  'new-team',
  'profile-other',
  'sheet',
  'shop-mine',
  'redeem',
  'value-dialog',
  'connections-log',
  'team-edit',
  'team-permissions',
  'purchase-fulfil',
  'danger-dialog',
]

test.each([375, 1280])(
  'no screen is wider than %i px with long words',
  async (width) => {
    const found: string[] = []
    const pages = new Map<Looker, Page>()
    for (const route of routes) {
      for (const [index, state] of (route.states ?? []).entries()) {
        if (state.before || (index > 0 && !further.includes(state.name))) continue
        const as = state.as ?? 'founder'
        const page = pages.get(as) ?? (await open(world.tokens[as], null, { width, tolerate: /./ }))
        pages.set(as, page)
        await page.goto(pathOf(world, route, state))
        await page.locator('main').first().waitFor()
        await settled(page)
        // Some states are found by words that are long now: what cannot be opened is looked at as
        // it is.
        await state.open?.(page).catch(() => {})
        await page.waitForTimeout(60)
        const wide = await sideways(page)
        if (wide) found.push(`${state.name}: ${wide}`)
        found.push(...(await covered(page)).map((one) => `${state.name}: ${one}`))
        await look(page, `long-${width}-${state.name}`)
      }
    }
    expect(found).toEqual([])
  },
  600_000,
)

test.each([375, 1280])(
  'the composer and the comment field break a pasted link at %i px',
  async (width) => {
    const page = await open(world.tokens.founder, '/feed', { width })
    const composer = page.locator('#composer')
    const send = page.getByRole('button', { name: 'Send' }).first()
    const isHit = async () =>
      send.evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
      })
    for (const length of [64, 70, 300, 1_000]) {
      await composer.fill(link.repeat(5).slice(0, length))
      await page.waitForTimeout(50)
      await send.scrollIntoViewIfNeeded()
      expect([length, await isHit()]).toEqual([length, true])
      await expectNoSideways(page)
    }
    await look(page, `composer-link-${width}`)
    await composer.fill('')
    await page
      .getByRole('list', { name: 'Posts' })
      .getByRole('button', { name: /comment/i })
      .first()
      .click()
    const comment = page.getByRole('list', { name: 'Posts' }).locator('textarea').first()
    await comment.fill(link.repeat(2).slice(0, 300))
    await page.waitForTimeout(50)
    await expectNoSideways(page)
    await look(page, `comment-link-${width}`)
  },
)
