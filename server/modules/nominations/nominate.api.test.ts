import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { dayFromNow } from '#tests/support/make-nominations.ts'
import { createNominationTeam, type NominationTeam } from '#tests/support/nominations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let n: NominationTeam
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  n = await createNominationTeam(t)
})
const field = (result: { errors: { code: string; field?: string }[] }) =>
  result.errors.map((error) => [error.code, error.field])

test('a nominator nominates, changes and withdraws', async () => {
  const id = await n.open()
  const { status, body } = await n.nominate(n.nora, id, n.wendy, { may_quote: true })
  expect([status, body]).toMatchObject([
    200,
    { nominee: { user: { id: n.wendy.user_id }, group: null }, sharing: 'named', may_quote: true },
  ])
  const { token } = n.nora
  const params = { id: body.id }
  const text = 'For the night before the launch'
  const changed = await t.call('nominations.change', {
    token,
    params,
    body: { text, sharing: 'anonymous' },
  })
  expect(changed.body).toMatchObject({ id: body.id, text, sharing: 'anonymous', may_quote: false })
  expect((await n.listOwn(n.nora, id)).body).toEqual([changed.body])
  expect((await n.listOwn(n.ned, id)).body).toEqual([])
  for (const call of ['nominations.change', 'nominations.withdraw'] as const)
    expect((await t.call(call, { token: n.ned.token, params, body: { text } })).status).toBe(404)
  await t.call('nominations.withdraw', { token, params })
  expect((await n.listOwn(n.nora, id)).body).toEqual([])
  expect((await n.nominate(n.nora, id, n.wendy)).status).toBe(200)
})

test('nobody nominates themselves, strangers, or people outside the audience', async () => {
  const id = await n.open({ nominees: { user_ids: [n.wendy.user_id, n.nora.user_id] } })
  const other = await makeTeam(t)
  const pending = await makeMember(t, n.team.workspace_id, { state: 'pending' })
  expect(field(await n.nominate(n.nora, id, n.nora))).toEqual([['self_nomination', 'user_id']])
  for (const stranger of [other.admin, pending])
    expect(field(await n.nominate(n.nora, id, stranger))).toEqual([['user_not_found', 'user_id']])
  expect(field(await n.nominate(n.nora, id, n.walter))).toEqual([['nomination_nominee', 'user_id']])
  const group = await n.makeGroup([n.wendy])
  expect(field(await n.nominate(n.nora, id, group))).toEqual([['nomination_nominee', 'group_id']])
})

test('nobody nominates the same person twice or more than allowed', async () => {
  const id = await n.open({ nominations_max: 2 })
  await n.nominate(n.nora, id, n.wendy)
  expect((await n.nominate(n.nora, id, n.wendy)).codes).toEqual(['nomination_repeated'])
  await n.nominate(n.nora, id, n.walter)
  expect((await n.nominate(n.nora, id, n.jane)).codes).toEqual(['nominations_full'])
  expect((await n.getRound(n.nora, id)).body).toMatchObject({
    own_nominations: 2,
    abilities: { nominate: false },
  })
  expect((await n.nominate(n.ned, id, n.wendy)).status).toBe(200)
})

test('concurrent nominations of one person never exceed the limit', async () => {
  const id = await n.open({ nominations_max: 2 })
  const others = [n.wendy, n.walter, n.jane, n.joe, n.ned]
  const replies = await Promise.all(others.map((one) => n.nominate(n.nora, id, one)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
  const same = await Promise.all(Array.from({ length: 4 }, () => n.nominate(n.ned, id, n.wendy)))
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(same.flatMap(({ codes }) => codes))).toEqual(new Set(['nomination_repeated']))
})

test('groups have members and are not those of the nominator', async () => {
  const id = await n.open({ nominee_kind: 'group' })
  const support = await n.makeGroup([n.wendy, n.walter])
  const below = await n.makeGroup([], { kind: 'department', name: 'Operations' })
  await n.makeGroup([n.ned], { kind: 'department', name: 'Shifts', parent_id: below })
  const empty = await n.makeGroup([], { name: 'Nobody' })
  const owned = await n.makeGroup([n.wendy], { name: 'Choir', owner_ids: [n.nora.user_id] })
  const { body } = await n.nominate(n.nora, id, support)
  expect(body.nominee).toMatchObject({ user: null, group: { id: support, name: 'Support' } })
  expect((await n.nominate(n.nora, id, below)).status).toBe(200)
  expect(field(await n.nominate(n.ned, id, below))).toEqual([['self_nomination', 'group_id']])
  expect(field(await n.nominate(n.wendy, id, support))).toEqual([['self_nomination', 'group_id']])
  expect(field(await n.nominate(n.nora, id, owned))).toEqual([['self_nomination', 'group_id']])
  expect(field(await n.nominate(n.nora, id, empty))).toEqual([['nomination_nominee', 'group_id']])
  const other = await makeTeam(t)
  const { body: foreign } = await t.call('groups.create', {
    token: other.admin.token,
    body: { kind: 'team', name: 'Foreign' },
  })
  expect(field(await n.nominate(n.nora, id, foreign.id))).toEqual([['not_found', 'group_id']])
  expect(field(await n.nominate(n.nora, id, n.wendy))).toEqual([['nomination_nominee', 'user_id']])
})

test('a group of too many people cannot be nominated', async () => {
  const id = await n.open({ nominee_kind: 'group' })
  const people = []
  for (let index = 0; index <= limits.nominated_group_people_max; index += 1)
    people.push(await makeMember(t, n.team.workspace_id))
  const group = await n.makeGroup(people)
  expect((await n.nominate(n.nora, id, group)).codes).toEqual(['nomination_nominee'])
})

const questions = [
  { label: 'What happened?', kind: 'text' as const, required: true },
  { label: 'Where?', kind: 'choice' as const, required: true, choices: ['Office', 'Remote'] },
  { label: 'Which value?', kind: 'value' as const, required: false },
]

test('answers follow the questions', async () => {
  const id = await n.open({ questions })
  const give = (...answers: (string | null)[]) => n.nominate(n.nora, id, n.wendy, { answers })
  const other = await makeTeam(t)
  expect(field(await give())).toEqual([['required', 'answers.0']])
  expect(field(await give('A fire', 'Home'))).toEqual([['required', 'answers.1']])
  expect(field(await give('A fire', 'Office', other.value_id))).toEqual([['required', 'answers.2']])
  expect(field(await give('A fire', 'Office', 'Craft'))).toEqual([['required', 'answers.2']])
  expect(field(await give('A fire', 'Office', null, 'More'))).toEqual([['out_of_range', 'answers']])
  const { body } = await give('A fire', 'Office', n.team.value_id)
  expect(body.answers).toEqual(['A fire', 'Office', n.team.value_id])
  const { body: changed } = await t.call('nominations.change', {
    token: n.nora.token,
    params: { id: body.id },
    body: { text: body.text, answers: ['A flood', 'Remote'] },
  })
  expect(changed.answers).toEqual(['A flood', 'Remote', null])
})

test('nothing changes before the first day and after the last', async () => {
  const id = await n.open({ starts_on: dayFromNow(t, 1) })
  expect((await n.nominate(n.nora, id, n.wendy)).codes).toEqual(['nomination_closed'])
  await n.passDays(1)
  const { body } = await n.nominate(n.nora, id, n.wendy)
  await n.passDays(8)
  expect((await n.nominate(n.nora, id, n.walter)).codes).toEqual(['nomination_closed'])
  const call = { token: n.nora.token, params: { id: body.id }, body: { text: body.text } }
  expect((await t.call('nominations.change', call)).codes).toEqual(['nomination_closed'])
  expect((await t.call('nominations.withdraw', call)).codes).toEqual(['nomination_closed'])
})

test('a round concerns nominators, jurors and people who have nominated', async () => {
  const group = await n.makeGroup([n.nora])
  const id = await n.open({ nominators: { group_ids: [group] } })
  expect((await n.getRound(n.nora, id)).body.abilities).toEqual({
    nominate: true,
    score: false,
    vote: false,
  })
  expect((await n.getRound(n.jane, id)).body.abilities.nominate).toBe(false)
  expect((await n.nominate(n.jane, id, n.wendy)).status).toBe(404)
  for (const stranger of [n.wendy, n.ned, n.team.admin]) {
    expect((await n.getRound(stranger, id)).status).toBe(404)
    expect((await n.listOwn(stranger, id)).status).toBe(404)
    expect((await n.nominate(stranger, id, n.walter)).status).toBe(404)
    expect((await t.call('nominations.list', { token: stranger.token })).body).toEqual([])
  }
  await n.nominate(n.nora, id, n.wendy)
  await t.call('groups.remove_members', {
    token: n.team.admin.token,
    params: { id: group },
    body: { user_ids: [n.nora.user_id] },
  })
  expect((await n.getRound(n.nora, id)).body).toMatchObject({ own_nominations: 1 })
  expect((await n.nominate(n.nora, id, n.walter)).status).toBe(404)
})

test('the summary counts rounds that await the member', async () => {
  const none = { to_do: 0, has_rounds: false, has_words: false }
  expect(await n.summarize(n.nora)).toEqual(none)
  const id = await n.open({ nominations_max: 1 })
  expect(await n.summarize(n.nora)).toEqual({ ...none, to_do: 1, has_rounds: true })
  await n.nominate(n.nora, id, n.wendy)
  expect(await n.summarize(n.nora)).toEqual({ ...none, has_rounds: true })
})

test('ids and times of nominations do not tell their order', async () => {
  const id = await n.open()
  const { body: first } = await n.nominate(n.nora, id, n.wendy)
  await n.passDays(2)
  const { body: second } = await n.nominate(n.ned, id, n.wendy)
  expect(first.id.slice(0, 13)).toBe(second.id.slice(0, 13))
})
