import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8')
const origin = 'https://laurel.example'

type FetchListener = (event: {
  request: { url: string; method: string; mode: string }
  respondWith: (response: Promise<Response>) => void
}) => void

/** Returns what the service worker answers to a request; undefined for one that it leaves alone. */
function answerRequest(
  path: string,
  mode: 'navigate' | 'cors',
  put: () => Promise<void> = () => Promise.resolve(),
): Promise<Response> | undefined {
  const listeners = new Map<string, FetchListener>()
  const match = () => Promise.resolve(undefined)
  runInNewContext(script, {
    URL,
    Response,
    setTimeout: () => 0,
    fetch: () => Promise.resolve(new Response()),
    caches: { match, open: () => Promise.resolve({ match, put }) },
    self: {
      location: { origin },
      addEventListener: (name: string, listener: FetchListener) => listeners.set(name, listener),
    },
  })
  let answer: Promise<Response> | undefined
  listeners.get('fetch')?.({
    request: { url: origin + path, method: 'GET', mode },
    respondWith: (response) => {
      answer = response
    },
  })
  return answer
}

test.each([
  '/api/feed.ics',
  '/files/1.png',
  '/badges/1',
  '/calendar/1.ics',
  '/oauth/authorize?a=b',
])('the service worker leaves the page %s to the server', (path) =>
  expect(answerRequest(path, 'navigate')).toBeUndefined(),
)

test.each(['/feed', '/connect/abcdefghij'])(
  'the service worker answers the page %s from its cache when offline',
  (path) => expect(answerRequest(path, 'navigate')).toBeDefined(),
)

test('the service worker answers a file although its storage is full', async () => {
  const isFull = () => Promise.reject(new DOMException('Quota exceeded.', 'QuotaExceededError'))
  const answer = await answerRequest('/assets/feed-1234.js', 'cors', isFull)
  expect(answer?.ok).toBe(true)
})
