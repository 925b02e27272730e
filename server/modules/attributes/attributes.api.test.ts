import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { expectError } from '#tests/support/expect-error.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let member: Member
beforeEach(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Reed' })
})

const create = (body: BodyInputOf<'attributes.create'>) =>
  t.call('attributes.create', { token: team.admin.token, body })
const makeText = async (name: string, visibility: 'everyone' | 'managers' | 'administrators') =>
  (await create({ name, kind: 'text', visibility })).body.id
const makeDays = async () =>
  (await create({ name: 'Office days', kind: 'list', options: ['Monday', 'Friday'] })).body.id
const update = (id: string, body: BodyInputOf<'attributes.update'>) =>
  t.call('attributes.update', { token: team.admin.token, params: { id }, body })
const list = async (who: Member) =>
  (await t.call('attributes.list', { token: who.token })).body.map(({ name }) => name)
const setValues = (
  attributes: { attribute_id: string; value: string }[],
  who: Pick<Member, 'user_id'> = member,
) =>
  t.call('users.update', {
    token: team.admin.token,
    params: { id: who.user_id },
    body: { organization: { attributes } },
  })
const setManager = (who: Member, manager: Member) =>
  t.call('users.update', {
    token: team.admin.token,
    params: { id: who.user_id },
    body: { organization: { manager_id: manager.user_id } },
  })
/** Returns the attributes of a person's profile as "name: value". */
const seen = async (reader: Member, of: Member = member) =>
  (
    await t.call('profiles.get', { token: reader.token, params: { id: of.user_id } })
  ).body.organization.attributes.map(({ name, value }) => `${name}: ${value}`)

test.each(['İstanbul', 'ΑΘΗΝΑΣ'])(
  'the option %s cannot be removed while someone has it',
  async (city) => {
    const { id } = (await create({ name: 'City', kind: 'list', options: [city, 'Kyiv'] })).body
    await setValues([{ attribute_id: id, value: city }])
    await expectError(update(id, { options: ['Kyiv'] }), 409, 'option_in_use', 'options')
  },
)

test('the names İzmir and izmir are the same, as in the database', async () => {
  expect((await create({ name: 'izmir', kind: 'text' })).status).toBe(200)
  await expectError(create({ name: 'İzmir', kind: 'text' }), 422, 'not_unique', 'name')
})

test('a name is unique regardless of case, and a list has options', async () => {
  const id = await makeDays()
  await expectError(create({ name: 'OFFICE DAYS', kind: 'text' }), 422, 'not_unique', 'name')
  await expectError(create({ name: 'Size', kind: 'list' }), 422, 'required', 'options')
  await expectError(
    create({ name: 'Size', kind: 'list', options: ['m', 'M'] }),
    422,
    'not_unique',
    'options',
  )
  await expectError(
    create({ name: 'Size', kind: 'text', options: ['M'] }),
    422,
    'wrong_format',
    'options',
  )
  expect((await update(id, { name: 'Office Days' })).body.name).toBe('Office Days')
})

test('a team has at most twenty attributes', async () => {
  for (let n = 1; n <= limits.attributes_max; n += 1) await makeText(`Field ${n}`, 'everyone')
  await expectError(create({ name: 'More', kind: 'text' }), 422, 'attributes_full')
})

test('values show to everyone, to managers above, or to administrators', async () => {
  const [boss, lead, colleague] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  await setManager(member, lead)
  await setManager(lead, boss)
  const ids = [
    await makeText('A', 'everyone'),
    await makeText('B', 'managers'),
    await makeText('C', 'administrators'),
  ]
  await setValues(ids.map((id, index) => ({ attribute_id: id, value: String(index) })))
  const [open, middle, all] = [['A: 0'], ['A: 0', 'B: 1'], ['A: 0', 'B: 1', 'C: 2']]
  expect(await seen(member)).toEqual(all)
  expect(await seen(team.admin)).toEqual(all)
  expect(await seen(lead)).toEqual(middle)
  expect(await seen(boss)).toEqual(middle)
  expect(await seen(colleague)).toEqual(open)
  // Those below see no more of the people above than others do.
  await setValues([{ attribute_id: ids[1] ?? '', value: 'x' }], lead)
  expect(await seen(member, lead)).toEqual([])
  expect([await list(colleague), await list(lead), await list(team.admin)]).toEqual([
    ['A'],
    ['A', 'B'],
    ['A', 'B', 'C'],
  ])
})

test('values of a list are its options in their spelling, and an empty one clears', async () => {
  const id = await makeDays()
  const set = (value: string) => setValues([{ attribute_id: id, value }])
  await expectError(set('Sunday'), 422, 'wrong_format', 'organization.attributes.0.value')
  expect((await set('friDAY')).body.organization.attributes).toEqual([
    {
      attribute_id: id,
      name: 'Office days',
      value: 'Friday',
      visibility: 'administrators',
      managed: false,
    },
  ])
  expect((await set('')).body.organization.attributes).toEqual([])
  await expectError(
    setValues([
      { attribute_id: id, value: 'Monday' },
      { attribute_id: id, value: 'Friday' },
    ]),
    422,
    'not_unique',
    'organization.attributes.1.attribute_id',
  )
})

test('an attribute of another team is unknown', async () => {
  const other = await makeTeam(t)
  const { body } = await t.call('attributes.create', {
    token: other.admin.token,
    body: { name: 'Size', kind: 'text' },
  })
  await expectError(
    setValues([{ attribute_id: body.id, value: 'x' }]),
    404,
    'not_found',
    'organization.attributes.0.attribute_id',
  )
  await expectError(update(body.id, { name: 'Mine' }), 404, 'not_found')
})

test('an option that someone has stays, and a new spelling reaches the values', async () => {
  const id = await makeDays()
  await setValues([{ attribute_id: id, value: 'Monday' }])
  const { status, errors } = await update(id, { options: ['Friday'] })
  expect([status, errors[0]]).toMatchObject([
    409,
    { code: 'option_in_use', field: 'options', params: { option: 'Monday' } },
  ])
  await update(id, { options: ['MONDAY', 'Tuesday'] })
  expect(await seen(member)).toEqual(['Office days: MONDAY'])
})

test('a value of another system is read-only, also without a value', async () => {
  const [kept, free] = [await makeText('Badge', 'everyone'), await makeText('Size', 'everyone')]
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ field_sources: JSON.stringify({ [`attribute:${kept}`]: 'scim' }) })
      .where('id', '=', member.user_id)
      .execute(),
  )
  await expectError(
    setValues([{ attribute_id: kept, value: '7' }]),
    409,
    'field_managed',
    'organization.attributes.0.value',
  )
  const { body } = await setValues([{ attribute_id: free, value: 'M' }])
  expect(body.organization.attributes.map(({ name, managed }) => [name, managed])).toEqual([
    ['Badge', true],
    ['Size', false],
  ])
  expect(body.organization.managed_fields).toEqual([])
  expect(await seen(member)).toEqual(['Size: M'])
})

test('several people get a value in one call', async () => {
  const id = await makeDays()
  const other = await makeMember(t, team.workspace_id)
  await t.call('users.update_many', {
    token: team.admin.token,
    body: {
      ids: [member.user_id, other.user_id],
      organization: { attributes: [{ attribute_id: id, value: 'Monday' }] },
    },
  })
  expect([await seen(team.admin), await seen(team.admin, other)]).toEqual([
    ['Office days: Monday'],
    ['Office days: Monday'],
  ])
})

test('a deleted attribute takes its values and their sources along', async () => {
  const id = await makeDays()
  await setValues([{ attribute_id: id, value: 'Monday' }])
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ field_sources: JSON.stringify({ [`attribute:${id}`]: 'sync', country: 'scim' }) })
      .where('id', '=', member.user_id)
      .execute(),
  )
  const input = { token: team.admin.token, params: { id } }
  expect((await t.call('attributes.delete', input)).status).toBe(204)
  const rows = await t.services.db.tenant(team.workspace_id, async (trx) => [
    await trx.selectFrom('attribute_values').select('value').execute(),
    await trx
      .selectFrom('users')
      .select('field_sources')
      .where('id', '=', member.user_id)
      .execute(),
  ])
  expect(rows).toEqual([[], [{ field_sources: { country: 'scim' } }]])
})

test('the audit log names attributes and fields, not the values of people', async () => {
  const id = await makeDays()
  await setValues([{ attribute_id: id, value: 'Monday' }])
  await update(id, { visibility: 'everyone' })
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute(),
  )
  expect(rows.slice(-3)).toEqual([
    {
      action: 'attribute.create',
      details: { attribute_id: id, name: 'Office days', kind: 'list' },
    },
    { action: 'user.update', details: { user_id: member.user_id, fields: 'attributes' } },
    {
      action: 'attribute.update',
      details: {
        attribute_id: id,
        name: 'Office days',
        fields: ['visibility'],
        visibility: { from: 'administrators', to: 'everyone' },
      },
    },
  ])
})
