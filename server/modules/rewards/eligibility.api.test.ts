import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  addBalance,
  getBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let team: Team
let token: string
let ana: Member
let ben: Member
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  team = await makeTeam(t)
  ;({ token } = team.admin)
  ana = await makeMember(t, team.workspace_id)
  ben = await makeMember(t, team.workspace_id)
  for (const one of [ana, ben]) await addBalance(t, one, 10_000)
})
afterAll(() => t.checkLedger())

const create = (fields: object = {}) =>
  t.call('rewards.create', { token, body: { title: 'Mug', price: 10, ...fields } })
const update = (id: string, body: object) =>
  t.call('rewards.update', { token, params: { id }, body })
const forAna = () => ({ audience: { user_ids: [ana.user_id] } })
const redeem = (id: string, who = ana, body: object = {}) =>
  t.call('shop.redeem', { token: who.token, params: { id }, body })
const shopOf = async (who: Member) => (await t.call('shop.list', { token: who.token })).body
const get = (id: string, who: Member) => t.call('shop.get', { token: who.token, params: { id } })
const setGoal = (id: string, who: Member) =>
  t.call('shop.set_goal', { token: who.token, body: { reward_id: id } })

test('a reward for some people is an unknown one for others', async () => {
  const { id } = (await create(forAna())).body
  const gone = (await create({ ...forAna(), available_amount: 0 })).body
  expect((await shopOf(ana)).map((one) => one.id)).toEqual([id])
  expect(await shopOf(ben)).toEqual([])
  expect(await shopOf(team.admin)).toEqual([])
  expect((await get(id, ana)).status).toBe(200)
  for (const reply of [
    await get(id, ben),
    await setGoal(id, ben),
    await redeem(id, ben),
    await redeem(gone.id, ben),
    await redeem(crypto.randomUUID(), ben),
  ])
    expect([reply.status, reply.codes]).toEqual([404, ['not_found']])
  expect((await redeem(gone.id, ana)).codes).toEqual(['out_of_stock'])
  expect((await redeem(id, ana)).status).toBe(200)
  expect(await getBalance(t, ben)).toBe(10_000)
})

test('a team reward is for its audience only', async () => {
  const { id } = (await create({ ...forAna(), reward_type: 'team' })).body
  expect((await redeem(id, ben, { amount: 5 })).codes).toEqual(['not_found'])
  expect((await redeem(id, ana, { amount: 5 })).status).toBe(200)
  expect((await redeem(id, ben, { amount: 5 })).codes).toEqual(['not_found'])
  expect(await shopOf(ben)).toEqual([])
})

test('administrators see all rewards with their audiences, members see none', async () => {
  const { id } = (await create(forAna())).body
  const list = (await t.call('rewards.list', { token })).body
  expect(list).toMatchObject([{ id, audience: { people: [{ id: ana.user_id }] } }])
  const [seen] = await shopOf(ana)
  expect(seen).not.toHaveProperty('audience')
})

test('a goal is hidden while its reward is for others', async () => {
  const { id } = (await create()).body
  await setGoal(id, ben)
  await update(id, forAna())
  expect((await t.call('shop.goal', { token: ben.token })).body.reward).toBeNull()
  expect(await listAuditDetails(t, team, 'reward.update')).toMatchObject([
    { details: { fields: ['audience'] } },
  ])
  await update(id, { audience: { user_ids: [] } })
  expect((await t.call('shop.goal', { token: ben.token })).body.reward).toMatchObject({ id })
  expect((await t.call('rewards.list', { token })).body[0]?.audience).toBeNull()
})

test('an audience names groups and people of the team', async () => {
  const other = await makeTeam(t)
  expect((await create({ audience: { user_ids: [other.admin.user_id] } })).errors).toMatchObject([
    { code: 'user_not_found', field: 'audience.user_ids' },
  ])
  expect((await create({ audience: { countries: ['JP'] } })).codes).toEqual(['audience_empty'])
  const { id: groupId } = (
    await t.call('groups.create', { token, body: { kind: 'team', name: 'Makers' } })
  ).body
  const audience = { group_ids: [groupId], user_ids: [ana.user_id] }
  const { id } = (await create({ title: 'Apron', audience })).body
  const params = { id: groupId }
  expect((await t.call('groups.delete', { token, params })).errors).toMatchObject([
    { code: 'used_by_audience', params: { name: 'Apron' } },
  ])
  const copy = await t.call('rewards.duplicate', { token, params: { id } })
  expect(copy.body.audience).toMatchObject({ groups: [{ id: groupId }] })
  for (const one of [id, copy.body.id])
    await t.call('rewards.delete', { token, params: { id: one } })
  expect((await t.call('groups.delete', { token, params })).status).toBe(204)
})

test('a form has the audience as JSON', async () => {
  const reply = await t.call('rewards.create', {
    token,
    body: buildFormData({
      title: 'Mug',
      price: '10',
      audience: JSON.stringify({ user_ids: [ana.user_id] }),
      person_max: '2',
      person_period: 'year',
    }),
  })
  expect(reply.body).toMatchObject({
    audience: { people: [{ id: ana.user_id }] },
    person_max: 2,
    person_period: 'year',
  })
  const broken = buildFormData({ title: 'Mug', price: '10', audience: '{' })
  expect((await t.call('rewards.create', { token, body: broken })).status).toBe(422)
})

test('a person redeems a reward as often as its limit allows', async () => {
  const { id } = (await create({ person_max: 2, person_period: 'month' })).body
  const first = (await redeem(id)).body
  expect((await redeem(id)).status).toBe(200)
  expect((await redeem(id)).errors).toMatchObject([
    { code: 'person_limit_reached', params: { finish: 2 } },
  ])
  expect(await shopOf(ana)).toMatchObject([
    { blocked: 'person_limit', person_max: 2, person_period: 'month' },
  ])
  expect(await shopOf(ben)).toMatchObject([{ blocked: null }])
  expect((await redeem(id, ben)).status).toBe(200)
  await t.call('shop.cancel', { token: ana.token, params: { id: first.id } })
  expect(await shopOf(ana)).toMatchObject([{ blocked: null }])
  const again = (await redeem(id)).body
  await t.call('rewards.decline', { token, params: { id: again.id }, body: { reason: '' } })
  expect((await redeem(id)).status).toBe(200)
  expect((await redeem(id)).codes).toEqual(['person_limit_reached'])
  expect(await getBalance(t, ana)).toBe(10_000 - 20)
})

test.each([
  ['month', '2026-06-30T23:00:00Z'],
  ['quarter', '2026-06-30T23:00:00Z'],
  ['year', '2027-01-01T00:00:00Z'],
] as const)('the limit of a %s ends with it in the time zone of the team', async (period, end) => {
  const endMs = new Date(end).getTime()
  t.clock.set(new Date(endMs - 86_400_000))
  team = await makeTeam(t)
  ;({ token } = team.admin)
  await addBalance(t, team.admin, 100)
  await t.call('settings.update', { token, body: { timezone: 'Europe/Lisbon' } })
  const { id } = (await create({ person_max: 1, person_period: period })).body
  expect((await redeem(id, team.admin)).status).toBe(200)
  t.clock.set(new Date(endMs - 60_000))
  expect((await redeem(id, team.admin)).codes).toEqual(['person_limit_reached'])
  t.clock.set(new Date(endMs))
  expect(await shopOf(team.admin)).toMatchObject([{ blocked: null }])
  expect((await redeem(id, team.admin)).status).toBe(200)
})

test('a limit in total has no end', async () => {
  const { id } = (await create({ person_max: 1 })).body
  await redeem(id)
  t.clock.advance(20 * 86_400_000)
  expect((await redeem(id)).codes).toEqual(['person_limit_reached'])
})

test('a team reward has no limit for a person', async () => {
  const { body } = await create({ reward_type: 'team', person_max: 1 })
  expect(body.person_max).toBeNull()
})
