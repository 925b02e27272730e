import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePaths } from '#contract/pages.ts'
import { apiPrefix } from '#contract/routes/route.ts'
import { yearS } from './security-headers.ts'

const isPagePath = (path: string): boolean => pagePattern.test(path)
const pagePattern = new RegExp(
  `^(?:${pagePaths.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`,
)
/** Pages whose address is a secret: browsers send it to nobody, and search engines keep no copy. */
const secretPagePattern = new RegExp(
  `^(?:${pagePaths
    .filter((path) => path.includes(':token'))
    .map((path) => path.replace(':token', '[^/]+'))
    .join('|')})/?$`,
)
const secretPageHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** Returns the decoded path of a URL (`/%61pi` is `/api`), or undefined for a malformed one. */
function decodePath(url: string): string | undefined {
  try {
    return decodeURI(url.split('?', 1)[0] ?? '')
  } catch {
    return undefined
  }
}
/** Addresses of files and calls, which are no pages when they are missing. */
const filePrefixes = ['/assets/', '/badges/', '/calendar/', '/files/', '/icons/', '/webhooks/']

/** Returns whether an Accept header asks for JSON and nothing else. */
const acceptsJsonAlone = (accept: string): boolean =>
  accept.split(',').every((type) => /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/.test(type))

/**
 * Returns whether a request gets the page. Clients such as curl, monitors and link previews send no
 * `Accept: text/html`.
 */
function wantsPage({ method, headers: { accept = '*/*' } }: FastifyRequest, path: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || path.startsWith(apiPrefix)) return false
  if (accept.includes('text/html')) return true
  return !filePrefixes.some((prefix) => path.startsWith(prefix)) && !acceptsJsonAlone(accept)
}

/**
 * Serves the built interface from `root`. Returns a function that answers a request without a route
 * with the page, or returns false when the client expects no page.
 */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => boolean> {
  if (!existsSync(`${root}/index.html`)) return () => false
  await app.register(fastifyStatic, {
    root,
    index: false,
    setHeaders: (reply, path) => {
      const unhashed = reply.statusCode === 404 ? 'no-store' : 'no-cache'
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${yearS}, immutable` : unhashed,
      )
    },
    preCompressed: true,
  })
  // @fastify/static treats `/` as a directory, except for requests of compressed content.
  app.get('/', { config: { rateLimit: 'none' } }, (_, reply) => void reply.sendFile('index.html'))
  return (request, reply) => {
    const path = decodePath(request.url)
    if (path === undefined || !wantsPage(request, path)) return false
    // Without validators: a 404 is never answered as not modified, which has no body.
    if (secretPagePattern.test(path)) void reply.headers(secretPageHeaders)
    if (isPagePath(path)) void reply.sendFile('index.html')
    else void reply.code(404).sendFile('index.html', { etag: false, lastModified: false })
    return true
  }
}
