import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/platform/ids.ts'
import { createDayTeam, type DayTeam } from '#tests/support/custom-days.ts'
import { addPeople } from '#tests/support/add-people.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let d: DayTeam
// A Monday.
beforeEach(async () => {
  d = await createDayTeam(t)
})

test('a day is listed with its next date, people and budget', async () => {
  const budgetId = await d.makeBudget(100)
  const { body } = await d.add({ budget_id: budgetId, hour: 10 })
  expect(body).toMatchObject({
    name: 'Founders’ day',
    date: '2015-09-09',
    yearly: true,
    hour: 10,
    points: 20,
    budget: { id: budgetId, name: 'Moments of 100' },
    value_id: null,
    enabled: true,
    everyone: false,
    next_on: '2026-09-09',
    awaits_budget: false,
    people: 2,
    last: null,
  })
  expect(body.audience.people.map(({ first_name: name }) => name)).toEqual(['Ada', 'Bo'])
  const later = await d.add({ name: 'Winter', date: '2026-12-21' })
  const off = await d.add({ name: 'Some day', enabled: false })
  expect(off.body.next_on).toBeNull()
  expect((await d.list()).map(({ id }) => id)).toEqual([body.id, later.body.id, off.body.id])
})

test.each([
  ['a day that is over', { date: '2026-09-06', yearly: false }, 'out_of_range', 'date'],
  [
    'a day whose hour is over',
    { date: '2026-09-07', yearly: false, hour: 0 },
    'out_of_range',
    'date',
  ],
  ['a day that is far ahead', { date: '2037-01-01' }, 'out_of_range', 'date'],
  ['an unknown budget', { budget_id: newId(new Date()) }, 'budget_unavailable', 'budget_id'],
  ['an unknown value', { value_id: newId(new Date()) }, 'value_required', 'value_id'],
  ['an audience without conditions', { audience: {} }, 'required', 'audience'],
  ['an audience without people', { audience: { countries: ['AQ'] } }, 'audience_empty', 'audience'],
  ['a text without words', { text: ' ' }, 'required', 'text'],
  ['a long text', { text: 'x'.repeat(501) }, 'message_too_long', 'text'],
  ['a name of two lines', { name: 'Our\nday' }, 'invisible_characters', 'name'],
  ['an hour after midnight', { hour: 24 }, 'out_of_range', 'hour'],
])('%s is refused', async (_, fields, code, field) => {
  const answer = await d.add(fields)
  expect(answer.codes).toEqual([code])
  expect(answer.errors[0]?.field).toBe(field)
  expect(await d.list()).toEqual([])
})

test('everyone is celebrated only when it is said', async () => {
  const { body } = await d.add({ audience: {}, everyone: true })
  expect(body).toMatchObject({ everyone: true, people: 3 })
  expect((await d.change(body.id, { audience: {} })).codes).toEqual(['required'])
  expect((await d.change(body.id, { audience: {}, everyone: false })).codes).toEqual(['required'])
  expect((await d.change(body.id, { points: 3 })).body).toMatchObject({ everyone: true, points: 3 })
})

test('a day for too many people is refused', async () => {
  await addPeople(t, d.team, limits.custom_day_people_max - 3)
  const { body } = await d.add({ audience: {}, everyone: true })
  expect(body.people).toBe(limits.custom_day_people_max)
  await addPeople(t, d.team, 1)
  const refused = await d.add({ audience: {}, everyone: true })
  expect(refused.codes).toEqual(['out_of_range'])
  expect(refused.errors[0]?.field).toBe('audience')
  const change = await d.change(body.id, { audience: {}, everyone: true })
  expect(change.codes).toEqual(['out_of_range'])
  expect((await d.list())[0]?.people).toBe(limits.custom_day_people_max + 1)
})

test('a team has a limited number of days', async () => {
  for (let index = 0; index < limits.custom_days_max; index += 1) await d.add()
  expect((await d.add()).codes).toEqual(['custom_days_full'])
})

test('a moved day is planned from now on', async () => {
  const { body } = await d.add({ hour: 9 })
  const next = async (change: Parameters<DayTeam['change']>[1]) =>
    (await d.change(body.id, change)).body.next_on
  expect(await next({ date: '2015-09-07' })).toBe('2026-09-07')
  expect(await next({ hour: 0 })).toBe('2027-09-07')
  expect(await next({ date: '2016-02-29' })).toBe('2027-02-28')
  expect(await next({ date: '2028-02-29' })).toBe('2028-02-29')
  expect((await d.change(body.id, { date: '2026-09-06', yearly: false })).codes).toEqual([
    'out_of_range',
  ])
  expect(await next({ date: '2026-09-30', yearly: false })).toBe('2026-09-30')
  expect(await next({ enabled: false })).toBeNull()
  expect(await next({ enabled: true })).toBe('2026-09-30')
})

test('changes and deletion are in the audit log', async () => {
  const { body } = await d.add()
  await d.change(body.id, { name: 'Founding day', points: 20, hour: 8 })
  const params = { id: body.id }
  expect((await t.call('custom_days.delete', { token: d.token, params })).status).toBe(204)
  expect((await t.call('custom_days.delete', { token: d.token, params })).status).toBe(404)
  expect(await listAuditDetails(t, d.team, 'custom_day.create')).toMatchObject([
    { details: { day_id: body.id, name: 'Founders’ day' } },
  ])
  expect(await listAuditDetails(t, d.team, 'custom_day.update')).toMatchObject([
    { details: { name: 'Founding day', fields: ['name', 'hour'] } },
  ])
  expect(await listAuditDetails(t, d.team, 'custom_day.delete')).toMatchObject([
    { details: { name: 'Founding day' } },
  ])
})

test('the group of a day cannot be deleted', async () => {
  const { token } = d
  const group = await t.call('groups.create', { token, body: { kind: 'team', name: 'Support' } })
  const params = { id: group.body.id }
  await t.call('groups.add_members', { token, params, body: { user_ids: [d.ada.user_id] } })
  const { body } = await d.add({ audience: { group_ids: [group.body.id] } })
  expect((await t.call('groups.delete', { token, params })).codes).toEqual(['used_by_audience'])
  await t.call('custom_days.delete', { token, params: { id: body.id } })
  expect((await t.call('groups.delete', { token, params })).status).toBe(204)
})

test('ids of another workspace answer like unknown ones', async () => {
  const other = await createDayTeam(t)
  const { body } = await other.add()
  expect((await d.change(body.id, { points: 1 })).status).toBe(404)
  const call = { token: d.token, params: { id: body.id } }
  expect((await t.call('custom_days.delete', call)).status).toBe(404)
  expect(await d.list()).toEqual([])
  expect((await d.add({ budget_id: await other.makeBudget(10) })).codes).toEqual([
    'budget_unavailable',
  ])
  expect((await d.add({ value_id: other.team.value_id })).codes).toEqual(['value_required'])
  expect((await d.add({ audience: { user_ids: [other.ada.user_id] } })).codes).toEqual([
    'user_not_found',
  ])
  const group = await t.call('groups.create', {
    token: other.token,
    body: { kind: 'team', name: 'Support' },
  })
  expect((await d.add({ audience: { group_ids: [group.body.id] } })).codes).toEqual(['not_found'])
})

test('a budget that was closed refuses no other change of its day', async () => {
  const budgetId = await d.makeBudget(100)
  const { body: day } = await d.add({ budget_id: budgetId })
  await t.call('budgets.close', { token: d.team.admin.token, params: { id: budgetId } })
  const renamed = await d.change(day.id, { name: 'Harvest day', budget_id: budgetId })
  expect(renamed.body).toMatchObject({ name: 'Harvest day', budget: { id: budgetId } })
  await d.change(day.id, { budget_id: null })
  expect((await d.change(day.id, { budget_id: budgetId })).codes).toEqual(['budget_unavailable'])
})
