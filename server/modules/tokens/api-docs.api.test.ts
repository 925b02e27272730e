import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { type RouteName, routeNames, routes } from '#contract/routes/index.ts'
import type { Route } from '#contract/routes/route.ts'
import { errors } from '#contract/errors.ts'
import { findRequiredScope } from '#contract/scopes.ts'
import { webhookEvents } from '#contract/webhook-events.ts'
import { type Json, resolveReference } from '#server/platform/http/openapi-schemas.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  makeMember,
  makePost,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp(() => ({ env: { RATE_LIMITS: 'on' } }))
const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] ?? '')
let env: Record<string, string>
let team: Team
let colleague: Member
beforeAll(async () => {
  const url = await t.app.listen({ host: '127.0.0.1', port: 0 })
  team = await makeTeam(t)
  colleague = await makeMember(t, team.workspace_id)
  await t.call('profiles.update_me', {
    token: colleague.token,
    body: { birth_date: '1990-06-17', birthday_visibility: 'everyone' },
  })
  await makePost(t, team.admin, [colleague], team.value_id)
  await markPresent(t, team.admin)
  const { body } = await t.call('tokens.create', {
    token: team.admin.token,
    body: {
      name: 'Guide',
      scopes: ['profile:read', 'posts:read', 'posts:write'],
      expires_on: '2026-07-01',
    },
  })
  env = { LAUREL_URL: url, LAUREL_TOKEN: body.token }
})

/** Runs a code block as pasted into a shell. */
async function run(block: string): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', block], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect([block, await ended, problem]).toEqual([block, 0, ''])
  return out
}

// On a machine without curl (a slim container) this test is skipped.
const hasTools = ['bash', 'curl'].every((tool) => !spawnSync(tool, ['--version']).error)
test.skipIf(!hasTools)('every example of docs/api.md works unchanged', async () => {
  const [setting, me, posts, dates, giving, lacking, ...more] = blocks
  expect(more).toEqual([])
  for (const name of Object.keys(env)) expect(setting).toContain(`export ${name}=`)
  expect(JSON.parse(await run(me ?? ''))).toMatchObject({ id: team.admin.user_id })
  const listed = await run(posts ?? '')
  expect(listed).toMatch(/^ratelimit: "user";r=\d+;t=\d+\r$/m)
  expect(JSON.parse(listed.split('\r\n\r\n').at(-1) ?? '')).toHaveLength(1)
  expect(JSON.parse(await run(dates ?? ''))).toMatchObject([
    { user: { id: colleague.user_id }, kind: 'birthday', date: '2026-06-17' },
  ])
  const before = await getBalance(t, colleague)
  const [once, twice] = (await run(giving ?? ''))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string })
  expect(twice?.id).toBe(once?.id)
  expect(await getBalance(t, colleague)).toBe(before + 5)
  expect(JSON.parse(await run(lacking ?? ''))).toMatchObject({
    errors: [{ code: 'scope_missing', params: { scope: 'team:read' } }],
  })
})

type Operation = {
  operationId: string
  security: Record<string, string[]>[]
  responses: Record<string, Json>
  parameters?: Json[]
}
/** The codes that every call may have, in one shared response. */
const defaultCodes = [
  'malformed',
  'unauthorized',
  'second_factor_required',
  'billing_inactive',
  'too_large',
  'too_many',
  'unknown',
  'unavailable',
]

test('the OpenAPI document contains scope, errors and rate limits', async () => {
  const { body } = await t.app.inject('/api/openapi.json')
  const document = JSON.parse(body) as {
    info: { version: string }
    servers: { url: string }[]
    paths: Record<string, Record<string, Operation>>
    components: { headers: object; securitySchemes: object }
  }
  const resolve = (part: Json) => resolveReference(document, part)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(document.info.version).toBe(version)
  expect(document.servers).toEqual([{ url: t.services.config.publicUrl }])
  expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'token'])
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(operations.length).toBeGreaterThan(100)
  for (const one of operations) {
    // A resource name may have two words.
    const name = routeNames.find(
      (known) => known.replace('.', '_') === one.operationId,
    ) as RouteName
    const route: Route = routes[name]
    const scope = findRequiredScope(name, route)
    const security = scope ? [{ session: [] }, { token: [scope] }] : [{ session: [] }]
    expect([name, one.security]).toEqual([name, route.access === 'public' ? [] : security])
    const codesOf = (status: number | 'default') => {
      const { description = '' } = resolve(one.responses[status] ?? {}) as { description?: string }
      return description.split(', ')
    }
    for (const code of route.errors) {
      const { status } = errors[code]
      expect([name, code, [...codesOf(status), ...codesOf('default')].includes(code)]).toEqual([
        name,
        code,
        true,
      ])
    }
    expect([name, codesOf('default')]).toEqual([name, defaultCodes])
    const other = resolve(one.responses['default'] ?? {})
    expect([name, Object.keys(other['headers'] ?? {})]).toEqual([
      name,
      ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
    ])
    expect([name, codesOf(403).includes('scope_missing')]).toEqual([name, scope !== null])
    expect([
      name,
      (one.parameters ?? []).some((parameter) => resolve(parameter)['name'] === 'Idempotency-Key'),
    ]).toEqual([name, route.moves !== undefined || route.idempotent === true])
  }
  // Every referenced schema exists.
  for (const [, path = ''] of body.matchAll(/"\$ref":"([^"]+)"/g)) resolve({ $ref: path })
})

test('the HTML page of the API explains start, scopes and limits', async () => {
  const { body } = await t.app.inject('/api/docs')
  for (const said of [
    '<h2>Getting started</h2>',
    '<h2>Rate limits</h2>',
    '<code>posts:write</code>',
    'Authorization: Bearer $LAUREL_TOKEN',
  ])
    expect(body).toContain(said)
})

test('the list of calls is light and links a page for each call', async () => {
  const { body } = await t.app.inject('/api/docs')
  expect(Buffer.byteLength(body)).toBeLessThan(100_000)
  const links = [...body.matchAll(/href="(\/api\/docs\/[^"]+)"/g)].map(([, link = '']) => link)
  expect(new Set(links).size).toBe(links.length)
  expect(links.length).toBeGreaterThan(100)
  for (const link of links) {
    const page = await t.app.inject(link)
    expect([link, page.statusCode, page.body.includes('<h2>Statuses</h2>')]).toEqual([
      link,
      200,
      true,
    ])
    expect(Buffer.byteLength(page.body)).toBeLessThan(100_000)
  }
  for (const name of webhookEvents) expect(body).toContain(`<code>${name}</code>`)
  const call = (await t.app.inject('/api/docs/posts_create')).body
  for (const said of ['<code>/api/posts</code>', 'Idempotency-Key', 'no_points', 'to_id'])
    expect(call).toContain(said)
  expect((await t.app.inject('/api/docs/nothing')).statusCode).toBe(404)
})
