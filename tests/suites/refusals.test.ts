import type { OutgoingHttpHeaders } from 'node:http'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildRequest } from '#client/build-request.ts'
import { isErrorCode } from '#contract/errors.ts'
import type { RouteName } from '#contract/routes/index.ts'
import { buildApp } from '#server/app.ts'
import { newId } from '#server/platform/ids.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  callWithExample,
  exampleBodies,
  makeTenantFixture,
  listMountedCalls,
  pathParamsOf,
  routeOf,
  type TenantFixture,
} from '#tests/support/example-requests.ts'
import { makeTeam } from '#tests/support/factories.ts'

/**
 * The same refusals for every mounted call of the contract (promises 11, 13, 16), generated from
 * the table of calls. Access by role and id: access-matrix.test.ts; hostile input: fuzz.test.ts.
 */
const t = setupTestApp()
let tenant: TenantFixture
let mounted: RouteName[]

beforeAll(async () => {
  mounted = await listMountedCalls(t)
  tenant = await makeTenantFixture(t)
})

test('every mounted call with a body has an example request', () => {
  expect(mounted.length).toBeGreaterThan(40)
  expect(mounted.filter((name) => routeOf(name).body && !exampleBodies[name])).toEqual([])
})

test('an inactive workspace answers 402 except for config and session', async () => {
  const team = await makeTeam(t)
  const late = new Date(t.clock.now().getTime() + 31 * 86_400_000)
  t.clock.advance(31 * 86_400_000)
  const token = await startSession(t.services.db.global, late, {
    account_id: team.admin.account_id,
    kind: 'session',
    workspace_id: team.workspace_id,
    user_id: team.admin.user_id,
  })
  for (const name of mounted.filter(
    (one) => !['public', 'temporary'].includes(routeOf(one).access),
  )) {
    const { status, codes } = await callWithExample(t, name, token, tenant)
    if (routeOf(name).inactive) expect([name, status < 500 && status !== 402]).toEqual([name, true])
    else expect([name, status, codes]).toEqual([name, 402, ['billing_inactive']])
  }
  t.clock.advance(-31 * 86_400_000)
})

test('malformed JSON and invalid bodies answer their own codes', async () => {
  for (const name of mounted.filter((one) => routeOf(one).body)) {
    const token = tenant.team.admin.token
    const { method, url } = buildRequest(routeOf(name), pathParamsOf(name, tenant))
    const broken = await t.app.inject({
      method,
      url,
      payload: '{"a": ',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect([name, broken.statusCode]).toEqual([name, 400])
    for (const body of [[], 'text', 7, { unheard_of: true }]) {
      const response = await t.call(name, {
        token,
        ...pathParamsOf(name, tenant),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body) as unknown,
      })
      expect([name, [400, 401, 422].includes(response.status)]).toEqual([name, true])
      expect(response.codes.every(isErrorCode)).toBe(true)
    }
  }
})

test('read-only fields in a body are refused', async () => {
  const token = tenant.member.token
  const forbidden = {
    balance: 1_000,
    state: 'accepted',
    permissions: { global_administrator: true },
    workspace_id: newId(t.clock.now()),
    from_id: tenant.team.admin.user_id,
    created_at: '2020-01-01T00:00:00Z',
    id: newId(t.clock.now()),
  }
  for (const [key, value] of Object.entries(forbidden)) {
    const me = await t.call('profiles.update_me', { token, body: { job_title: 'X', [key]: value } })
    expect([key, me.status]).toEqual([key, 422])
    const post = await t.call('posts.create', {
      token,
      body: {
        ...(exampleBodies['posts.create']?.({
          ...tenant.ids,
          user: tenant.team.admin.user_id,
        }) as object),
        [key]: value,
      },
    })
    expect([key, post.status]).toEqual([key, 422])
  }
})

test('a too long text reports its minimum and maximum', async () => {
  const { errors } = await t.call('auth.verify_google', {
    body: { id_token: 'x.y.z', nonce_key: 'x'.repeat(201) },
  })
  expect(errors).toMatchObject([
    { code: 'out_of_range', field: 'nonce_key', message: 'Must be between 0 and 200' },
  ])
})

type HeaderRequest = [status: number, request: InjectOptions & { url: string }]
/** Returns requests for pages, files, calls and errors, with their statuses. */
function createHeaderRequests(authorization: string): HeaderRequest[] {
  return [
    [200, { url: '/', headers: { accept: 'text/html' } }],
    [200, { url: '/assets/a.js' }],
    [200, { url: '/login' }],
    [200, { url: '/settings/rewards/edit/x/', method: 'HEAD' }],
    [404, { url: '/no/such/page', headers: { accept: 'text/html' } }],
    [404, { url: '/login', headers: { accept: 'application/json' } }],
    [404, { url: '/assets/none.js' }],
    [404, { url: '/assets/' }],
    [404, { url: '/assets/..%2f..%2fsecret' }],
    [200, { url: '/api/openapi.json' }],
    [200, { url: '/api/docs' }],
    [200, { url: '/api/docs/posts_create' }],
    [200, { url: '/api/values', headers: { authorization } }],
    [200, { url: '/api/users.csv', headers: { authorization } }],
    [401, { url: '/api/config' }],
    [401, { url: '/%61pi/config' }],
    [200, { url: '/%61p%69/values?%ff', headers: { authorization } }],
    [404, { url: '/%61pi/nothing', headers: { accept: 'text/html' } }],
    [404, { url: '/api/nothing' }],
    [404, { url: '/api/posts/x', headers: { authorization } }],
    [400, { url: '/api/%' }],
    [400, { url: '/%ff' }],
    [404, { url: `/api/posts/${'x'.repeat(300)}` }],
    [
      400,
      {
        url: '/api/auth/get_code',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        payload: '{',
      },
    ],
    [
      415,
      {
        url: '/api/auth/get_code',
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        payload: '<a/>',
      },
    ],
    [
      413,
      {
        url: '/api/auth/get_code',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        payload: `"${'x'.repeat(300_000)}"`,
      },
    ],
    [404, { url: '/api/values', method: 'PATCH' }],
    [404, { url: `/files/${tenant.team.workspace_id}/none.webp` }],
  ]
}

function expectSecurityHeaders(
  status: number,
  request: InjectOptions & { url: string },
  headers: OutgoingHttpHeaders,
): void {
  const where = [request.method, request.url.slice(0, 60)]
  const policy = headers['content-security-policy']?.toString() ?? ''
  expect([
    ...where,
    policy.includes("frame-ancestors 'none'") &&
      (policy.includes("script-src 'self'") || policy.includes("default-src 'none'")) &&
      !/script-src[^;]*unsafe/.test(policy),
  ]).toEqual([...where, true])
  expect([
    ...where,
    headers['x-content-type-options'],
    Boolean(headers['referrer-policy']),
  ]).toEqual([...where, 'nosniff', true])
  expect([...where, headers['strict-transport-security']]).toEqual([
    ...where,
    expect.stringContaining('max-age=31536000'),
  ])
  const isPage = status === 200 && !/^\/(api|%61p)/.test(request.url)
  const cacheWithoutHash = isPage ? 'no-cache' : 'no-store'
  const kept = request.url.startsWith('/assets/a')
    ? 'public, max-age=31536000, immutable'
    : cacheWithoutHash
  expect([...where, headers['cache-control']]).toEqual([...where, kept])
  expect([...where, headers['x-frame-options']]).toEqual([...where, 'DENY'])
  // A malformed URL bypasses every hook and is never a page.
  if (status !== 400 || request.method)
    expect([...where, headers['permissions-policy']]).toEqual([
      ...where,
      expect.stringMatching(/camera=\(\).*microphone=\(\)/),
    ])
  expect(headers).not.toHaveProperty('x-powered-by')
}

test('every response carries the security headers', async () => {
  const web = await mkdtemp(join(tmpdir(), 'laurel-web-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Laurel</title>')
  await writeFile(join(web, 'assets', 'a.js'), 'export {}')
  const behindTls = {
    ...t.services,
    config: { ...t.services.config, publicUrl: 'https://laurel.example' },
  }
  const app = await buildApp(behindTls, { web })
  const authorization = `Bearer ${tenant.team.admin.token}`
  // Node warns about a suspected leak when an emitter has too many listeners.
  const warned: string[] = []
  const onWarning = ({ name }: Error) => {
    if (name === 'MaxListenersExceededWarning') warned.push(name)
  }
  process.on('warning', onWarning)
  try {
    for (const [status, request] of createHeaderRequests(authorization)) {
      const { headers, statusCode, body } = await app.inject(request)
      const where = [request.method, request.url.slice(0, 60)]
      expect([...where, statusCode]).toEqual([...where, status])
      expectSecurityHeaders(status, request, headers)
      if (status >= 400 && !headers['content-type']?.toString().includes('html'))
        expect([
          ...where,
          (JSON.parse(body) as { errors: { code: string }[] }).errors.every((one) =>
            isErrorCode(one.code),
          ),
        ]).toEqual([...where, true])
    }
    expect(warned).toEqual([])
  } finally {
    process.off('warning', onWarning)
    await app.close()
    await rm(web, { recursive: true })
  }
})
