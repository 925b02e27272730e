import { beforeAll, expect, test } from 'vitest'
import { makeTeam } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/**
 * The requests of Okta, in the order in which it sends them: look-up, creation, profile push by PUT,
 * deactivation by PATCH without a path, reactivation, and group push. The bodies are our own, after
 * Okta's documentation of SCIM 2.0.
 */
const t = setupTestApp()
let scim: ScimClient
beforeAll(async () => {
  scim = await connectScim(t, await makeTeam(t))
})
const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const user = (more: object = {}) => ({
  schemas: [userUrn],
  userName: 'Test.User@okta.example',
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: 'test.user@okta.example', type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})

test('the connection test pages users and groups', async () => {
  for (const path of ['/Users', '/Groups']) {
    const { status, body } = await scim('GET', `${path}?startIndex=1&count=2`)
    expect([status, body.startIndex]).toEqual([200, 1])
    expect(body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:ListResponse'])
    expect(body.totalResults).toBeGreaterThanOrEqual(1)
  }
})

test('a person is looked up, created, pushed, deactivated and reactivated', async () => {
  const find = (name: string) =>
    scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}&startIndex=1&count=100`,
    )
  expect((await find('test.user@okta.example')).body).toMatchObject({
    totalResults: 0,
    Resources: [],
  })
  const created = await scim('POST', '/Users', user(), {
    'content-type': 'application/scim+json; charset=utf-8',
  })
  expect([created.status, created.body.active]).toEqual([201, true])
  expect(created.body.password).toBeUndefined()
  const id = created.body.id as string
  expect((await scim('POST', '/Users', user())).body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '409',
    scimType: 'uniqueness',
  })
  expect((await find('TEST.USER@OKTA.EXAMPLE')).body.Resources).toMatchObject([{ id }])
  expect((await scim('GET', `/Users/${id}`)).body.userName).toBe('test.user@okta.example')
  const pushed = await scim('PUT', `/Users/${id}`, {
    ...user({ name: { givenName: 'Another', middleName: '', familyName: 'Name' } }),
    id,
    meta: { resourceType: 'User' },
  })
  expect([pushed.status, pushed.body.name]).toEqual([
    200,
    { formatted: 'Another Name', givenName: 'Another', familyName: 'Name' },
  ])
  const setActive = (active: boolean) =>
    scim('PATCH', `/Users/${id}`, {
      schemas: [patchUrn],
      Operations: [{ op: 'replace', value: { active } }],
    })
  for (const active of [false, true]) {
    const changed = await setActive(active)
    expect([changed.status, changed.body.active]).toEqual([200, active])
  }
})

test('an unknown person is 404 with an error of SCIM', async () => {
  const { status, body } = await scim('GET', '/Users/010101001010101011001010101011')
  expect([status, body.status, body.schemas[0]]).toEqual([
    404,
    '404',
    'urn:ietf:params:scim:api:messages:2.0:Error',
  ])
})

test('a group is pushed with its name and its members', async () => {
  const member = await scim(
    'POST',
    '/Users',
    user({ userName: 'member@okta.example', externalId: 'm' }),
  )
  const created = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Test SCIMv2',
    members: [],
  })
  expect(created.status).toBe(201)
  const id = created.body.id as string
  const patch = (...operations: object[]) =>
    scim('PATCH', `/Groups/${id}`, { schemas: [patchUrn], Operations: operations })
  const value = [{ value: member.body.id as string, display: 'member@okta.example' }]
  expect((await patch({ op: 'replace', value: { id, displayName: 'Test SCIMv3' } })).status).toBe(
    204,
  )
  expect(
    (
      await patch(
        { op: 'remove', path: 'members[value eq "23a35c27-23d3-4c03-b4c5-6443c09e7173"]' },
        { op: 'add', path: 'members', value },
      )
    ).status,
  ).toBe(204)
  const { body } = await scim('GET', `/Groups/${id}`)
  expect([body.displayName, body.members.length]).toEqual(['Test SCIMv3', 1])
  expect((await patch({ op: 'replace', path: 'members', value })).status).toBe(204)
  expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204)
})
