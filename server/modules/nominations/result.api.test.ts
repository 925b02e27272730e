import { beforeEach, expect, test } from 'vitest'
import { makeTeam, type Member } from '#tests/support/factories.ts'
import { dayFromNow } from '#tests/support/make-nominations.ts'
import { createNominationTeam, type NominationTeam } from '#tests/support/nominations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { followUpRounds } from './worker.ts'

const t = setupTestApp()
let n: NominationTeam
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  n = await createNominationTeam(t)
})
/** Creates a round with nominees and moves to the days of its jury. */
async function startJury(nominees: Member[], body: Parameters<NominationTeam['open']>[0] = {}) {
  const id = await n.open(body)
  for (const one of nominees) await n.nominate(n.nora, id, one)
  await n.passDays(8)
  return id
}
const scoreAll = async (id: string, who: Member, scores: number[], jurors = [n.jane, n.joe]) => {
  for (const juror of jurors) await n.score(juror, id, await n.idOf(id, who), scores)
}
const places = async (id: string) =>
  (await n.getResult(id)).body.nominees.map(({ nominee, place, won }) => [
    nominee.user?.first_name,
    place,
    won,
  ])

test('a jury is asked once, and its members see what awaits them', async () => {
  const id = await startJury([n.wendy])
  await followUpRounds(t.services)
  for (const juror of [n.jane, n.joe]) expect(await n.kindsOf(juror)).toEqual(['jury_asked'])
  expect(await n.kindsOf(n.wendy)).toEqual([])
  expect(await n.kindsOf(n.nora)).toEqual([])
  expect(await n.summarize(n.jane)).toMatchObject({ to_do: 1 })
  await n.update(id, { juror_ids: [n.jane.user_id, n.ned.user_id] })
  expect(await n.kindsOf(n.ned)).toEqual(['jury_asked'])
  expect(await n.kindsOf(n.joe)).toEqual([])
  await n.passDays(7)
  expect(await n.kindsOf(n.jane)).toEqual([])
})

test('the score is the mean of the means of jurors, with its spread', async () => {
  const id = await startJury([n.wendy, n.walter])
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [5, 4])
  await n.score(n.joe, id, await n.idOf(id, n.wendy), [2, 3])
  const live = (await n.getResult(id)).body
  expect(live).toMatchObject({ phase: 'deciding', invited: 2, finished: 0 })
  await n.score(n.jane, id, await n.idOf(id, n.walter), [1, 1])
  expect((await n.getResult(id)).body.finished).toBe(1)
  expect(live.nominees).toMatchObject([
    { nominee: { user: { id: n.wendy.user_id } }, score: 3.5, spread: 1, votes: 2, place: null },
    { score: null, votes: 0, place: null, won: false },
  ])
  await n.passDays(7)
  expect((await n.getResult(id)).body).toMatchObject({
    phase: 'ended',
    nominees: [
      { score: 3.5, spread: 1, place: 1, won: true },
      { score: 1, spread: 0, place: 2, won: false },
    ],
  })
})

test('the result is fixed once and stays', async () => {
  const id = await startJury([n.wendy])
  await scoreAll(id, n.wendy, [4, 4])
  await n.passDays(7)
  const before = (await n.getResult(id)).body
  await n.change(n.wendy, { organization: { manager_id: n.jane.user_id } })
  t.clock.advance(60_000)
  await followUpRounds(t.services)
  expect((await n.getResult(id)).body).toEqual(before)
})

test('scores of people who are no longer in the jury do not count', async () => {
  const id = await startJury([n.wendy])
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [5, 5])
  await n.score(n.joe, id, await n.idOf(id, n.wendy), [1, 1])
  await n.update(id, { juror_ids: [n.jane.user_id] })
  expect((await n.getResult(id)).body.nominees).toMatchObject([{ score: 5, votes: 1 }])
})

test('a juror who has left stays in the jury when another one joins it', async () => {
  const id = await startJury([n.wendy])
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [5, 5])
  await n.deactivate(n.jane)
  const jury = [n.jane, n.joe, n.ned].map((juror) => juror.user_id)
  expect((await n.update(id, { juror_ids: jury })).status).toBe(200)
  await n.score(n.ned, id, await n.idOf(id, n.wendy), [3, 3])
  expect((await n.getResult(id)).body.nominees).toMatchObject([{ score: 4, votes: 2 }])
  const stranger = [...jury, n.team.value_id]
  expect((await n.update(id, { juror_ids: stranger })).codes).toEqual(['user_not_found'])
})

test('nominees without a score or who have left cannot win', async () => {
  const id = await startJury([n.wendy, n.walter, n.ned])
  await scoreAll(id, n.wendy, [5, 5])
  await scoreAll(id, n.walter, [3, 3])
  await n.deactivate(n.wendy)
  await n.passDays(7)
  expect(await places(id)).toEqual([
    ['Walter', 1, true],
    ['Wendy', null, false],
    ['Ned', null, false],
  ])
})

test('a round whose only scored nominee has left is decided without a winner', async () => {
  const id = await startJury([n.wendy])
  await scoreAll(id, n.wendy, [5, 5])
  expect((await n.getResult(id)).body.decided).toBe(false)
  await n.deactivate(n.wendy)
  await n.passDays(7)
  expect((await n.getResult(id)).body).toMatchObject({
    decided: true,
    nominees: [{ votes: 2, place: null, won: false }],
  })
  expect((await n.announce(id, [])).status).toBe(200)
})

test('an excluded nominee makes way for the next, who has left does not', async () => {
  const id = await startJury([n.wendy, n.walter, n.ned])
  await scoreAll(id, n.wendy, [5, 5])
  await scoreAll(id, n.walter, [4, 4])
  await scoreAll(id, n.ned, [3, 3])
  await n.passDays(7)
  await n.deactivate(n.wendy)
  expect(await places(id)).toEqual([
    ['Wendy', 1, true],
    ['Walter', 2, false],
    ['Ned', 3, false],
  ])
  await n.exclude(id, await n.idOf(id, n.ned))
  expect((await places(id))[0]).toEqual(['Wendy', 1, true])
  const { body } = await n.exclude(id, await n.idOf(id, n.wendy))
  expect(body.nominees.map(({ place, excluded }) => [place, excluded])).toEqual([
    [1, false],
    [null, true],
    [null, true],
  ])
  await n.exclude(id, await n.idOf(id, n.ned), false)
  expect((await places(id)).slice(0, 2)).toEqual([
    ['Walter', 1, true],
    ['Ned', 2, false],
  ])
  const other = await makeTeam(t)
  expect((await n.exclude(id, other.value_id)).status).toBe(404)
})

test('an exclusion is in the audit log without the nominee’s name', async () => {
  const id = await startJury([n.wendy])
  await n.exclude(id, await n.idOf(id, n.wendy))
  await n.exclude(id, await n.idOf(id, n.wendy))
  const { body } = await t.call('workspace.audit', { token: n.team.admin.token })
  const entries = body.items.filter(({ action }) => action === 'nomination_round.exclude')
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${n.wendy.user_id}|Wendy`))
})

test('an administrator in the jury does not see scores of others before the end', async () => {
  const { admin } = n.team
  const id = await startJury([n.wendy], { juror_ids: [admin.user_id, n.jane.user_id] })
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [5, 5])
  expect((await n.getResult(id)).body.nominees).toMatchObject([{ score: null, spread: null }])
  await n.passDays(7)
  expect((await n.getResult(id)).body.nominees).toMatchObject([{ score: 5, spread: 0 }])
})

test('an administrator does not learn about a nomination before the result', async () => {
  const { admin } = n.team
  const id = await startJury([n.wendy, admin])
  await scoreAll(id, admin, [5, 5])
  const listIds = async () =>
    (await n.getResult(id)).body.nominees.map(({ nominee }) => nominee.user?.id)
  expect(await listIds()).toEqual([n.wendy.user_id])
  await n.passDays(7)
  expect(await listIds()).toEqual([admin.user_id, n.wendy.user_id])
})

test('the order of nominees tells an administrator in the jury no scores', async () => {
  const { admin } = n.team
  const body = { juror_ids: [admin.user_id, n.jane.user_id] }
  const id = await startJury([n.wendy, n.walter], body)
  const listNames = async () =>
    (await n.getResult(id)).body.nominees.map(({ nominee }) => nominee.user?.first_name)
  const before = await listNames()
  const last = before.at(-1) === 'Wendy' ? n.wendy : n.walter
  await n.score(n.jane, id, await n.idOf(id, last), [5, 5])
  expect(await listNames()).toEqual(before)
})

test('votes decide, and equal nominees at the last place await the administrator', async () => {
  const id = await n.open({ decision: 'vote', tie_rule: 'administrator', winners_max: 1 })
  for (const one of [n.wendy, n.walter, n.ned]) await n.nominate(n.nora, id, one)
  await n.passDays(8)
  await n.vote(n.nora, id, await n.idOf(id, n.wendy))
  await n.vote(n.jane, id, await n.idOf(id, n.walter))
  await n.passDays(7)
  const { body } = await n.getResult(id)
  expect(body).toMatchObject({ invited: 7, finished: 2, places_left: 1 })
  expect(body.tied_ids).toHaveLength(2)
  expect(body.nominees.map(({ place, won }) => [place, won])).toEqual([
    [1, false],
    [1, false],
    [null, false],
  ])
})

test('the quotes of a result are those that nominators agreed to', async () => {
  const id = await n.open()
  await n.nominate(n.nora, id, n.wendy, { text: 'She never gives up', may_quote: true })
  await n.nominate(n.ned, id, n.wendy, { text: 'Between us' })
  await n.passDays(8)
  await scoreAll(id, n.wendy, [4, 4])
  expect((await n.getResult(id)).body.nominees[0]?.quotes).toEqual([])
  await n.passDays(7)
  expect((await n.getResult(id)).body.nominees[0]?.quotes).toMatchObject([
    { nominator: { id: n.nora.user_id }, text: 'She never gives up' },
  ])
})

test('an outage over the whole decision fixes the result without asking the jury', async () => {
  const id = await n.open()
  await n.nominate(n.nora, id, n.wendy)
  await n.passDays(20)
  expect((await n.getResult(id)).body.phase).toBe('ended')
  expect(await n.kindsOf(n.jane)).toEqual([])
})

test('a later end of the decision moves the result', async () => {
  const id = await startJury([n.wendy])
  await n.update(id, { decides_on: dayFromNow(t, 10) })
  await n.passDays(7)
  expect((await n.getRound(n.jane, id)).body.phase).toBe('deciding')
  await n.passDays(4)
  expect((await n.getRound(n.jane, id)).body.phase).toBe('ended')
})
