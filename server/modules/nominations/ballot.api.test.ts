import { beforeEach, expect, test } from 'vitest'
import { makeTeam, type Member } from '#tests/support/factories.ts'
import { createNominationTeam, type NominationTeam } from '#tests/support/nominations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let n: NominationTeam
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  n = await createNominationTeam(t)
})
const namesOf = async (who: Member, id: string, q = '') =>
  (await n.getBallot(who, id, q ? { q } : {})).body.items.map(
    ({ nominee }) => nominee.user?.first_name ?? nominee.group?.name,
  )

test('jurors see texts and answers and never the nominators', async () => {
  const department = await n.makeGroup([n.wendy], { kind: 'department', name: 'Operations' })
  const id = await n.open({
    questions: [{ label: 'Where?', kind: 'text', required: false, choices: [] }],
  })
  await n.nominate(n.nora, id, n.wendy, { text: 'She never gives up', answers: ['Berlin'] })
  await n.nominate(n.ned, id, n.wendy, { text: 'She explains everything', sharing: 'nothing' })
  expect((await n.getBallot(n.jane, id)).body.items).toEqual([])
  await n.passDays(8)
  const { body } = await n.getBallot(n.jane, id)
  expect(body.items).toMatchObject([
    {
      nominee: { user: { id: n.wendy.user_id } },
      department: 'Operations',
      nomination_count: 2,
      scores: null,
      conflict: null,
    },
  ])
  expect(body.items[0]?.nominations.map(({ text }) => text).toSorted()).toEqual([
    'She explains everything',
    'She never gives up',
  ])
  const text = JSON.stringify(body)
  for (const secret of [n.nora.user_id, n.ned.user_id, 'Nora', 'sharing', department])
    expect(text).not.toContain(secret)
  expect((await n.getBallot(n.nora, id)).status).toBe(404)
})

test('an answer names its value after the value was retired', async () => {
  const id = await n.open({
    questions: [{ label: 'Which value?', kind: 'value', required: false, choices: [] }],
  })
  const { body: value } = await t.call('values.create', {
    token: n.team.admin.token,
    body: { name: 'Patience', emoji: '🐢', color: '#336699' },
  })
  await n.nominate(n.nora, id, n.wendy, { answers: [value.id] })
  const retired = await t.call('values.delete', {
    token: n.team.admin.token,
    params: { id: value.id },
  })
  expect(retired.status).toBeLessThan(300)
  const named = { answers: [value.id], values: [{ id: value.id, name: 'Patience', emoji: '🐢' }] }
  const own = await t.call('nominations.own', { token: n.nora.token, params: { id } })
  expect(own.body).toMatchObject([named])
  await n.passDays(8)
  expect((await n.getBallot(n.jane, id)).body.items).toMatchObject([{ nominations: [named] }])
})

test('a round may hide departments from its jury', async () => {
  await n.makeGroup([n.wendy], { kind: 'department', name: 'Operations' })
  const id = await n.open({ hide_departments: true })
  await n.nominate(n.nora, id, n.wendy)
  await n.passDays(8)
  expect(JSON.stringify((await n.getBallot(n.jane, id)).body)).not.toContain('Operations')
})

test('a ballot has pages by name and a search', async () => {
  const id = await n.open()
  for (const one of [n.wendy, n.walter, n.ned]) await n.nominate(n.nora, id, one)
  await n.passDays(8)
  expect(await namesOf(n.jane, id)).toEqual(['Ned', 'Walter', 'Wendy'])
  expect(await namesOf(n.jane, id, 'wal')).toEqual(['Walter'])
  const first = await n.getBallot(n.jane, id, { limit: 2 })
  const rest = await n.getBallot(n.jane, id, { limit: 2, cursor: first.body.next_cursor ?? '' })
  expect(rest.body.items.map(({ nominee }) => nominee.user?.first_name)).toEqual(['Wendy'])
  expect(rest.body.next_cursor).toBeNull()
  for (const cursor of ['x', btoa('[1,2]')])
    expect((await n.getBallot(n.jane, id, { cursor })).codes).toEqual(['malformed'])
})

test('jurors do not score people close to them', async () => {
  await n.change(n.wendy, { organization: { manager_id: n.jane.user_id } })
  await n.change(n.jane, { organization: { manager_id: n.walter.user_id } })
  const id = await n.open()
  for (const one of [n.wendy, n.walter, n.jane]) await n.nominate(n.nora, id, one)
  await n.nominate(n.jane, id, n.ned)
  await n.passDays(8)
  const { body } = await n.getBallot(n.jane, id)
  expect(body.items.map(({ nominee, conflict }) => [nominee.user?.first_name, conflict])).toEqual([
    ['Ned', 'nominator'],
    ['Walter', 'report'],
    ['Wendy', 'manager'],
  ])
  for (const one of [n.ned, n.walter, n.wendy, n.jane]) {
    const reply = await n.score(n.jane, id, await n.idOf(id, one), [3, 3])
    expect(reply.codes).toEqual(['nomination_conflict'])
  }
  expect((await n.getRound(n.jane, id)).body.to_score).toBe(0)
  expect((await n.getRound(n.joe, id)).body.to_score).toBe(4)
})

test('members and owners of a nominated group do not find it on the ballot', async () => {
  const support = await n.makeGroup([n.wendy, n.jane], { owner_ids: [n.joe.user_id] })
  const id = await n.open({ nominee_kind: 'group' })
  await n.nominate(n.nora, id, support)
  await n.passDays(8)
  for (const juror of [n.jane, n.joe]) {
    expect(await namesOf(juror, id)).toEqual([])
    const reply = await n.score(juror, id, await n.idOf(id, support), [3, 3])
    expect(reply.codes).toEqual(['nomination_conflict'])
  }
})

test('a juror scores by each criterion until the end', async () => {
  const id = await n.open()
  await n.nominate(n.nora, id, n.wendy)
  const nominee = await n.idOf(id, n.wendy)
  expect((await n.score(n.jane, id, nominee, [4, 5])).codes).toEqual(['nomination_closed'])
  await n.passDays(8)
  expect((await n.score(n.jane, id, nominee, [4])).errors).toMatchObject([
    { code: 'out_of_range', field: 'scores' },
  ])
  expect((await n.score(n.jane, id, nominee, [4, 6])).codes).toEqual(['out_of_range'])
  expect((await n.score(n.jane, id, nominee, [4, 5])).body.scores).toEqual([4, 5])
  expect((await n.getRound(n.jane, id)).body.to_score).toBe(0)
  expect((await n.getBallot(n.joe, id)).body.items).toMatchObject([{ scores: null }])
  expect((await n.score(n.jane, id, nominee, [])).body.scores).toBeNull()
  expect((await n.score(n.nora, id, nominee, [4, 5])).codes).toEqual(['forbidden'])
  expect((await n.vote(n.nora, id, nominee)).codes).toEqual(['forbidden'])
  const other = await makeTeam(t)
  expect((await n.score(n.jane, id, other.value_id, [4, 5])).status).toBe(404)
  await n.passDays(7)
  expect((await n.score(n.jane, id, nominee, [4, 5])).codes).toEqual(['nomination_closed'])
})

test('voters see nominees without texts and change their vote', async () => {
  const id = await n.open({ decision: 'vote' })
  await n.nominate(n.nora, id, n.wendy, { text: 'She never gives up' })
  await n.nominate(n.nora, id, n.walter)
  await n.passDays(8)
  const [wendy, walter] = [await n.idOf(id, n.wendy), await n.idOf(id, n.walter)]
  expect(await namesOf(n.wendy, id)).toEqual(['Walter'])
  const { body } = await n.getBallot(n.ned, id)
  expect(body.items.map(({ nominations, voted }) => [nominations, voted])).toEqual([
    [[], false],
    [[], false],
  ])
  expect(JSON.stringify(body)).not.toContain('She never gives up')
  expect((await n.vote(n.wendy, id, wendy)).codes).toEqual(['nomination_conflict'])
  expect((await n.vote(n.ned, id, wendy)).body.voted).toBe(true)
  expect((await n.vote(n.ned, id, walter)).body.voted).toBe(true)
  await n.vote(n.nora, id, walter)
  expect((await n.getBallot(n.ned, id)).body.items.map(({ voted }) => voted)).toEqual([true, false])
  expect((await n.getBallot(n.jane, id)).body.items.some(({ voted }) => voted)).toBe(false)
  expect((await n.getResult(id)).body).toMatchObject({ finished: 2, nominees: [{ votes: 2 }, {}] })
  expect((await n.vote(n.nora, id, null)).body.voted).toBe(false)
  await n.passDays(7)
  expect((await n.vote(n.nora, id, wendy)).codes).toEqual(['nomination_closed'])
})

test('a vote without a nominee to vote for awaits nobody', async () => {
  const id = await n.open({ decision: 'vote' })
  await n.nominate(n.nora, id, n.wendy)
  await n.passDays(8)
  expect(await n.summarize(n.ned)).toMatchObject({ to_do: 1 })
  expect((await n.getRound(n.ned, id)).body).toMatchObject({ voted: false, to_vote: true })
  // Wendy is the only nominee, so that her ballot is empty.
  expect(await n.summarize(n.wendy)).toMatchObject({ to_do: 0 })
  expect((await n.getRound(n.wendy, id)).body.to_vote).toBe(false)
})

test('a vote for a nominee who has left awaits another one', async () => {
  const id = await n.open({ decision: 'vote' })
  for (const one of [n.wendy, n.walter]) await n.nominate(n.nora, id, one)
  await n.passDays(8)
  await n.vote(n.ned, id, await n.idOf(id, n.wendy))
  expect(await n.summarize(n.ned)).toMatchObject({ to_do: 0 })
  await n.deactivate(n.wendy)
  expect((await n.getRound(n.ned, id)).body).toMatchObject({ voted: false, to_vote: true })
  expect(await n.summarize(n.ned)).toMatchObject({ to_do: 1 })
})

test('a voter who has left still counts among the people who may vote', async () => {
  const nominators = { user_ids: [n.nora.user_id, n.ned.user_id] }
  const id = await n.open({ decision: 'vote', nominators })
  await n.nominate(n.nora, id, n.wendy)
  await n.passDays(8)
  for (const voter of [n.nora, n.ned]) await n.vote(voter, id, await n.idOf(id, n.wendy))
  await n.deactivate(n.ned)
  expect((await n.getResult(id)).body).toMatchObject({
    finished: 2,
    invited: 2,
    nominees: [{ votes: 2 }],
  })
})

test('votes for nominees of other rounds are refused', async () => {
  const first = await n.open({ decision: 'vote' })
  const second = await n.open({ decision: 'vote', name: 'Second' })
  await n.nominate(n.nora, first, n.wendy)
  await n.nominate(n.nora, second, n.wendy)
  await n.passDays(8)
  expect((await n.vote(n.ned, first, await n.idOf(second, n.wendy))).codes).toEqual(['not_found'])
})

test('nominees who have left or were excluded are not on the ballot', async () => {
  const id = await n.open()
  for (const one of [n.wendy, n.walter, n.ned]) await n.nominate(n.nora, id, one)
  await n.deactivate(n.ned)
  await n.exclude(id, await n.idOf(id, n.walter))
  await n.passDays(8)
  expect(await namesOf(n.jane, id)).toEqual(['Wendy'])
  expect((await n.score(n.jane, id, await n.idOf(id, n.walter), [5, 5])).status).toBe(404)
})
