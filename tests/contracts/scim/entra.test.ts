import { beforeAll, expect, test } from 'vitest'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/**
 * The requests of Entra ID: look-ups by its matching attributes, creation with the default mappings,
 * PATCH with capital operations and texts for booleans, a manager as a plain text, and members by
 * list. The bodies are our own, after Microsoft's documentation of its client.
 */
const t = setupTestApp()
let team: Team
let scim: ScimClient
let id: string
let bossId: string
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const user = (name: string, more: object = {}) => ({
  schemas: [userUrn, enterpriseUrn],
  externalId: name,
  userName: `${name}@entra.example`,
  active: true,
  displayName: 'Adele Vance',
  emails: [{ primary: true, type: 'work', value: `${name}@entra.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Adele Vance', familyName: 'Vance', givenName: 'Adele' },
  title: 'Retail Manager',
  ...more,
})
beforeAll(async () => {
  team = await makeTeam(t)
  scim = await connectScim(t, team)
  bossId = (await scim('POST', '/Users', user('boss'))).body.id as string
  id = (await scim('POST', '/Users', user('adele'))).body.id as string
})
const patch = (path: string, ...operations: object[]) =>
  scim('PATCH', path, { schemas: [patchUrn], Operations: operations })
const find = async (resource: string, filter: string, more = '') =>
  (await scim('GET', `/${resource}?filter=${encodeURIComponent(filter)}${more}`)).body

test('the connection test looks for someone who does not exist', async () => {
  const body = await find('Users', 'userName eq "7ad31f14-5d9e-4a1f-8a2e-2ad9a20a5d10"')
  expect(body).toMatchObject({ totalResults: 0, Resources: [], startIndex: 1 })
})

test('people are matched by userName and externalId', async () => {
  expect((await find('Users', 'userName eq "Adele@ENTRA.example"')).Resources).toMatchObject([
    { id },
  ])
  expect((await find('Users', 'externalId eq "adele"')).Resources).toMatchObject([{ id }])
})

test('default mappings change by paths with filters', async () => {
  const { status, body } = await patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'displayName', value: 'Adele V.' },
    { op: 'Add', path: 'name.givenName', value: 'Adela' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'adele@entra.example' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 425 555 0109' },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+44 20 7946 0958' },
    { op: 'Add', path: 'phoneNumbers[type eq "fax"].value', value: '12' },
    { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: '1 Main' },
    { op: 'Add', path: 'addresses[type eq "work"].country', value: 'United States' },
    { op: 'Add', path: 'preferredLanguage', value: 'es-ES' },
    { op: 'Add', path: `${enterpriseUrn}:employeeNumber`, value: '1234' },
    { op: 'Add', path: `${enterpriseUrn}:department`, value: 'Retail' },
    { op: 'Add', path: `${enterpriseUrn}:manager`, value: bossId },
    { op: 'Add', path: 'nickName', value: 'A' },
  )
  expect([status, body.detail]).toEqual([200, undefined])
  expect(body).toMatchObject({
    name: { givenName: 'Adela', familyName: 'Vance' },
    phoneNumbers: [{ value: '+442079460958' }],
    addresses: [{ country: 'US' }],
    preferredLanguage: 'es',
    [enterpriseUrn]: {
      employeeNumber: '1234',
      department: 'Retail',
      manager: { value: bossId },
    },
  })
  expect((await find('Users', `id eq "${id}" and manager eq "${bossId}"`)).totalResults).toBe(1)
})

test('values that Laurel cannot use keep the current ones', async () => {
  const { status, body } = await patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: 'extension 12' },
    { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'Nowhere' },
  )
  expect([status, body.phoneNumbers[0].value, body.addresses[0].country]).toEqual([
    200,
    '+442079460958',
    'US',
  ])
})

test('the form of the newer client has dotted names without a path', async () => {
  const { status, body } = await patch(`/Users/${id}`, {
    op: 'replace',
    value: {
      'name.familyName': 'Vance-Lee',
      title: 'Director',
      [`${enterpriseUrn}:department`]: 'Sales',
    },
  })
  expect([status, body.title, body.name.familyName]).toEqual([200, 'Director', 'Vance-Lee'])
  expect(body[enterpriseUrn].department).toBe('Sales')
})

test('a manager is removed and deactivation has texts for booleans', async () => {
  const removed = await patch(`/Users/${id}`, { op: 'Remove', path: `${enterpriseUrn}:manager` })
  expect(removed.body[enterpriseUrn].manager).toBeUndefined()
  for (const [value, active] of [
    ['False', false],
    ['True', true],
    [[{ $ref: null, value: 'False' }], false],
  ] as const) {
    const { status, body } = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value })
    expect([status, body.active]).toEqual([200, active])
  }
})

test('groups are matched without members and change by list', async () => {
  const created = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Contoso Retail',
    meta: { resourceType: 'Group' },
  })
  const groupId = created.body.id as string
  const found = await find(
    'Groups',
    'displayName eq "Contoso Retail"',
    '&excludedAttributes=members',
  )
  expect(found.Resources).toMatchObject([{ id: groupId }])
  const path = `/Groups/${groupId}`
  const value = [{ $ref: null, value: bossId }]
  const members = async () =>
    (await scim('GET', path)).body.members.map((one: { value: string }) => one.value) as string[]
  expect((await patch(path, { op: 'Add', path: 'members', value })).status).toBe(204)
  expect(await members()).toEqual([bossId])
  const filter = `id eq "${groupId}" and members eq "${bossId}"`
  expect((await find('Groups', filter)).totalResults).toBe(1)
  expect((await patch(path, { op: 'Remove', path: 'members', value })).status).toBe(204)
  expect(await members()).toEqual([])
  expect((await patch(path, { op: 'Replace', path: 'displayName', value: 'Retail' })).status).toBe(
    204,
  )
  expect((await scim('DELETE', path)).status).toBe(204)
})

test('DELETE deactivates and never erases', async () => {
  expect((await scim('DELETE', `/Users/${bossId}`)).status).toBe(204)
  expect((await scim('GET', `/Users/${bossId}`)).status).toBe(404)
  const { items } = (
    await t.call('users.list', {
      token: team.admin.token,
      query: { search: 'boss@entra.example', limit: 5 },
    })
  ).body
  expect(items).toMatchObject([{ id: bossId, state: 'deactivated' }])
})
