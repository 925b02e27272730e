import { beforeEach, expect, test } from 'vitest'
import { makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { coreUserUrn, laurelUrn } from './attributes.ts'

const t = setupTestApp()
let team: Team
let scim: ScimClient
let count = 0
beforeEach(async () => {
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  scim = await connectScim(t, team)
  count += 1
})
const bodyOf = (own?: object) => ({
  schemas: [coreUserUrn],
  userName: `ida${count}@northwind.example`,
  name: { givenName: 'Ida', familyName: 'Berg' },
  active: true,
  ...(own ? { [laurelUrn]: own } : {}),
})
const patch = (id: string, ...operations: object[]) =>
  scim('PATCH', `/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: operations,
  })
const ownPath = (name: string) => `${laurelUrn}:${name}`
const memberOf = async (id: string) =>
  (await t.call('users.get', { token: team.admin.token, params: { id } })).body.organization
const june = { awayFrom: '2026-06-01', awayUntil: '2026-06-30' }

test('a leave is written, changed and cleared', async () => {
  const { status, body } = await scim('POST', '/Users', bodyOf(june))
  expect([status, body[laurelUrn]]).toEqual([201, june])
  const id = body.id as string
  expect(await memberOf(id)).toMatchObject({
    away: { from: '2026-06-01', to: '2026-06-30' },
    managed_fields: expect.arrayContaining(['away']) as string[],
  })
  const path = ownPath('awayUntil')
  const open = await patch(id, { op: 'remove', path })
  expect(open.body[laurelUrn]).toEqual({ awayFrom: '2026-06-01' })
  expect(open.headers['etag']).not.toBe(body.meta.version)
  expect((await memberOf(id)).managed_fields).toContain('away')
  const longer = await patch(id, { op: 'add', path, value: '2026-07-31' })
  expect(longer.body[laurelUrn]).toEqual({ ...june, awayUntil: '2026-07-31' })
  await patch(id, { op: 'remove', path: ownPath('awayFrom') })
  const ended = await memberOf(id)
  expect([ended.away, ended.managed_fields.includes('away')]).toEqual([null, false])
})

test('PUT clears its own leave, and keeps one that was entered by hand', async () => {
  const { body } = await scim('POST', '/Users', bodyOf(june))
  const id = body.id as string
  await scim('PUT', `/Users/${id}`, bodyOf())
  expect((await memberOf(id)).away).toBeNull()
  const away = { from: '2026-08-01', to: null }
  await t.call('users.update', {
    token: team.admin.token,
    params: { id },
    body: { organization: { away } },
  })
  await scim('PUT', `/Users/${id}`, bodyOf())
  expect((await memberOf(id)).away).toEqual(away)
})

test.each([
  { awayFrom: '2026-06-01', awayUntil: '2026-05-31' },
  { awayUntil: '2026-06-30' },
  { awayFrom: '2026-06-31' },
  { awayFrom: '1999-01-01' },
  { birthDay: '--02-30' },
])('%o is an invalid value', async (own) => {
  const { status, body } = await scim('POST', '/Users', bodyOf(own))
  expect([status, body.scimType]).toEqual([400, 'invalidValue'])
})

test('a birthday has no year, and forgetting the year keeps the version', async () => {
  const { body } = await scim('POST', '/Users', bodyOf({ birthDay: '--02-29' }))
  const id = body.id as string
  const member = await t.call('users.get', { token: team.admin.token, params: { id } })
  expect(member.body.birth_date).toBe('--02-29')
  await t.call('users.update', {
    token: team.admin.token,
    params: { id },
    body: { birth_date: '1992-02-29' },
  })
  const { headers } = await scim('GET', `/Users/${id}`)
  expect(headers['etag']).toBe(body.meta.version)
})
