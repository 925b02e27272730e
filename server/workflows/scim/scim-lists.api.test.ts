import { beforeAll, expect, test } from 'vitest'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { enterpriseUrn } from './attributes.ts'

const t = setupTestApp()
let team: Team
let scim: ScimClient
let ids: string[]
beforeAll(async () => {
  team = await makeTeam(t)
  scim = await connectScim(t, team)
  ids = []
  for (const name of ['ann', 'bob', 'cid']) {
    const { body } = await scim('POST', '/Users', {
      userName: `${name}@northwind.example`,
      externalId: `Ext-${name}`,
      name: { givenName: name, familyName: 'Berg' },
      [enterpriseUrn]: {
        employeeNumber: `E-${name}`,
        ...(ids[0] ? { manager: { value: ids[0] } } : {}),
      },
    })
    ids.push(body.id as string)
  }
})
const list = async (query: Record<string, string>) =>
  (await scim('GET', `/Users?${new URLSearchParams(query).toString()}`)).body
const find = async (filter: string) => {
  const { Resources: found } = await list({ filter })
  return (found as { id: string }[]).map(({ id }) => ids.indexOf(id)).filter((index) => index >= 0)
}

test.each([
  ['userName eq "ANN@Northwind.example"', [0]],
  ['USERNAME Eq "ann@northwind.example"', [0]],
  ['userName sw "b" or userName sw "C"', [1, 2]],
  ['userName co "@northwind" and not (userName eq "bob@northwind.example")', [0, 2]],
  ['userName ew "northwind.example" and userName gt "b"', [1, 2]],
  ['userName ge "bob@northwind.example" and userName le "bob@northwind.example"', [1]],
  ['userName lt "b" and externalId pr', [0]],
  ['externalId eq "Ext-bob"', [1]],
  ['externalId eq "ext-bob"', []],
  ['externalId ne "Ext-bob" and externalId pr', [0, 2]],
  ['emails[type eq "work" and value eq "Cid@northwind.example"]', [2]],
  ['emails.value eq "cid@northwind.example"', [2]],
  ['active eq true and externalId pr', [0, 1, 2]],
  ['active eq "False"', []],
  ['meta.created gt "2000-01-01T00:00:00Z" and externalId pr', [0, 1, 2]],
  ['meta.created lt "2000-01-01T00:00:00Z"', []],
  [`${enterpriseUrn}:employeeNumber eq "e-ANN"`, [0]],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bob@northwind.example"', [1]],
  ['id eq "nothing"', []],
])('the filter %s finds its users', async (filter, expected) => {
  expect(await find(filter)).toEqual(expected)
})

test('a manager is found by id, with and without the schema', async () => {
  for (const name of ['manager', `${enterpriseUrn}:manager`, `${enterpriseUrn}:manager.value`])
    expect(await find(`${name} eq "${ids[0]}"`)).toEqual([1, 2])
})

test.each([
  'title eq "x"',
  'name.familyName co "x"',
  'password pr',
  'meta.lastModified gt "2011-05-13T04:42:34Z"',
  'active gt true',
  'userName eq 7',
  'userName eq "\\u0000"',
  'meta.created gt "never"',
  'userName',
  'emails[value[type eq "x"]]',
])('the filter %s is 400 invalidFilter', async (filter) => {
  const body = await list({ filter })
  expect([body.status, body.scimType]).toEqual(['400', 'invalidFilter'])
})

test('startIndex and count page through everyone, and a count of 0 only counts', async () => {
  const everyone = await list({})
  expect(everyone).toMatchObject({ totalResults: 4, startIndex: 1, itemsPerPage: 4 })
  const seen: string[] = []
  for (const startIndex of ['1', '3', '5']) {
    const { Resources: found } = await list({ startIndex, count: '2' })
    seen.push(...(found as { id: string }[]).map(({ id }) => id))
  }
  expect(seen).toEqual((everyone.Resources as { id: string }[]).map(({ id }) => id))
  expect(await list({ count: '0' })).toMatchObject({ totalResults: 4, Resources: [] })
  expect(await list({ count: '-5', startIndex: '-1' })).toMatchObject({
    startIndex: 1,
    itemsPerPage: 0,
  })
  expect((await list({ count: 'many' })).scimType).toBe('invalidValue')
})

test('attributes and excludedAttributes choose parts', async () => {
  const [first] = (
    await list({ filter: `id eq "${ids[0]}"`, attributes: 'username,name.givenName' })
  ).Resources
  expect(first).toEqual({
    schemas: expect.any(Array) as unknown,
    id: ids[0],
    userName: 'ann@northwind.example',
    name: { givenName: 'ann' },
  })
  const { body } = await scim('GET', `/Users/${ids[0]}?excludedAttributes=${enterpriseUrn},emails`)
  expect(body.emails).toBeUndefined()
  expect(body[enterpriseUrn]).toBeUndefined()
  expect(body.name.givenName).toBe('ann')
})

test('discovery describes what is supported', async () => {
  const { body } = await scim('GET', '/ServiceProviderConfig')
  expect(body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    etag: { supported: true },
  })
  const types = (await scim('GET', '/ResourceTypes')).body
  expect((types.Resources as { id: string }[]).map(({ id }) => id)).toEqual(['User', 'Group'])
  const schemas = (await scim('GET', '/Schemas')).body
  expect(schemas.totalResults).toBe(4)
  expect((await scim('GET', `/Schemas/${enterpriseUrn}`)).body.name).toBe('EnterpriseUser')
  expect((await scim('GET', '/Schemas/unknown')).status).toBe(404)
  expect((await scim('POST', '/Bulk', {})).status).toBe(501)
  expect((await scim('GET', '/Me')).status).toBe(501)
  expect((await scim('POST', '/.search', {})).status).toBe(501)
  expect((await scim('GET', '/Nothing')).body.status).toBe('404')
})

test('a search by POST answers as the query', async () => {
  const search = (body: unknown, path = '/Users/.search') => scim('POST', path, body)
  const filter = 'userName sw "b"'
  const { status, body } = await search({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    attributes: ['userName', 'name.givenName'],
    filter,
    startIndex: 1,
    count: 10,
  })
  expect(status).toBe(200)
  expect(body).toEqual(await list({ attributes: 'userName,name.givenName', filter, count: '10' }))
  expect(body.Resources).toMatchObject([{ userName: 'bob@northwind.example' }])
  expect((await search({ count: 0 }, '/Groups/.search')).body.Resources).toEqual([])
  for (const bad of [{ filter: 'title eq "x"' }, { count: {} }, [], undefined])
    expect((await search(bad)).status).toBe(400)
})
