import { beforeAll, expect, test } from 'vitest'
import { makeTeam } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { parseFilter } from '#server/workflows/scim/filter-parser.ts'

/** Requests with the values of the examples in RFC 7644 and RFC 7643. */
const t = setupTestApp()
let scim: ScimClient
let id: string
const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
beforeAll(async () => {
  scim = await connectScim(t, await makeTeam(t))
  const { body } = await scim('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterpriseUrn],
    userName: 'bjensen@example.com',
    externalId: 'bjensen',
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    title: 'Tour Guide',
    preferredLanguage: 'en-US',
    timezone: 'America/Los_Angeles',
    active: true,
    password: 't1meMa$heen',
    [enterpriseUrn]: {
      employeeNumber: '701984',
      costCenter: '4130',
      organization: 'Universal Studios',
      division: 'Theme Park',
      department: 'Tour Operations',
    },
  })
  id = body.id as string
})

test.each([
  'userName eq "bjensen"',
  'name.familyName co "O\'Malley"',
  'userName sw "J"',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
  'title pr',
  'meta.lastModified gt "2011-05-13T04:42:34Z"',
  'meta.lastModified ge "2011-05-13T04:42:34Z"',
  'meta.lastModified lt "2011-05-13T04:42:34Z"',
  'meta.lastModified le "2011-05-13T04:42:34Z"',
  'title pr and userType eq "Employee"',
  'title pr or userType eq "Intern"',
  'schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"',
  'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
  'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
  'userType eq "Employee" and (emails.type eq "work")',
  'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
  'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
])('the filter %s is parsed, and answers a list or invalidFilter', async (filter) => {
  expect(parseFilter(filter)).toBeDefined()
  const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
  expect([status, body.scimType]).toEqual(
    status === 200 ? [200, undefined] : [400, 'invalidFilter'],
  )
})

test('the body of a user keeps what Laurel knows', async () => {
  const { body } = await scim('GET', `/Users/${id}`)
  expect(body).toMatchObject({
    userName: 'bjensen@example.com',
    externalId: 'bjensen',
    displayName: 'Barbara Jensen',
    title: 'Tour Guide',
    timezone: 'America/Los_Angeles',
  })
  expect(body[enterpriseUrn]).toEqual({
    employeeNumber: '701984',
    costCenter: '4130',
    department: 'Tour Operations',
  })
})

test('operations add, replace and remove', async () => {
  const patch = (...operations: object[]) =>
    scim('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: operations,
    })
  const added = await patch({
    op: 'add',
    value: { emails: [{ value: 'babs@jensen.org', type: 'home' }], title: 'Babs' },
  })
  expect([added.status, added.body.title]).toEqual([200, 'Babs'])
  const replaced = await patch({
    op: 'replace',
    path: 'addresses[type eq "work"]',
    value: {
      type: 'work',
      streetAddress: '911 Universal City Plaza',
      locality: 'Hollywood',
      region: 'CA',
      postalCode: '91608',
      country: 'US',
      primary: true,
    },
  })
  expect(replaced.body.addresses).toEqual([{ type: 'work', country: 'US', primary: true }])
  const removed = await patch({ op: 'remove', path: 'addresses[type eq "work"]' })
  expect(removed.body.addresses).toBeUndefined()
})

test('members leave a group by their value and by a filter', async () => {
  const group = await scim('POST', '/Groups', {
    displayName: 'Tour Guides',
    members: [{ value: id }],
  })
  const path = `/Groups/${group.body.id}`
  const patch = (operation: object) => scim('PATCH', path, { Operations: [operation] })
  expect((await patch({ op: 'remove', path: `members[value eq "${id}"]` })).status).toBe(204)
  expect((await scim('GET', path)).body.members).toEqual([])
  await patch({ op: 'add', path: 'members', value: [{ display: 'Babs Jensen', value: id }] })
  expect((await scim('GET', path)).body.members).toMatchObject([{ value: id }])
  await patch({ op: 'remove', path: 'members' })
  expect((await scim('GET', path)).body.members).toEqual([])
})

test('a page of attributes has the form of a list response', async () => {
  const { body } = await scim('GET', '/Users?attributes=userName&startIndex=1&count=10')
  expect(body.itemsPerPage).toBe(body.Resources.length)
  for (const resource of body.Resources)
    expect(Object.keys(resource).toSorted()).toEqual(['id', 'schemas', 'userName'])
})
