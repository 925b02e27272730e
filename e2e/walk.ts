// Walks through every route: `npm run walk -- folder [en,ru] [names=feed,login] [size=narrow]
// [scheme=dark] [roles | sizes]`. Pictures, contact sheets and what was found go into the folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { settled, violations } from './checks.ts'
import { faults } from './looks.ts'
import { startBrowser, startProduct } from './product.ts'
import { landing, pathOf, routes, type State } from './routes.ts'
import { type Looker, makeWorld, roles, type World } from './world.ts'

const words = process.argv.slice(2)
const folder = words.find((word) => word.startsWith('/')) ?? join(tmpdir(), 'laurel-walk')
const spoken = ['en', 'ua', 'pt', 'es', 'ru']
const asked = words.flatMap((word) => word.split(',')).filter((word) => spoken.includes(word))
const languages = asked.length ? asked : spoken
/** The words behind `name=`, if it was asked for. */
const option = (name: string) =>
  words
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
).filter(([name]) => option('size')?.includes(name) ?? true)
const schemes = (['light', 'dark'] as const).filter(
  (name) => option('scheme')?.includes(name) ?? true,
)
if (!sizes.length || !schemes.length)
  throw new Error('size is desktop, tablet, phone or narrow; scheme is light or dark')
const names = option('names')
const longest = 2_400
mkdirSync(folder, { recursive: true })

type Shot = { file: string; caption: string }
const sheets = new Map<string, Shot[]>()
const found: string[] = []

/** All pictures of one kind side by side, with their names. */
async function contactSheet(title: string, shots: Shot[]): Promise<void> {
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
    .toFile(`${folder}/sheet ${title}.png`)
}
async function take(page: Page, sheet: string, name: string): Promise<void> {
  const file = `${folder}/${name} ${sheet}.jpg`
  await page.screenshot({ path: file, type: 'jpeg', quality: 75 })
  sheets.set(sheet, [...(sheets.get(sheet) ?? []), { file, caption: name }])
}

async function begin(
  browser: Browser,
  world: World,
  who: Looker,
  language: string,
  width: number,
  height: number,
): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({
    baseURL: world.product.url,
    viewport: { width, height },
    locale: language === 'ua' ? 'uk' : language,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const token = world.tokens[who]
  await context.addInitScript(
    ([key, tongue]) => {
      localStorage.setItem('laurel.language', tongue ?? 'en')
      if (key) localStorage.setItem('laurel.session', key)
    },
    [token, language],
  )
  const page = await context.newPage()
  page.on('pageerror', (error) => found.push(`${page.url()} ${language} ${who}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text()))
      found.push(`${page.url()} ${language} ${who}: ${message.text()}`)
  })
  return [context, page]
}
const note = (where: string, problems: string[]) => {
  for (const one of problems) found.push(`${where}: ${one}`)
}

const axe = async (page: Page, where: string) =>
  note(
    where,
    (await violations(page)).map((one) => `axe ${one}`),
  )

/**
 * One state in every size, light and dark; axe once in each colour scheme, at the widest and at a
 * phone's width.
 */
async function lookAt(page: Page, state: State, language: string): Promise<void> {
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
        await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), longest) })
      const where = `${state.name} ${size} ${scheme} ${language}`
      await page.waitForTimeout(40)
      note(where, await faults(page))
      if ((size === 'desktop' && scheme === 'light') || (size === 'phone' && scheme === 'dark'))
        await axe(page, where)
      await take(page, `${size} ${scheme} ${language}`, state.name)
    }
  }
}

/** What is there so far can be looked at already. */
async function finish(): Promise<void> {
  for (const [title, shots] of sheets) await contactSheet(title, shots)
  sheets.clear()
  writeFileSync(`${folder}/found.txt`, `${found.join('\n')}\n`)
  process.stdout.write(`${found.length} found: ${folder}/found.txt\n`)
}

async function everySize(browser: Browser, world: World): Promise<void> {
  for (const language of languages) {
    for (const route of routes) {
      for (const state of route.states ?? []) {
        if (names && !names.includes(state.name)) continue
        const [context, page] = await begin(
          browser,
          world,
          state.as ?? 'founder',
          language,
          1440,
          900,
        )
        try {
          await state.before?.(page)
          await page.goto(pathOf(world, route, state))
          await settled(page)
          await state.open?.(page)
          await settled(page)
          await lookAt(page, state, language)
        } catch (error) {
          found.push(
            `${state.name} ${language}: ${String(error).split('\n').slice(0, 3).join(' ')}`,
          )
          await page
            .screenshot({ path: `${folder}/failed ${state.name} ${language}.png` })
            .catch(() => undefined)
        }
        await context.close()
      }
    }
    await finish()
  }
}

async function everyRole(browser: Browser, world: World): Promise<void> {
  for (const role of roles) {
    const [context, page] = await begin(browser, world, role, 'en', 1280, 800)
    for (const route of routes) {
      const path = pathOf(world, route)
      await page.goto(path)
      const expected = landing(route, role) ?? path.split('?')[0]
      try {
        await page.waitForURL((url) => url.pathname === expected, { timeout: 8_000 })
        await settled(page)
      } catch {
        found.push(`${role} at ${route.route}: stands at ${page.url()} instead of ${expected}`)
      }
      note(`${role} at ${route.route}`, await faults(page))
      await take(page, `as ${role}`, route.route.slice(1).replaceAll('/', '.') || 'root')
    }
    await context.close()
  }
  await finish()
}

const product = await startProduct()
const browser = await startBrowser()
try {
  const world = await makeWorld(product)
  if (!words.includes('sizes')) await everyRole(browser, world)
  if (!words.includes('roles')) await everySize(browser, world)
} finally {
  await browser.close()
  await product.stop()
}
