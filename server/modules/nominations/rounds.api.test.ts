import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { dayFromNow, roundBody } from '#tests/support/make-nominations.ts'
import { createNominationTeam, type NominationTeam } from '#tests/support/nominations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let n: NominationTeam
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  n = await createNominationTeam(t)
})

test('an administrator creates a round and lists it', async () => {
  const { status, body } = await n.create({ nominees: { user_ids: [n.wendy.user_id] } })
  expect([status, body.phase, body.nominations]).toEqual([200, 'open', 0])
  expect(body.jurors.map(({ id }) => id).toSorted()).toEqual(
    [n.jane.user_id, n.joe.user_id].toSorted(),
  )
  expect(body.nominees.people).toMatchObject([{ id: n.wendy.user_id }])
  const list = await t.call('nominations.rounds', { token: n.team.admin.token })
  expect(list.body).toEqual([body])
})

test.each([
  ['not_found', 'value_id', { value_id: '01900000-0000-7000-8000-000000000000' }],
  ['not_found', 'budget_id', { budget_id: '01900000-0000-7000-8000-000000000000' }],
  ['user_not_found', 'juror_ids', { juror_ids: ['01900000-0000-7000-8000-000000000000'] }],
  ['required', 'juror_ids', { juror_ids: [] }],
  ['required', 'criteria', { criteria: [] }],
  [
    'required',
    'questions.0.choices',
    {
      questions: [{ label: 'Where?', kind: 'choice' as const, required: true, choices: ['Here'] }],
    },
  ],
  ['out_of_range', 'starts_on', { starts_on: '2026-06-14' }],
  ['out_of_range', 'ends_on', { ends_on: '2026-06-14' }],
  ['out_of_range', 'decides_on', { decides_on: '2026-06-16' }],
  ['audience_empty', 'nominators', { nominators: { countries: ['PT'] } }],
])('%s refuses %s', async (code, field, body) => {
  expect((await n.create(body)).errors).toMatchObject([{ code, field }])
})

test('a round of groups or with a vote drops what it does not use', async () => {
  const { body } = await n.create({
    nominee_kind: 'group',
    nominees: { user_ids: [n.wendy.user_id] },
    decision: 'vote',
  })
  expect([body.nominees.people, body.criteria, body.jurors]).toEqual([[], [], []])
})

test('names of open rounds are unique, and their number is limited', async () => {
  await n.create()
  expect((await n.create()).errors).toMatchObject([{ code: 'not_unique', field: 'name' }])
  for (let index = 1; index < limits.nomination_rounds_max; index += 1)
    await n.create({ name: `Round ${index}` })
  expect((await n.create({ name: 'One more' })).codes).toEqual(['nomination_rounds_full'])
})

test('everything changes before the start', async () => {
  const id = await n.open({ starts_on: dayFromNow(t, 2) })
  const { body } = await n.update(id, {
    starts_on: dayFromNow(t, 1),
    decision: 'vote',
    nominees: { user_ids: [n.wendy.user_id] },
  })
  expect(body).toMatchObject({ phase: 'planned', decision: 'vote', criteria: [], jurors: [] })
  expect(body.opens_at.slice(0, 10)).toBe(dayFromNow(t, 1))
})

test('people who have left refuse no change of a planned round', async () => {
  const ids = [n.wendy.user_id, n.walter.user_id]
  const id = await n.open({ starts_on: dayFromNow(t, 2), nominees: { user_ids: ids } })
  await n.deactivate(n.jane)
  await n.deactivate(n.wendy)
  const { status, body } = await n.update(id, { name: 'Helper of the year' })
  expect([status, body.name]).toEqual([200, 'Helper of the year'])
  const added = await n.update(id, { nominees: { user_ids: [...ids, n.jane.user_id] } })
  expect(added.errors).toMatchObject([{ code: 'user_not_found', field: 'nominees.user_ids' }])
})

test('after the start only texts, later ends and the jury change', async () => {
  const id = await n.open()
  const { body } = await n.update(id, {
    name: 'Helper of the quarter',
    ends_on: dayFromNow(t, 9),
    juror_ids: [n.jane.user_id],
    // The same value changes nothing.
    winners_max: 1,
  })
  expect(body).toMatchObject({ name: 'Helper of the quarter', ends_on: dayFromNow(t, 9) })
  expect(body.jurors).toHaveLength(1)
  for (const change of [
    { criteria: ['Kindness'] },
    { nominators: { managers_only: true } },
    { nominees: { user_ids: [n.wendy.user_id] } },
    { decision: 'vote' as const },
    { tie_rule: 'administrator' as const },
    { starts_on: dayFromNow(t, 1) },
    { points: 10 },
  ])
    expect((await n.update(id, change)).codes).toEqual(['nomination_started'])
  expect((await n.update(id, { ends_on: dayFromNow(t, 8) })).errors).toMatchObject([
    { code: 'out_of_range', field: 'ends_on' },
  ])
  await n.passDays(10)
  expect((await n.update(id, { ends_on: dayFromNow(t, 3) })).codes).toEqual(['nomination_closed'])
  expect((await n.update(id, { decides_on: dayFromNow(t, 6) })).status).toBe(200)
  await n.passDays(8)
  expect((await n.update(id, { juror_ids: [n.joe.user_id] })).codes).toEqual(['nomination_closed'])
  expect((await n.update(id, { text: 'Thank you all', budget_id: null })).status).toBe(200)
  const unknown = await n.update(id, { budget_id: n.jane.user_id })
  expect(unknown.errors).toMatchObject([{ code: 'not_found', field: 'budget_id' }])
})

test('nothing changes after the cancellation', async () => {
  const id = await n.open()
  const { token } = n.team.admin
  const cancel = () => t.call('nominations.cancel_round', { token, params: { id } })
  expect((await cancel()).body.phase).toBe('canceled')
  expect((await cancel()).codes).toEqual(['nomination_closed'])
  expect((await n.update(id, { text: 'Too late' })).codes).toEqual(['nomination_closed'])
  expect((await n.nominate(n.nora, id, n.wendy)).codes).toEqual(['nomination_closed'])
})

test('a round of another team is unknown', async () => {
  const id = await n.open()
  const other = await makeTeam(t)
  const { token } = other.admin
  const params = { id }
  const calls = [
    t.call('nominations.update_round', { token, params, body: { text: '' } }),
    t.call('nominations.cancel_round', { token, params }),
    t.call('nominations.get', { token, params }),
    t.call('nominations.own', { token, params }),
  ]
  for (const call of calls) expect((await call).status).toBe(404)
  const body = roundBody(t, other, { juror_ids: [n.jane.user_id] })
  expect((await t.call('nominations.create_round', { token, body })).codes).toEqual([
    'user_not_found',
  ])
})

test('a group that a round names cannot be deleted until the round ends', async () => {
  const group = await n.makeGroup([n.wendy])
  const id = await n.open({ nominees: { group_ids: [group] } })
  const { token } = n.team.admin
  const remove = () => t.call('groups.delete', { token, params: { id: group } })
  expect((await remove()).status).toBe(409)
  await t.call('nominations.cancel_round', { token, params: { id } })
  expect((await remove()).status).toBeLessThan(300)
})

test('the first day begins where the earliest nominator lives', async () => {
  await n.change(n.nora, { organization: { timezone: 'Pacific/Auckland' } })
  await n.change(n.ned, { organization: { timezone: 'America/Los_Angeles' } })
  const day = dayFromNow(t, 30)
  const { body } = await n.create({ starts_on: day, ends_on: day, decides_on: day })
  expect(body.opens_at).toBe(new Date(Date.parse(`${day}T00:00:00Z`) - dayMs / 2).toISOString())
  expect(Date.parse(body.closes_at) - Date.parse(`${day}T00:00:00Z`)).toBe(dayMs * (31 / 24))
})
