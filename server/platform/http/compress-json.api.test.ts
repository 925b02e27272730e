import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { apiPrefix, type Route } from '#contract/routes/route.ts'
import { routes } from '#contract/routes/index.ts'
import { makeMember, makePost, makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
beforeAll(async () => {
  team = await makeTeam(t, { limit: null })
  const colleague = await makeMember(t, team.workspace_id)
  for (let n = 0; n < 5; n += 1)
    await makePost(t, team.admin, [colleague], team.value_id, 1, {
      description: `Wrote the guide for new colleagues, part ${n}`,
    })
})
const get = (path: string, accepted?: string) =>
  t.app.inject({
    url: apiPrefix + path,
    headers: {
      authorization: `Bearer ${team.admin.token}`,
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
    },
  })

test('a long answer is compressed for clients that accept gzip', async () => {
  const plain = await get('/posts')
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  for (const accepted of ['gzip', 'gzip, deflate, br, zstd', 'br;q=0, gzip;q=0.5']) {
    const compressed = await get('/posts', accepted)
    expect([accepted, compressed.headers['content-encoding']]).toEqual([accepted, 'gzip'])
    expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length))
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
  }
  for (const accepted of ['identity', 'br', 'gzip;q=0', 'br, gzip; q=0.0'])
    expect([accepted, (await get('/posts', accepted)).body]).toEqual([accepted, plain.body])
})

test('an answer beyond 64 kB is compressed outside the event loop', async () => {
  const ids = Array.from({ length: 2_000 }, () => crypto.randomUUID())
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    await trx
      .insertInto('users')
      .values(
        ids.map((id) => ({
          workspace_id: team.workspace_id,
          id,
          email: `${id}@example.test`,
          state: 'pending',
          created_at: t.clock.now(),
        })),
      )
      .execute()
  })
  const plain = await get('/users/ids')
  expect(plain.body.length).toBeGreaterThan(65_536)
  const compressed = await get('/users/ids', 'gzip')
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
})

test('short answers, errors and answers with secrets are not compressed', async () => {
  for (const path of ['/people/dates', '/posts?limit=0', '/profiles/me/calendar', '/joining'])
    expect([path, (await get(path, 'gzip')).headers['content-encoding']]).toEqual([path, undefined])
})

/** Returns the names of all properties in a JSON schema. */
function propertyNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...propertyNames(value),
  ])
}

test('no compressed route has a field for a secret', () => {
  // The error code of a row of an import, and the id and name of an access token.
  const harmless = ['imports.rows code', 'workspace.audit token']
  const suspicious = /secret|token|password|code|link|claim|signature|address/
  const found = Object.entries(routes as Record<string, Route>).flatMap(([name, route]) =>
    route.compressed
      ? propertyNames(z.toJSONSchema(route.output, { unrepresentable: 'any', io: 'output' }))
          .filter((property) => suspicious.test(property))
          .map((property) => `${name} ${property}`)
      : [],
  )
  expect([...new Set(found)].sort()).toEqual(harmless)
})
