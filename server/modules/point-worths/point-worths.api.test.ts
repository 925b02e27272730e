import { beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { findHundredPoints } from './queries.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let team: Team
let token: string
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  team = await makeTeam(t)
  ;({ token } = team.admin)
})

const create = (body: Partial<BodyInputOf<'point_worths.create'>> = {}) =>
  t.call('point_worths.create', {
    token,
    body: { currency: 'USD', hundred_points_minor: 1_000, ...body },
  })
const list = async () => (await t.call('point_worths.list', { token })).body
const worthOn = (day: string, country: string | null = null) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    findHundredPoints(trx, team.workspace_id, { country, day }),
  )

test('a day has the worth of its country, or the default one', async () => {
  await create({ valid_from: '2026-01-01' })
  await create({ country: 'JP', currency: 'JPY', hundred_points_minor: 1_500 })
  await create({ currency: 'EUR', hundred_points_minor: 900, valid_from: '2026-07-01' })
  expect(await worthOn('2025-12-31')).toBeNull()
  expect(await worthOn('2026-06-30')).toEqual({ currency: 'USD', minor: 1_000 })
  expect(await worthOn('2026-07-01')).toEqual({ currency: 'EUR', minor: 900 })
  expect(await worthOn('2026-06-14', 'JP')).toEqual({ currency: 'USD', minor: 1_000 })
  expect(await worthOn('2026-08-01', 'JP')).toEqual({ currency: 'JPY', minor: 1_500 })
  expect(await worthOn('2026-08-01', 'DE')).toEqual({ currency: 'EUR', minor: 900 })
  expect(await list()).toMatchObject([
    { country: null, valid_from: '2026-07-01', state: 'coming' },
    { country: null, valid_from: '2026-01-01', state: 'current' },
    {
      country: 'JP',
      valid_from: '2026-06-15',
      state: 'current',
      created_by: { id: team.admin.user_id },
    },
  ])
})

test('a worth that has begun is neither replaced, changed nor deleted', async () => {
  const { body: first } = await create({ valid_from: '2026-01-01' })
  expect((await create({ valid_from: '2026-06-14' })).errors).toMatchObject([
    { code: 'worth_past', field: 'valid_from' },
  ])
  expect((await create({ country: 'JP', valid_from: '2026-06-14' })).codes).toEqual(['worth_past'])
  const change = { token, params: { id: first.id } }
  const amount = { currency: 'USD', hundred_points_minor: 5 }
  expect((await t.call('point_worths.update', { ...change, body: amount })).codes).toEqual([
    'worth_past',
  ])
  expect((await t.call('point_worths.delete', change)).codes).toEqual(['worth_past'])
  const { body: today } = await create({ hundred_points_minor: 1_100 })
  const params = { id: today.id }
  expect((await t.call('point_worths.update', { token, params, body: amount })).body).toMatchObject(
    { ...amount, state: 'current' },
  )
  expect((await t.call('point_worths.delete', { token, params })).status).toBe(204)
  expect(await list()).toMatchObject([{ id: first.id, state: 'current' }])
  expect(await listAuditDetails(t, team, 'point_worth.update')).toMatchObject([
    { details: { worth: { currency: 'USD', minor: 5 }, valid_from: '2026-06-15' } },
  ])
})

test('two worths of a country never begin on one day', async () => {
  await create()
  const replies = await Promise.all([1, 2, 3].map(() => create({ valid_from: '2026-07-01' })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.flatMap(({ codes }) => codes)).toEqual(['not_unique', 'not_unique'])
  expect((await create({ country: 'DE', valid_from: '2026-07-01' })).status).toBe(200)
})

const setPolicy = (policy: { shown_to_members: boolean; announced: boolean }) =>
  t.call('point_worths.set_policy', { token, body: policy })
const readOwnWorth = async (reader: string) =>
  (await t.call('config.get', { token: reader })).body.own_worth

test('members see the worth of their country once it is shown to them', async () => {
  const member = await makeMember(t, team.workspace_id)
  await create()
  await create({ country: 'JP', currency: 'JPY', hundred_points_minor: 1_500 })
  expect(await readOwnWorth(member.token)).toBeNull()
  expect((await t.call('point_worths.policy', { token })).body).toEqual({
    shown_to_members: false,
    announced: false,
  })
  await setPolicy({ shown_to_members: true, announced: false })
  expect(await readOwnWorth(member.token)).toEqual({
    hundred_points: { currency: 'USD', minor: 1_000 },
    lower: null,
  })
  await t.call('users.update', {
    token,
    params: { id: member.user_id },
    body: { organization: { country: 'JP' } },
  })
  expect((await readOwnWorth(member.token))?.hundred_points).toEqual({
    currency: 'JPY',
    minor: 1_500,
  })
  expect(await listAuditDetails(t, team, 'point_worth.policy')).toMatchObject([
    { details: { shown_to_members: { from: false, to: true } } },
  ])
})

test('a lower worth is announced 30 days before it begins', async () => {
  const member = await makeMember(t, team.workspace_id)
  await create()
  await setPolicy({ shown_to_members: true, announced: true })
  expect((await create({ hundred_points_minor: 900, valid_from: '2026-07-14' })).errors).toEqual([
    expect.objectContaining({ code: 'worth_notice', params: { days: 30 } }),
  ])
  expect((await create({ hundred_points_minor: 1_100, valid_from: '2026-06-20' })).status).toBe(200)
  expect((await readOwnWorth(member.token))?.lower).toBeNull()
  const { body: lower } = await create({ hundred_points_minor: 900, valid_from: '2026-07-20' })
  expect((await readOwnWorth(member.token))?.lower).toBeNull()
  t.clock.set(new Date('2026-06-21T12:00:00Z'))
  expect((await readOwnWorth(member.token))?.lower).toEqual({
    hundred_points: { currency: 'USD', minor: 900 },
    valid_from: '2026-07-20',
  })
  const change = { token, params: { id: lower.id } }
  const amount = { currency: 'USD', hundred_points_minor: 800 }
  expect((await t.call('point_worths.update', { ...change, body: amount })).codes).toEqual([
    'worth_notice',
  ])
  await setPolicy({ shown_to_members: true, announced: false })
  expect((await readOwnWorth(member.token))?.lower).toBeNull()
})

test('a lower worth is not valid again at once after a deletion', async () => {
  await create({ valid_from: '2026-01-01', hundred_points_minor: 900 })
  const { body: today } = await create()
  const { body: japan } = await create({ country: 'JP', hundred_points_minor: 1_500 })
  await setPolicy({ shown_to_members: true, announced: true })
  const remove = ({ id }: { id: string }) =>
    t.call('point_worths.delete', { token, params: { id } })
  for (const worth of [today, japan])
    expect((await remove(worth)).errors).toEqual([
      { code: 'worth_notice', params: { days: 30 }, message: expect.any(String) },
    ])
  const { body: higher } = await create({ hundred_points_minor: 1_100, valid_from: '2026-06-20' })
  expect((await remove(higher)).status).toBe(204)
  await setPolicy({ shown_to_members: true, announced: false })
  expect((await remove(today)).status).toBe(204)
})

test.each([
  [{ hundred_points_minor: 0 }, 'out_of_range'],
  [{ hundred_points_minor: -5 }, 'out_of_range'],
  [{ hundred_points_minor: 1_000_000_001 }, 'out_of_range'],
  [{ hundred_points_minor: 1.5 }, 'wrong_format'],
  [{ currency: 'XYZ' }, 'wrong_format'],
  [{ currency: 'usd' }, 'wrong_format'],
  [{ country: 'XX' }, 'wrong_format'],
  [{ valid_from: '2026-02-30' }, 'wrong_format'],
])('%j is refused', async (body, code) => {
  expect((await create(body)).codes).toEqual([code])
  expect(await list()).toEqual([])
})

test('only billing administrators manage worths', async () => {
  const member = await makeMember(t, team.workspace_id)
  await t.call('users.permissions', {
    token,
    params: { id: member.user_id },
    body: { global_administrator: true, account_administrator: true },
  })
  expect((await t.call('point_worths.list', { token: member.token })).status).toBe(403)
  await t.call('users.permissions', {
    token,
    params: { id: member.user_id },
    body: { billing_administrator: true },
  })
  expect((await t.call('point_worths.list', { token: member.token })).status).toBe(200)
})

test('points below zero are worth nothing, and parts of a unit are dropped', () => {
  expect(worthOfPoints(33, { currency: 'JPY', minor: 101 })).toEqual({ currency: 'JPY', minor: 33 })
  expect(worthOfPoints(-5, { currency: 'USD', minor: 1_000 })).toEqual({
    currency: 'USD',
    minor: 0,
  })
})
