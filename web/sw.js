// The service worker: an offline shell, and nothing of anybody's. It keeps the built files (whose
// names hold their hash) and the page that starts them; what is said by /api, /files, /calendar and
// /dev never comes here. The build fills in the two names below.
const version = '__VERSION__'
const files = ['__FILES__']
const prefix = 'laurel-'
const name = prefix + version
const page = '/index.html'
/** A server that answers slower than this is as good as away: the page starts from what is here. */
const patience_ms = 3_000

/**
 * Into this version's cache, from an older one where it is there: a name with a hash means the same
 * for ever.
 */
async function keep(paths) {
  const cache = await caches.open(name)
  await Promise.all(
    paths.map(async (path) => {
      if (await cache.match(path)) return
      const known = path.startsWith('/assets/') ? await caches.match(path) : undefined
      if (known) await cache.put(path, known)
      else
        await cache.add(new Request(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' }))
    }),
  )
}

self.addEventListener('install', (event) => {
  event.waitUntil(keep(files).then(() => self.skipWaiting()))
})
// Open pages go on with the version they began with, so that one stays; older ones go.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(
        names
          .filter((one) => one.startsWith(prefix) && one !== name)
          .slice(0, -1)
          .map((one) => caches.delete(one)),
      ),
    ),
  )
})
// Texts and fonts that the first page has fetched before we were there.
self.addEventListener('message', (event) => {
  const paths = Array.isArray(event.data?.keep)
    ? event.data.keep.filter((path) => typeof path === 'string' && path.startsWith('/assets/'))
    : []
  event.waitUntil(keep(paths).catch(() => {}))
})

async function built(request) {
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await caches.open(name).then((cache) => cache.put(request, answer.clone()))
  return answer
}
const mine = (path) => caches.open(name).then((cache) => cache.match(path))

/** The page from the server; from here when that is away, fails, or takes too long. */
async function opened(request) {
  const fresh = fetch(request)
  const kept = await mine(page)
  if (!kept) return fresh
  const late = new Promise((resolve) => {
    setTimeout(resolve, patience_ms, kept)
  })
  return Promise.race([
    fresh.then(
      (answer) => (answer.status >= 500 ? kept : answer),
      () => kept,
    ),
    late,
  ])
}
const plain = (request, path) =>
  fetch(request).catch(async () => (await mine(path)) ?? Response.error())

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (
    request.method !== 'GET' ||
    origin !== self.location.origin ||
    /^\/(api|files|calendar|dev)(\/|$)/.test(pathname)
  )
    return
  if (pathname.startsWith('/assets/')) event.respondWith(built(request))
  else if (request.mode === 'navigate') event.respondWith(opened(request))
  else if (files.includes(pathname)) event.respondWith(plain(request, pathname))
})
