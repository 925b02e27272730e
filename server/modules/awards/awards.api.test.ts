import { beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { makeAward } from '#tests/support/make-award.ts'
import { renderSmallPicture } from '#tests/support/small-picture.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let bob: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id)
  bob = await makeMember(t, team.workspace_id)
})

const codeOf = ({ errors }: { errors: { code: string; field?: string | undefined }[] }) => [
  errors[0]?.code,
  errors[0]?.field,
]
const create = (body: Partial<BodyInputOf<'awards.create'>>) =>
  t.call('awards.create', {
    token: team.admin.token,
    body: {
      name: 'Hero',
      emoji: '🏆',
      points_min: 10,
      points_max: 10,
      givers: {},
      receivers: {},
      value_id: team.value_id,
      ...body,
    },
  })
const update = (id: string, body: BodyInputOf<'awards.update'>) =>
  t.call('awards.update', { token: team.admin.token, params: { id }, body })
const availableTo = async ({ token }: Member) =>
  (await t.call('awards.available', { token })).body.map(({ name }) => name)

test('an award has its audiences, points and steps', async () => {
  const { body } = await create({
    text: 'For work that lasts',
    yearly_max: 2,
    private: true,
    receivers: { user_ids: [bob.user_id] },
    steps: [{ from_points: 5, approver: 'people', user_ids: [ada.user_id] }],
  })
  expect(body).toMatchObject({
    name: 'Hero',
    points_min: 10,
    points_max: 10,
    budget: null,
    receivers: { people: [{ id: bob.user_id }] },
    yearly_max: 2,
    private: true,
    steps: [{ from_points: 5, approver: 'people', people: [{ id: ada.user_id }] }],
    archived_at: null,
  })
  expect((await t.call('awards.list', { token: team.admin.token })).body).toEqual([body])
})

test.each<[string, () => Partial<BodyInputOf<'awards.create'>>, string[]]>([
  ['a reversed range of points', () => ({ points_max: 5 }), ['out_of_range', 'points_max']],
  [
    'a step of nobody',
    () => ({ steps: [{ approver: 'people' }] }),
    ['required', 'steps.0.user_ids'],
  ],
  [
    'a step of budget owners without a budget',
    () => ({ steps: [{ approver: 'budget_owner' }] }),
    ['required', 'budget_id'],
  ],
  [
    'four steps',
    () => ({ steps: Array.from({ length: 4 }, () => ({ approver: 'giver_manager' as const })) }),
    ['out_of_range', 'steps'],
  ],
  [
    'an audience of nobody',
    () => ({ receivers: { countries: ['NZ'] } }),
    ['audience_empty', 'receivers'],
  ],
])('refuses %s', async (_, body, refusal) => {
  expect(codeOf(await create(body()))).toEqual(refusal)
})

test('an approver who has left refuses no other change of an award', async () => {
  const steps = [{ approver: 'people' as const, user_ids: [ada.user_id, bob.user_id] }]
  const { id } = (await create({ receivers: { user_ids: [ada.user_id, bob.user_id] }, steps })).body
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: bob.user_id },
    body: { state: 'deactivated' },
  })
  expect((await update(id, { text: 'For work that lasts', steps })).status).toBe(200)
  const changed = [{ ...steps[0], approver: 'people' as const, from_points: 5 }]
  expect(codeOf(await update(id, { steps: changed }))).toEqual([
    'user_not_found',
    'steps.0.user_ids',
  ])
})

test('names are unique among open awards', async () => {
  const { body } = await create({})
  expect(codeOf(await create({ name: 'HERO' }))).toEqual(['not_unique', 'name'])
  await t.call('awards.archive', { token: team.admin.token, params: { id: body.id } })
  expect((await create({ name: 'HERO' })).status).toBe(200)
  expect(codeOf(await update(body.id, { name: 'Other' }))[0]).toBe('not_found')
})

test('only the people of its givers see an award that they may give', async () => {
  const { body } = await create({ givers: { user_ids: [ada.user_id] } })
  expect([await availableTo(ada), await availableTo(bob)]).toEqual([['Hero'], []])
  await update(body.id, { givers: {} })
  expect(await availableTo(bob)).toEqual(['Hero'])
  await t.call('awards.archive', { token: team.admin.token, params: { id: body.id } })
  expect(await availableTo(bob)).toEqual([])
})

test('a group of an award cannot be deleted', async () => {
  const { token } = team.admin
  const group = await t.call('groups.create', { token, body: { kind: 'team', name: 'Testers' } })
  const params = { id: group.body.id }
  await t.call('groups.add_members', { token, params, body: { user_ids: [bob.user_id] } })
  await create({ receivers: { group_ids: [group.body.id] } })
  const refused = await t.call('groups.delete', { token, params })
  expect(refused.errors).toMatchObject([{ code: 'used_by_audience', params: { name: 'Hero' } }])
})

test('awards of another team answer like unknown ones', async () => {
  const id = await makeAward(t, team)
  const other = await makeTeam(t)
  const call = { token: other.admin.token, params: { id } }
  expect((await t.call('awards.update', { ...call, body: { name: 'Mine' } })).status).toBe(404)
  const given = await t.call('awards.give', {
    token: other.admin.token,
    body: { award_id: id, to_ids: [bob.user_id], points: 20, text: 'For you' },
  })
  expect(codeOf(given)).toEqual(['award_unavailable', 'award_id'])
})

test('an award has a picture until it is removed', async () => {
  const { id } = (await create({})).body
  const { token } = team.admin
  const { body } = await t.call('awards.picture', {
    token,
    params: { id },
    body: buildFormData({}, await renderSmallPicture()),
  })
  const url = body.picture.url ?? ''
  expect((await t.app.inject({ url })).statusCode).toBe(200)
  expect((await t.call('awards.available', { token: ada.token })).body).toMatchObject([
    { picture: { url } },
  ])
  const other = await makeTeam(t)
  const remove = (by: string) =>
    t.call('awards.picture', { token: by, params: { id }, body: { remove_picture: true } })
  expect((await remove(other.admin.token)).status).toBe(404)
  expect((await remove(ada.token)).codes).toEqual(['forbidden'])
  expect((await remove(token)).body.picture).toEqual({ url: null })
  expect((await t.app.inject({ url })).statusCode).toBe(404)
  await t.call('awards.archive', { token, params: { id } })
  expect((await remove(token)).status).toBe(404)
})
