import { beforeEach, expect, test } from 'vitest'
import { makeTeam, markPresent } from '#tests/support/factories.ts'
import { connectScim, type ScimClient } from '#tests/support/scim.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { coreUserUrn, enterpriseUrn } from './attributes.ts'

/** Values that a provider writes in another form than the one that Laurel keeps. */
const t = setupTestApp()
let scim: ScimClient
let count = 0
beforeEach(async () => {
  const team = await makeTeam(t)
  await markPresent(t, team.admin)
  scim = await connectScim(t, team)
  count += 1
})

async function create(more: object): Promise<string> {
  const { status, body } = await scim('POST', '/Users', {
    schemas: [coreUserUrn],
    userName: `ida${count}@northwind.example`,
    name: { givenName: 'Ida', familyName: 'Berg' },
    active: true,
    ...more,
  })
  expect(status).toBe(201)
  return body.id as string
}
const patch = async (id: string, path: string, value: string) => {
  const { status } = await scim('PATCH', `/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Add', path, value }],
  })
  expect(status).toBe(200)
}
const phonesOf = async (id: string) => {
  const { body } = await scim('GET', `/Users/${id}`)
  return body.phoneNumbers as { value: string; type: string }[]
}
const lastModifiedOf = async (id: string) =>
  (await scim('GET', `/Users/${id}`)).body.meta.lastModified as string

test('a mobile number keeps its type, so that a new one replaces it', async () => {
  const id = await create({ phoneNumbers: [{ value: '+49 151 23456789', type: 'mobile' }] })
  expect(await phonesOf(id)).toEqual([{ value: '+4915123456789', type: 'mobile' }])
  await patch(id, 'phoneNumbers[type eq "mobile"].value', '+49 151 98765432')
  expect(await phonesOf(id)).toEqual([{ value: '+4915198765432', type: 'mobile' }])
})

test('a number of work takes the place of a mobile number, and stays', async () => {
  const id = await create({ phoneNumbers: [{ value: '+49 151 23456789', type: 'mobile' }] })
  await patch(id, 'phoneNumbers[type eq "work"].value', '+49 30 901820')
  const work = { value: '+4930901820', type: 'work', primary: true }
  expect(await phonesOf(id)).toEqual([work])
  await patch(id, 'phoneNumbers[type eq "mobile"].value', '+49 151 98765432')
  expect(await phonesOf(id)).toEqual([work])
})

test('a number of a type that nobody knows is kept as another number', async () => {
  const id = await create({ phoneNumbers: [{ value: '+49 30 901820', type: 'satellite' }] })
  expect(await phonesOf(id)).toEqual([{ value: '+4930901820', type: 'other' }])
})

test('a department in another case is no change of the person', async () => {
  const department = (name: string) => ({ [enterpriseUrn]: { department: name } })
  const id = await create(department('Sales'))
  const before = await lastModifiedOf(id)
  t.clock.advance(60_000)
  await patch(id, `${enterpriseUrn}:department`, 'SALES')
  expect(await lastModifiedOf(id)).toBe(before)
  await patch(id, `${enterpriseUrn}:department`, 'Support')
  expect(await lastModifiedOf(id)).not.toBe(before)
})
