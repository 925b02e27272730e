// Visits every route: `npm run crawl -- folder [en,ru] [names=feed,login] [size=narrow]
// [scheme=dark] [roles | sizes]`. Writes screenshots, contact sheets and findings to the folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { waitUntilSettled, findViolations } from '#tests/browser/support/page-checks.ts'
import { findVisualFaults } from '#tests/browser/support/visual-checks.ts'
import { startBrowser, startApp } from '#tests/browser/support/app-under-test.ts'
import { expectedRedirect, pathOfState, routeCases } from '#tests/browser/support/route-states.ts'
import { type ScreenState } from '#tests/browser/support/route-case.ts'
import { roles, type Viewer } from '#tests/browser/support/roles.ts'
import { seedApp, type SeedData } from '#tests/browser/support/seed.ts'

const cliArguments = process.argv.slice(2)
const outputFolder =
  cliArguments.find((word) => word.startsWith('/')) ?? join(tmpdir(), 'laurel-walk')
const allLanguages = ['en', 'ua', 'pt', 'es', 'ru']
const requestedLanguages = cliArguments
  .flatMap((word) => word.split(','))
  .filter((word) => allLanguages.includes(word))
const languages = requestedLanguages.length ? requestedLanguages : allLanguages
/** Returns the value of `name=`, if given. */
const readOption = (name: string) =>
  cliArguments
    .find((word) => word.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(',')
const sizes = (
  [
    ['desktop', 1440, 900],
    ['tablet', 768, 1024],
    ['phone', 375, 812],
    ['narrow', 320, 640],
  ] as const
).filter(([name]) => readOption('size')?.includes(name) ?? true)
const schemes = (['light', 'dark'] as const).filter(
  (name) => readOption('scheme')?.includes(name) ?? true,
)
if (!sizes.length || !schemes.length)
  throw new Error('size is desktop, tablet, phone or narrow; scheme is light or dark')
const requestedNames = readOption('names')
const screenshotHeightMax = 2_400
mkdirSync(outputFolder, { recursive: true })

type Screenshot = { file: string; caption: string }
const screenshotsBySheet = new Map<string, Screenshot[]>()
const foundProblems: string[] = []

/** Writes one image with all screenshots of a kind and their names. */
async function contactSheet(title: string, shots: Screenshot[]): Promise<void> {
  const small = /phone|narrow/.test(title)
  const cell = small ? 200 : 300
  const picture = small ? 520 : 400
  const columns = small ? 9 : 6
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const parts = await Promise.all(
    shots.map(async ({ file, caption }, index) => {
      const left = (index % columns) * (cell + 12) + 12
      const top = Math.floor(index / columns) * (picture + 34) + 12
      const { data, info } = await sharp(file)
        .resize({ width: cell })
        .toBuffer({ resolveWithObject: true })
      const input = await sharp(data)
        .extract({ left: 0, top: 0, width: cell, height: Math.min(info.height, picture) })
        .toBuffer()
      const label = Buffer.from(
        `<svg width="${cell}" height="20"><text x="0" y="14" font-size="13" font-family="sans-serif">${escape(caption)}</text></svg>`,
      )
      return [
        { input, left, top },
        { input: label, left, top: top + picture + 2 },
      ]
    }),
  )
  const height = Math.ceil(shots.length / columns) * (picture + 34) + 12
  await sharp({
    create: { width: columns * (cell + 12) + 12, height, channels: 3, background: '#ddd' },
  })
    .composite(parts.flat())
    .png()
    .toFile(`${outputFolder}/sheet ${title}.png`)
}
async function takeScreenshot(page: Page, sheet: string, name: string): Promise<void> {
  const file = `${outputFolder}/${name} ${sheet}.jpg`
  await page.screenshot({ path: file, type: 'jpeg', quality: 75 })
  screenshotsBySheet.set(sheet, [...(screenshotsBySheet.get(sheet) ?? []), { file, caption: name }])
}

async function openPageAs(
  browser: Browser,
  seedData: SeedData,
  viewer: Viewer,
  language: string,
  width: number,
  height: number,
): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({
    baseURL: seedData.product.url,
    viewport: { width, height },
    locale: language === 'ua' ? 'uk' : language,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const token = seedData.tokens[viewer]
  await context.addInitScript(
    ([key, tongue]) => {
      localStorage.setItem('laurel.language', tongue ?? 'en')
      if (key) localStorage.setItem('laurel.session', key)
    },
    [token, language],
  )
  const page = await context.newPage()
  page.on('pageerror', (error) =>
    foundProblems.push(`${page.url()} ${language} ${viewer}: ${error.message}`),
  )
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text()))
      foundProblems.push(`${page.url()} ${language} ${viewer}: ${message.text()}`)
  })
  return [context, page]
}
const recordProblems = (where: string, problems: string[]) => {
  for (const one of problems) foundProblems.push(`${where}: ${one}`)
}

const checkAccessibility = async (page: Page, where: string) =>
  recordProblems(
    where,
    (await findViolations(page)).map((one) => `axe ${one}`),
  )

/**
 * Captures one state in every size, light and dark. Runs axe once per color scheme, at the widest
 * size and at a phone's width.
 */
async function captureState(page: Page, state: ScreenState, language: string): Promise<void> {
  const floating =
    (await page
      .getByRole('dialog')
      .or(page.getByRole('menu'))
      .or(page.getByRole('listbox'))
      .count()) > 0
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const [size, width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.waitForTimeout(60)
      const whole = await page.evaluate(() => document.documentElement.scrollHeight)
      if (!floating)
        await page.setViewportSize({
          width,
          height: Math.min(Math.max(whole, height), screenshotHeightMax),
        })
      const where = `${state.name} ${size} ${scheme} ${language}`
      await page.waitForTimeout(40)
      recordProblems(where, await findVisualFaults(page))
      if ((size === 'desktop' && scheme === 'light') || (size === 'phone' && scheme === 'dark'))
        await checkAccessibility(page, where)
      await takeScreenshot(page, `${size} ${scheme} ${language}`, state.name)
    }
  }
}

/** Writes the results so far, so that they can be viewed during the run. */
async function writeResults(): Promise<void> {
  for (const [title, shots] of screenshotsBySheet) await contactSheet(title, shots)
  screenshotsBySheet.clear()
  writeFileSync(`${outputFolder}/found.txt`, `${foundProblems.join('\n')}\n`)
  process.stdout.write(`${foundProblems.length} found: ${outputFolder}/found.txt\n`)
}

async function crawlSizes(browser: Browser, seedData: SeedData): Promise<void> {
  for (const language of languages) {
    for (const route of routeCases) {
      for (const state of route.states ?? []) {
        if (requestedNames && !requestedNames.includes(state.name)) continue
        const [context, page] = await openPageAs(
          browser,
          seedData,
          state.viewer ?? 'founder',
          language,
          1440,
          900,
        )
        try {
          await state.before?.(page)
          await page.goto(pathOfState(seedData, route, state))
          await waitUntilSettled(page)
          await state.open?.(page)
          await waitUntilSettled(page)
          await captureState(page, state, language)
        } catch (error) {
          foundProblems.push(
            `${state.name} ${language}: ${String(error).split('\n').slice(0, 3).join(' ')}`,
          )
          await page
            .screenshot({ path: `${outputFolder}/failed ${state.name} ${language}.png` })
            .catch(() => undefined)
        }
        await context.close()
      }
    }
    await writeResults()
  }
}

async function crawlRoles(browser: Browser, seedData: SeedData): Promise<void> {
  for (const role of roles) {
    const [context, page] = await openPageAs(browser, seedData, role, 'en', 1280, 800)
    for (const route of routeCases) {
      const path = pathOfState(seedData, route)
      await page.goto(path)
      const expected = expectedRedirect(route, role) ?? path.split(/[?#]/)[0]
      try {
        await page.waitForURL((url) => url.pathname === expected, { timeout: 8_000 })
        await waitUntilSettled(page)
      } catch {
        foundProblems.push(
          `${role} at ${route.route}: stands at ${page.url()} instead of ${expected}`,
        )
      }
      recordProblems(`${role} at ${route.route}`, await findVisualFaults(page))
      await takeScreenshot(page, `as ${role}`, route.route.slice(1).replaceAll('/', '.') || 'root')
    }
    await context.close()
  }
  await writeResults()
}

const app = await startApp()
const browser = await startBrowser()
try {
  const seedData = await seedApp(app)
  if (!cliArguments.includes('sizes')) await crawlRoles(browser, seedData)
  if (!cliArguments.includes('roles')) await crawlSizes(browser, seedData)
} finally {
  await browser.close()
  await app.stop()
}
