import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { buildApp } from '#server/app.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp(() => ({ env: { SECURITY_CONTACT: 'mailto:security@example.com' } }))
let web: string
let app: FastifyInstance
const pageText = '<!doctype html><title>Laurel</title>'
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'laurel-web-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'index.html'), pageText)
  app = await buildApp(t.services, { web })
})
afterAll(async () => {
  await app.close()
  await rm(web, { recursive: true })
})

type Method = 'GET' | 'HEAD' | 'POST'
/** Returns the status, the type and the text of an answer. */
async function request(url: string, headers: Record<string, string> = {}, method: Method = 'GET') {
  const answer = await app.inject({ method, url, headers })
  const type = answer.headers['content-type']?.toString().split(';')[0]
  return [answer.statusCode, type, answer.body.startsWith('{') ? 'json' : answer.body]
}
const json = (status: number) => [status, 'application/json', 'json']
/** A browser, curl and monitors without a header, and a client that prefers JSON. */
const accepts = ['text/html,*/*;q=0.8', undefined, '*/*', 'application/json, text/plain, */*']

test('every page answers GET and HEAD unless JSON alone is asked for', async () => {
  for (const path of pagePaths) {
    const url = path.replaceAll(/:\w+/g, 'x')
    for (const accept of accepts) {
      const headers: Record<string, string> = accept === undefined ? {} : { accept }
      const where = [url, accept]
      expect([...where, ...(await request(url, headers))]).toEqual([
        ...where,
        200,
        'text/html',
        pageText,
      ])
      expect([...where, ...(await request(url, headers, 'HEAD'))]).toEqual([
        ...where,
        200,
        'text/html',
        '',
      ])
    }
  }
  for (const accept of ['application/json', 'application/problem+json, application/json;q=0.5'])
    expect(await request('/login', { accept })).toEqual(json(404))
  expect(await request('/login', {}, 'POST')).toEqual(json(404))
})

test('an unknown path answers the page with the status 404', async () => {
  for (const url of ['/nothing', '/404', '/settings/nothing', '/feed/more', '/.well-known/other'])
    for (const accept of accepts) {
      const headers: Record<string, string> = accept === undefined ? {} : { accept }
      expect([url, ...(await request(url, headers))]).toEqual([url, 404, 'text/html', pageText])
      expect((await request(url, headers, 'HEAD'))[0]).toBe(404)
    }
  // A kept copy of another page is no answer for a missing one.
  const { headers } = await app.inject('/login')
  const kept = { 'if-none-match': String(headers['etag']) }
  expect((await app.inject({ url: '/login', headers: kept })).statusCode).toBe(304)
  expect(await request('/nothing', kept)).toEqual([404, 'text/html', pageText])
  expect(await request('/nothing', { accept: 'application/json' })).toEqual(json(404))
})

test('missing files and calls are no pages', async () => {
  for (const url of ['/assets/none.js', '/icons/none.png', '/api/nothing', '/%61pi/nothing'])
    expect([url, ...(await request(url))]).toEqual([url, ...json(404)])
})

test('publishes the security contact for less than a year', async () => {
  const { body, headers } = await app.inject('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe(
    `Contact: mailto:security@example.com\nExpires: 2026-09-13T12:00:00.000Z\nCanonical: ${t.services.config.publicUrl}/.well-known/security.txt\nPreferred-Languages: en\n`,
  )
  const config = { ...t.services.config, securityContact: null }
  const plain = await buildApp({ ...t.services, config }, { web })
  expect((await plain.inject('/.well-known/security.txt')).statusCode).toBe(404)
  await plain.close()
})

test('pages with a token in their address send no referrer and are not indexed', async () => {
  const headersOf = async (url: string) => {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    return [headers['referrer-policy'], headers['x-robots-tag']]
  }
  for (const path of ['/screen/x', '/leavers/x/', '/claim/x', '/u/x'])
    expect([path, ...(await headersOf(path))]).toEqual([path, 'no-referrer', 'noindex'])
  for (const path of ['/tv', '/screen/x/y'])
    expect([path, ...(await headersOf(path))]).toEqual([path, 'same-origin', undefined])
})
