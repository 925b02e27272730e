import { beforeEach, expect, test } from 'vitest'
import { makeMember, makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { makeScim } from '#tests/support/make-scim.ts'
import { connectScim, type ScimClient, scimClient } from '#tests/support/scim.ts'
import { verifyDomain } from '#tests/support/verify-domain.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { coreUserUrn, enterpriseUrn, laurelUrn } from './attributes.ts'

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
const addressOf = (name: string) => `${name}${count}@northwind.example`
const bodyOf = (name: string, more: object = {}) => ({
  schemas: [coreUserUrn],
  userName: addressOf(name),
  name: { givenName: 'Ida', familyName: 'Berg' },
  active: true,
  ...more,
})
const create = async (name: string, more: object = {}): Promise<string> => {
  const { status, body } = await scim('POST', '/Users', bodyOf(name, more))
  expect([status, body.detail]).toEqual([201, undefined])
  return body.id as string
}
const patch = (id: string, ...operations: object[]) =>
  scim('PATCH', `/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: operations,
  })
const rowOf = (id: string) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const requireSso = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('settings')
      .set({ sso_required: true })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
const countMails = () =>
  t.services.db.tenant(team.workspace_id, async (trx) => {
    const rows = await trx.selectFrom('outbox').select('id').where('kind', '=', 'invite').execute()
    return rows.length
  })

test('creates a pending user with an invitation and every field', async () => {
  const boss = await create('boss')
  const { status, body, headers } = await scim('POST', '/Users', {
    ...bodyOf('ida'),
    externalId: '00u1',
    title: 'Engineer',
    preferredLanguage: 'pt-BR',
    timezone: 'Europe/Berlin',
    phoneNumbers: [{ value: '+49 30 901820', type: 'work' }],
    addresses: [{ type: 'work', country: 'Germany' }],
    [enterpriseUrn]: {
      employeeNumber: '701984',
      costCenter: '4130',
      department: 'Tour Operations',
      manager: { value: boss },
    },
    [laurelUrn]: { hireDate: '2024-02-01', birthDay: '--02-29', limit: 50 },
  })
  expect(status).toBe(201)
  expect(headers['content-type']).toMatch(/^application\/scim\+json/)
  expect(headers['location']).toBe(body.meta.location)
  expect(headers['etag']).toBe(body.meta.version)
  expect(body).toMatchObject({
    externalId: '00u1',
    userName: addressOf('ida'),
    displayName: 'Ida Berg',
    title: 'Engineer',
    preferredLanguage: 'pt',
    timezone: 'Europe/Berlin',
    active: true,
    phoneNumbers: [{ value: '+4930901820' }],
    addresses: [{ country: 'DE' }],
    [enterpriseUrn]: {
      employeeNumber: '701984',
      department: 'Tour Operations',
      manager: { value: boss },
    },
    [laurelUrn]: { hireDate: '2024-02-01', birthDay: '--02-29', limit: 50 },
  })
  expect((await rowOf(body.id as string)).state).toBe('pending')
  expect(await countMails()).toBe(2)
})

test('with single sign-on required a user is accepted without a mail', async () => {
  await requireSso()
  expect((await rowOf(await create('ida'))).state).toBe('accepted')
  expect(await countMails()).toBe(0)
})

test('an existing user is 409 uniqueness, a deactivated one is brought back', async () => {
  const id = await create('ida')
  const again = await scim('POST', '/Users', bodyOf('IDA'))
  expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
  await patch(id, { op: 'replace', path: 'active', value: 'False' })
  expect(await create('ida')).toBe(id)
  expect((await rowOf(id)).state).toBe('pending')
})

test('deactivation ends sessions, calendar and permissions in every form', async () => {
  for (const end of [
    (id: string) => patch(id, { op: 'Replace', value: { active: false } }),
    (id: string) => scim('DELETE', `/Users/${id}`),
    (id: string) => scim('PUT', `/Users/${id}`, { userName: `${id}@x.example`, active: false }),
  ]) {
    const member = await makeMember(t, team.workspace_id, {
      permissions: { rewards_administrator: true },
    })
    await t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .updateTable('users')
        .set({ email: `${member.user_id}@x.example` })
        .where('id', '=', member.user_id)
        .execute(),
    )
    expect((await t.call('config.get', { token: member.token })).status).toBe(200)
    expect([200, 204]).toContain((await end(member.user_id)).status)
    expect((await t.call('config.get', { token: member.token })).status).toBe(401)
    expect((await rowOf(member.user_id)).state).toBe('deactivated')
  }
})

test('a deleted user is gone until it is created or reactivated', async () => {
  const id = await create('gone')
  const group = (await scim('POST', '/Groups', { displayName: 'Left', members: [{ value: id }] }))
    .body.id
  const isFound = async () =>
    (await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${addressOf('gone')}"`)}`))
      .body.totalResults
  expect(await isFound()).toBe(1)
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
  for (const method of ['GET', 'DELETE'] as const)
    expect((await scim(method, `/Users/${id}`)).status).toBe(404)
  expect((await patch(id, { op: 'replace', path: 'active', value: true })).status).toBe(404)
  expect(await isFound()).toBe(0)
  expect((await scim('GET', `/Groups/${group}`)).body.members).toEqual([])
  expect(await create('gone')).toBe(id)
  expect(await isFound()).toBe(1)

  await scim('DELETE', `/Users/${id}`)
  const { token } = team.admin
  await t.call('users.update', { token, params: { id }, body: { state: 'pending' } })
  expect((await scim('GET', `/Users/${id}`)).body.active).toBe(true)
})

test('the last account administrator is 409 with a clear detail', async () => {
  const { status, body } = await scim('DELETE', `/Users/${team.admin.user_id}`)
  expect([status, body.status]).toEqual([409, '409'])
  expect(body.detail).toMatch(/administrator/)
  expect((await rowOf(team.admin.user_id)).state).toBe('accepted')
})

test('a bad third operation changes nothing', async () => {
  const id = await create('ida')
  const before = (await scim('GET', `/Users/${id}`)).body
  for (const bad of [
    { op: 'replace', path: 'active', value: 'maybe' },
    { op: 'replace', path: `${enterpriseUrn}:manager`, value: id },
    { op: 'replace', path: 'nothing', value: 'x' },
    { op: 'replace', path: 'title', value: 'x'.repeat(500) },
  ]) {
    const { status } = await patch(
      id,
      { op: 'replace', path: 'title', value: 'Lead' },
      { op: 'add', path: `${enterpriseUrn}:department`, value: 'New department' },
      bad,
    )
    expect(status).toBe(400)
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(before)
  }
  const { body } = await scim('GET', '/Groups')
  expect(body.totalResults).toBe(1)
})

test('PUT clears what SCIM wrote and keeps what people entered', async () => {
  const id = await create('ida', { title: 'Lead', [enterpriseUrn]: { costCenter: '1' } })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.updateTable('users').set({ hire_date: '2020-01-01' }).where('id', '=', id).execute(),
  )
  const { body } = await scim('PUT', `/Users/${id}`, { userName: addressOf('ida') })
  expect(body.title).toBeUndefined()
  expect(body[enterpriseUrn]).toBeUndefined()
  expect(body.name.givenName).toBe('Ida')
  expect(body[laurelUrn]).toEqual({ hireDate: '2020-01-01' })
})

test('fields of SCIM are locked for people and administrators', async () => {
  const member = await makeMember(t, team.workspace_id)
  await patch(member.user_id, {
    op: 'replace',
    value: { 'name.givenName': 'Idun', title: 'Lead', [`${enterpriseUrn}:costCenter`]: '7' },
  })
  const own = await t.call('profiles.update_me', {
    token: member.token,
    body: { first_name: 'Me' },
  })
  expect(own.errors).toMatchObject([{ code: 'field_managed', field: 'first_name' }])
  const update = (body: object) =>
    t.call('users.update', { token: team.admin.token, params: { id: member.user_id }, body })
  expect((await update({ job_title: 'Boss' })).errors).toMatchObject([
    { code: 'field_managed', field: 'job_title' },
  ])
  expect((await update({ organization: { cost_center: '8' } })).codes).toEqual(['field_managed'])
  const renamed = await update({ last_name: 'Other' })
  expect(renamed.status).toBe(200)
  expect(renamed.body.organization.managed_fields).toEqual([
    'cost_center',
    'first_name',
    'job_title',
  ])
})

test('a manager who has not arrived is linked later', async () => {
  const manager = addressOf('boss')
  const id = await create('ida', { [enterpriseUrn]: { manager } })
  const boss = await create('boss')
  const { body } = await scim('GET', `/Users/${id}`)
  expect(body[enterpriseUrn].manager).toMatchObject({ value: boss, displayName: 'Ida Berg' })
})

test('a manager is named by a reference', async () => {
  const [boss, other] = [await create('boss'), await create('other')]
  const managerOf = async (id: string) =>
    (await scim('GET', `/Users/${id}`)).body[enterpriseUrn]?.manager?.value
  const id = await create('ida', { [enterpriseUrn]: { manager: { $ref: `../Users/${boss}` } } })
  expect(await managerOf(id)).toBe(boss)
  const path = `${enterpriseUrn}:manager.$ref`
  await patch(id, { op: 'replace', path, value: `https://laurel.example/scim/v2/Users/${other}` })
  expect(await managerOf(id)).toBe(other)
  await patch(id, { op: 'remove', path })
  expect(await managerOf(id)).toBeUndefined()
})

test('the department of SCIM keeps its people', async () => {
  const id = await create('ida', { [enterpriseUrn]: { department: 'Sales' } })
  const { token } = team.admin
  const other = await t.call('groups.create', {
    token,
    body: { kind: 'department', name: 'Support' },
  })
  const added = await t.call('groups.add_members', {
    token,
    params: { id: other.body.id },
    body: { user_ids: [id] },
  })
  expect(added.codes).toEqual(['field_managed'])
})

test('an address changes before the first sign-in, later within verified domains', async () => {
  const id = await create('ida')
  const rename = (user: string, value: string) =>
    patch(user, { op: 'replace', path: 'userName', value })
  expect((await rename(id, addressOf('idun'))).body.userName).toBe(addressOf('idun'))
  const member = await makeMember(t, team.workspace_id)
  const refused = await rename(member.user_id, addressOf('other'))
  expect([refused.status, refused.body.scimType]).toEqual([400, 'mutability'])
  await verifyDomain(t, team, 'northwind.example')
  expect((await rename(member.user_id, addressOf('other'))).status).toBe(200)
  expect((await t.call('config.get', { token: member.token })).status).toBe(401)
  expect((await rename(member.user_id, addressOf('idun'))).body.scimType).toBe('uniqueness')
})

test('an address changes to a verified domain with an umlaut', async () => {
  const { user_id: id } = await makeMember(t, team.workspace_id)
  await verifyDomain(t, team, 'xn--bcher-kva.example')
  const value = `ida${count}@bücher.example`
  const { status, body } = await patch(id, { op: 'replace', path: 'userName', value })
  expect([status, body.userName]).toEqual([200, value])
})

test('a filter finds an address in the form that created it', async () => {
  const userName = `Ida${count}@xn--bcher-kva.example`
  const { id } = (await scim('POST', '/Users', { userName })).body
  const filter = encodeURIComponent(`userName eq "${userName}"`)
  expect((await scim('GET', `/Users?filter=${filter}`)).body.Resources).toMatchObject([{ id }])
})

test('ETags change with the content and If-Match protects it', async () => {
  const id = await create('ida')
  const first = await scim('GET', `/Users/${id}`)
  const etag = String(first.headers['etag'])
  expect((await scim('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304)
  const title = { Operations: [{ op: 'add', path: 'title', value: 'Lead' }] }
  const changed = await scim('PATCH', `/Users/${id}`, title, { 'if-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers['etag']).not.toBe(etag)
  const stale = await scim('PATCH', `/Users/${id}`, title, { 'if-match': etag })
  expect([stale.status, stale.body.status]).toEqual([412, '412'])
})

test('ids and tokens of another team are unknown', async () => {
  const other = await makeTeam(t)
  for (const method of ['GET', 'DELETE'] as const)
    expect((await scim(method, `/Users/${other.admin.user_id}`)).status).toBe(404)
  expect((await patch(other.admin.user_id, { op: 'add', path: 'title', value: 'x' })).status).toBe(
    404,
  )
  const { token } = await makeScim(t, other)
  const forged = Buffer.from(token, 'base64url')
  Buffer.from(team.workspace_id.replaceAll('-', ''), 'hex').copy(forged)
  for (const bad of [forged.toString('base64url'), 'x'.repeat(54), '', team.admin.token]) {
    const { status, body, headers } = await scimClient(t, bad)('GET', '/Users')
    expect([status, body.status, headers['www-authenticate']]).toEqual([401, '401', 'Bearer'])
  }
})
