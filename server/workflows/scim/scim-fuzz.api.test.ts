import { randomInt } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { hashWorkspaceRows } from '#tests/support/hash-workspace-rows.ts'
import { hostileJsonValues, hostileUrlValues } from '#tests/support/hostile-values.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { enterpriseUrn, laurelUrn } from './attributes.ts'

/** Hostile requests get a SCIM error, never 500, and refused ones change nothing. */
const t = setupTestApp()
let team: Team
let scim: ScimClient
let userId: string
let groupId: string
beforeAll(async () => {
  team = await makeTeam(t)
  scim = await connectScim(t, team)
  userId = (await makeMember(t, team.workspace_id)).user_id
  groupId = (await scim('POST', '/Groups', { displayName: 'Fuzzed' })).body.id as string
})

const userBody = {
  userName: '"USER"',
  externalId: '"x"',
  active: 'true',
  name: '{"givenName":"A","familyName":"B"}',
  displayName: '"A B"',
  title: '"T"',
  emails: '[{"value":"a@b.example"}]',
  phoneNumbers: '[{"value":"+4930901820","type":"work"}]',
  addresses: '[{"country":"DE"}]',
  preferredLanguage: '"de"',
  timezone: '"UTC"',
  [enterpriseUrn]: '{"department":"D","manager":{"value":"m"}}',
  [laurelUrn]: '{"hireDate":"2024-01-01","birthDay":"--01-01","limit":1}',
}
/** Returns JSON texts of an object, each with one field replaced by one hostile value. */
const spoil = (body: Record<string, string>): string[] =>
  Object.keys(body).flatMap((field) =>
    hostileJsonValues.map((value) => {
      const fields = Object.entries({ ...body, [field]: value })
      return `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
    }),
  )
type Case = [method: 'POST' | 'PUT' | 'PATCH', path: () => string, body: string]
const operations = (list: string[]): string[] => list.map((one) => `{"Operations":[${one}]}`)
const patches = operations([
  ...spoil({ op: '"replace"', path: '"title"', value: '"x"' }),
  ...Object.keys(userBody).flatMap((path) =>
    hostileJsonValues.map(
      (value) => `{"op":"add","path":${JSON.stringify(path)},"value":${value}}`,
    ),
  ),
  ...hostileJsonValues.map((value) => `{"op":"add","value":${value}}`),
])
const memberPatches = operations(
  hostileJsonValues.flatMap((value) =>
    ['add', 'remove', 'replace'].map((op) => `{"op":"${op}","path":"members","value":${value}}`),
  ),
)
const cases: Case[] = [
  ...hostileJsonValues.flatMap((body): Case[] => [
    ['POST', () => '/Users', body],
    ['POST', () => '/Groups', body],
    ['PATCH', () => `/Users/${userId}`, body],
    ['PATCH', () => `/Groups/${groupId}`, body],
  ]),
  ...spoil(userBody).map((body): Case => ['POST', () => '/Users', body]),
  ...spoil({ ...userBody, userName: '"admin@b.example"' }).map((body): Case => [
    'PUT',
    () => `/Users/${userId}`,
    body,
  ]),
  ...patches.map((body): Case => ['PATCH', () => `/Users/${userId}`, body]),
  ...memberPatches.map((body): Case => ['PATCH', () => `/Groups/${groupId}`, body]),
  ...spoil({ displayName: '"G"', externalId: '"g"', members: '[]' }).map((body): Case => [
    'PUT',
    () => `/Groups/${groupId}`,
    body,
  ]),
]

const isScimError = (status: number, body: { schemas?: string[]; status?: string }) =>
  status < 500 &&
  (status < 400 ||
    (body.status === String(status) &&
      body.schemas?.[0] === 'urn:ietf:params:scim:api:messages:2.0:Error'))

test('hostile bodies get a SCIM error', { timeout: 120_000 }, async () => {
  const seconds = Number(process.env['FUZZ_SECONDS'] ?? 8)
  const end = performance.now() + seconds * 1_000
  let done = 0
  const left = cases.slice()
  while (left.length && performance.now() < end) {
    const [[method, path, body] = ['POST', () => '', ''] as Case] = left.splice(
      randomInt(left.length),
      1,
    )
    const answer = await scim(method, path(), body)
    done += 1
    if (!isScimError(answer.status, answer.body ?? {}))
      expect([method, path(), body.slice(0, 300), answer]).toEqual('a SCIM error')
  }
  expect(done).toBeGreaterThan(100)
})

test('hostile queries and ids get a SCIM error', { timeout: 60_000 }, async () => {
  const values = [...hostileUrlValues, '('.repeat(900), 'a[b[c', 'userName eq "', 'x.'.repeat(500)]
  for (const value of values) {
    const text = encodeURIComponent(value.isWellFormed() ? value : 'x')
    for (const path of [
      ...['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes'].flatMap((name) => [
        `/Users?${name}=${text}`,
        `/Groups?${name}=${text}`,
      ]),
      `/Users?filter=${encodeURIComponent(`userName eq ${JSON.stringify(value)}`)}`,
      `/Users/${text}`,
      `/Schemas/${text}`,
    ]) {
      const answer = await scim('GET', path)
      if (!isScimError(answer.status, answer.body ?? {}))
        expect([path.slice(0, 300), answer]).toEqual('a SCIM error')
    }
  }
})

test('malformed, huge and foreign bodies change nothing', async () => {
  const rows = () => hashWorkspaceRows(t, team.workspace_id)
  const before = await rows()
  const send = (body: string, type = 'application/scim+json') =>
    scim('POST', '/Users', body, { 'content-type': type })
  expect((await send('{"userName"')).body).toMatchObject({
    status: '400',
    scimType: 'invalidSyntax',
  })
  expect((await send(`"${'x'.repeat(limits.scim_body_bytes_max)}"`)).status).toBe(413)
  expect((await send('<xml/>', 'application/xml')).status).toBe(415)
  expect(await rows()).toBe(before)
  expect((await scim('POST', '/Users')).body.scimType).toBe('invalidSyntax')
})
