import { expect, test } from 'vitest'
import { applyPatch } from './apply-patch.ts'
import { coreUserUrn, enterpriseUrn, laurelUrn, userType } from './attributes.ts'
import { readOperations } from './patch-operations.ts'
import { ScimError } from './scim-error.ts'
import { normalizeResource, type Resource } from './values.ts'

const base: Resource = {
  userName: 'ida@northwind.example',
  name: { givenName: 'Ida', familyName: 'Berg' },
  active: true,
  phoneNumbers: [{ value: '+4930123456', type: 'work', primary: true }],
  [enterpriseUrn]: { department: 'Sales', manager: { value: 'm1' } },
}
const patch = (...operations: unknown[]) =>
  applyPatch(base, readOperations(userType, { Operations: operations }), coreUserUrn)

test('operations match in any case and booleans may be texts', () => {
  expect(patch({ op: 'Replace', path: 'active', value: 'False' })).toMatchObject({ active: false })
  expect(patch({ op: 'REPLACE', path: 'ACTIVE', value: [{ value: 'False' }] })).toMatchObject({
    active: false,
  })
})

test('an operation without a path takes dotted names, schemas and paths with filters', () => {
  const changed = patch({
    op: 'replace',
    value: {
      'name.givenName': 'Idun',
      title: 'Lead',
      'phoneNumbers[type eq "mobile"].value': '+4917012345',
      [`${enterpriseUrn}:department`]: 'Support',
      [laurelUrn]: { hireDate: '2024-02-01' },
    },
  })
  expect(changed).toMatchObject({
    name: { givenName: 'Idun', familyName: 'Berg' },
    title: 'Lead',
    phoneNumbers: [{ type: 'work' }, { type: 'mobile', value: '+4917012345' }],
    [enterpriseUrn]: { department: 'Support', manager: { value: 'm1' } },
    [laurelUrn]: { hireDate: '2024-02-01' },
  })
})

test('a manager is a plain text or an array with one element', () => {
  const path = `${enterpriseUrn}:manager`
  for (const value of ['m2', [{ value: 'm2' }], { value: 'm2' }])
    expect(patch({ op: 'add', path, value })[enterpriseUrn]).toMatchObject({
      manager: { value: 'm2' },
    })
  expect(patch({ op: 'Remove', path })[enterpriseUrn]).toEqual({ department: 'Sales' })
})

test('paths with filters change, add and remove values', () => {
  const work = 'phoneNumbers[type eq "work"]'
  expect(
    patch({ op: 'replace', path: `${work}.value`, value: '+4940' })['phoneNumbers'],
  ).toMatchObject([{ value: '+4940', type: 'work', primary: true }])
  expect(patch({ op: 'remove', path: work })['phoneNumbers']).toBeUndefined()
  expect(
    patch({ op: 'add', path: 'addresses[type eq "work"].country', value: 'DE' })['addresses'],
  ).toEqual([{ type: 'work', country: 'DE' }])
})

test('attributes that Laurel does not keep are ignored', () => {
  expect(
    patch(
      { op: 'add', path: 'nickName', value: 'I' },
      { op: 'add', path: 'name.middleName', value: 'M' },
      { op: 'replace', path: 'displayName', value: 'Somebody else' },
    ),
  ).toEqual(base)
})

test('the original stays as it is', () => {
  const before = structuredClone(base)
  patch({ op: 'remove', path: 'phoneNumbers' }, { op: 'replace', path: 'title', value: 'X' })
  expect(base).toEqual(before)
})

test.each([
  [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
  [{ op: 'add', path: 'unknown', value: 'x' }, 'invalidPath'],
  [{ op: 'add', path: 'title.part', value: 'x' }, 'invalidPath'],
  [{ op: 'add', path: 'title[value eq "x"]', value: 'x' }, 'invalidPath'],
  [{ op: 'add', path: 'title' }, 'invalidValue'],
  [{ op: 'add', path: 'title', value: { deep: { deeper: 1 } } }, 'invalidValue'],
  [{ op: 'add', path: 'title', value: ['a', 'b'] }, 'invalidValue'],
  [{ op: 'add', path: 'active', value: 'maybe' }, 'invalidValue'],
  [{ op: 'add', value: 'text' }, 'invalidValue'],
  [{ op: 'remove' }, 'noTarget'],
  [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
  [{ op: 'replace', path: 'phoneNumbers[type co "z"].value', value: 'x' }, 'noTarget'],
  ['text', 'invalidSyntax'],
])('%j is refused with %s', (operation, scimType) => {
  try {
    patch(operation)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(ScimError)
    expect((error as ScimError).scimType).toBe(scimType)
  }
})

test('a body keeps known attributes in their spelling', () => {
  expect(
    normalizeResource(userType, {
      USERNAME: 'ida@northwind.example',
      Name: { GivenName: 'Ida', extra: {} },
      active: 'True',
      unknown: [[[]]],
      emails: { value: 'ida@northwind.example' },
      [enterpriseUrn.toLowerCase()]: { EmployeeNumber: 7, manager: '' },
    }),
  ).toEqual({
    userName: 'ida@northwind.example',
    name: { givenName: 'Ida' },
    active: true,
    emails: [{ value: 'ida@northwind.example' }],
    [enterpriseUrn]: { employeeNumber: '7' },
  })
})
