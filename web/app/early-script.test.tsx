import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { apiPrefix } from '#contract/routes/route.ts'
import { routes } from '#contract/routes/index.ts'
import { earlyPages } from '#web/early-pages.ts'
import { call } from '#web/lib/client.ts'
import { discardEarlyResponses } from '#web/lib/early-responses.ts'
import { createAppRouter } from './router.ts'

const script = readFileSync(join(import.meta.dirname, '../early.js'), 'utf8')
const requested: { url: string; token: string | null }[] = []

beforeEach(() => {
  requested.length = 0
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    requested.push({ url, token: headers['authorization'] ?? null })
    return Promise.resolve(Response.json([]))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  discardEarlyResponses()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
  delete document.documentElement.dataset['outline']
})

/** Runs the script on a path, with a session unless `token` is null. Returns the outline. */
function runScript(path: string, token: string | null = 'a-token') {
  delete document.documentElement.dataset['outline']
  requested.length = 0
  window.history.replaceState(null, '', path)
  if (token) localStorage.setItem('laurel.session', token)
  runInThisContext(script)
  return document.documentElement.dataset['outline']
}

test('the outline of members is that of all pages with the header', () => {
  const { routesByPath } = createAppRouter(new QueryClient())
  const shellPaths = Object.entries(routesByPath)
    .filter(([, route]) => route.parentRoute?.id === '/shell')
    .map(([path]) => path.replaceAll('$', ':'))
  const outlined = pagePaths.filter((path) => runScript(path) === 'member')
  expect(outlined.filter((path) => !['/', '/login', '/sign-up'].includes(path)).sort()).toEqual(
    shellPaths.sort(),
  )
  expect(shellPaths.length).toBeGreaterThan(60)
})

test('a page of members shows the outline of the sign-in page without a session', () => {
  expect([runScript('/feed', null), runScript('/login', null), runScript('/', null)]).toEqual([
    'sign-in',
    'sign-in',
    'sign-in',
  ])
  expect(runScript('/screen/a-secret', null)).toBeUndefined()
  expect(requested).toEqual([])
})

test('the requests of a page are calls of the contract with the token of the session', () => {
  const pathOf = (name: 'config.get' | 'posts.list' | 'shop.list' | 'auth.options') =>
    apiPrefix + routes[name].path
  runScript('/feed')
  expect(requested).toEqual([
    { url: pathOf('config.get'), token: 'Bearer a-token' },
    { url: pathOf('posts.list'), token: 'Bearer a-token' },
  ])
  runScript('/feed?value=1')
  expect(requested.map(({ url }) => url)).toEqual([pathOf('config.get')])
  runScript('/rewards')
  expect(requested.map(({ url }) => url)).toEqual([pathOf('config.get'), pathOf('shop.list')])
  runScript('/posts/7')
  expect(requested.map(({ url }) => url)).toEqual([
    pathOf('config.get'),
    apiPrefix + routes['posts.get'].path.replace(':id', '7'),
  ])
  localStorage.clear()
  runScript('/login', null)
  expect(requested).toEqual([{ url: pathOf('auth.options'), token: null }])
})

test('a call takes the early response once, and only with the same token', async () => {
  runScript('/feed')
  await call('posts.list')
  expect(requested).toHaveLength(2)
  await call('posts.list')
  expect(requested).toHaveLength(3)

  runScript('/feed')
  localStorage.setItem('laurel.session', 'another-token')
  await call('posts.list')
  expect(requested.map(({ token }) => token)).toEqual([
    'Bearer a-token',
    'Bearer a-token',
    'Bearer another-token',
  ])
})

test('discarded responses are requested again', async () => {
  runScript('/feed')
  discardEarlyResponses()
  await call('posts.list')
  expect(requested).toHaveLength(3)
})

test('the language is the stored one, otherwise the first supported one of the browser', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'uk-UA', 'es'])
  runScript('/feed')
  expect(document.documentElement.lang).toBe('uk')
  localStorage.setItem('laurel.language', 'pt')
  runScript('/feed')
  expect(document.documentElement.lang).toBe('pt')
  localStorage.clear()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr'])
  runScript('/feed')
  expect(document.documentElement.lang).toBe('en')
})

test('the early pages have the screens and texts of their routes', () => {
  const folder = join(import.meta.dirname, 'routes')
  const sources = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const loaded = new Map(
    [
      ...sources.matchAll(/withMessages\(\s*\(\) => import\('#([^']+)'\),\s*((?:'\w+',?\s*)*)\)/g),
    ].map(([, screen = '', texts = '']) => [
      screen,
      [...texts.matchAll(/'(\w+)'/g)].map(([, name]) => name),
    ]),
  )
  for (const { screen, texts } of Object.values(earlyPages))
    expect([screen, loaded.get(screen)]).toEqual([screen, texts])
})
