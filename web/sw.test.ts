import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8')
const origin = 'https://laurel.example'

type FetchListener = (event: {
  request: { url: string; method: string; mode: string }
  respondWith: (response: unknown) => void
}) => void

/** Returns whether the service worker answers a navigation to a path itself. */
function answersNavigation(path: string): boolean {
  const listeners = new Map<string, FetchListener>()
  runInNewContext(script, {
    URL,
    Response,
    setTimeout: () => 0,
    fetch: () => Promise.resolve(new Response()),
    caches: { open: () => Promise.resolve({ match: () => Promise.resolve(undefined) }) },
    self: {
      location: { origin },
      addEventListener: (name: string, listener: FetchListener) => listeners.set(name, listener),
    },
  })
  let isAnswered = false
  listeners.get('fetch')?.({
    request: { url: origin + path, method: 'GET', mode: 'navigate' },
    respondWith: () => {
      isAnswered = true
    },
  })
  return isAnswered
}

test.each([
  '/api/feed.ics',
  '/files/1.png',
  '/badges/1',
  '/calendar/1.ics',
  '/oauth/authorize?a=b',
])('the service worker leaves the page %s to the server', (path) =>
  expect(answersNavigation(path)).toBe(false),
)

test.each(['/feed', '/connect/abcdefghij'])(
  'the service worker answers the page %s from its cache when offline',
  (path) => expect(answersNavigation(path)).toBe(true),
)
