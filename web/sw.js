// The service worker: an offline shell without personal data. It caches the built files, whose
// names hold their hash, and the start page. Requests to /api, /files, /badges, /calendar, /oauth
// and /dev bypass it. The build fills in the two placeholders below.
const version = '__VERSION__'
const files = ['__FILES__']
const prefix = 'laurel-'
const name = prefix + version
const page = '/index.html'
/** A slower server counts as offline: the page starts from the cache. */
const serverTimeoutMs = 3_000

/**
 * Adds files to this version's cache, copied from an older cache if possible: a hashed name never
 * changes its content.
 */
async function addToCache(paths) {
  const cache = await caches.open(name)
  await Promise.all(
    paths.map(async (path) => {
      if (await cache.match(path)) return
      const cached = path.startsWith('/assets/') ? await caches.match(path) : undefined
      if (cached) await cache.put(path, cached)
      else
        await cache.add(new Request(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' }))
    }),
  )
}

self.addEventListener('install', (event) => {
  event.waitUntil(addToCache(files).then(() => self.skipWaiting()))
})
// Open pages still use the previous version, so its cache stays; older caches are deleted.
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
// Caches texts and fonts that the first page fetched before the worker was active.
self.addEventListener('message', (event) => {
  const paths = Array.isArray(event.data?.keep)
    ? event.data.keep.filter((path) => typeof path === 'string' && path.startsWith('/assets/'))
    : []
  event.waitUntil(addToCache(paths).catch(() => {}))
})

async function respondWithAsset(request) {
  const cached = await caches.match(request)
  if (cached) return cached
  const response = await fetch(request)
  // A full storage must not keep the file from the page.
  if (response.ok)
    await caches
      .open(name)
      .then((cache) => cache.put(request, response.clone()))
      .catch(() => {})
  return response
}
const matchCurrent = (path) => caches.open(name).then((cache) => cache.match(path))

/**
 * Returns the page from the server, or from the cache if the server is offline, fails or is slow.
 */
async function respondToNavigation(request) {
  const fromServer = fetch(request)
  const cachedPage = await matchCurrent(page)
  if (!cachedPage) return fromServer
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, serverTimeoutMs, cachedPage)
  })
  return Promise.race([
    fromServer.then(
      (response) => (response.status >= 500 ? cachedPage : response),
      () => cachedPage,
    ),
    timeout,
  ])
}
const networkFirst = (request, path) =>
  fetch(request).catch(async () => (await matchCurrent(path)) ?? Response.error())

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (
    request.method !== 'GET' ||
    origin !== self.location.origin ||
    /^\/(api|files|badges|calendar|oauth|dev)(\/|$)/.test(pathname)
  )
    return
  if (pathname.startsWith('/assets/')) event.respondWith(respondWithAsset(request))
  else if (request.mode === 'navigate') event.respondWith(respondToNavigation(request))
  else if (files.includes(pathname)) event.respondWith(networkFirst(request, pathname))
})
