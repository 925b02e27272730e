import { afterEach, beforeEach, expect, test } from 'vitest'
import type {
  NominationRound,
  OwnNomination,
  OwnNominationRound,
} from '#contract/schemas/nominations.ts'
import { followUpRounds } from '#server/modules/nominations/worker.ts'
import { createNominationTeam, type NominationTeam } from '#tests/support/nominations.ts'
import { setupTwoProcesses, successes } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Nomination rounds, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
let n: NominationTeam
beforeEach(async () => {
  n = await createNominationTeam(t)
})
afterEach(() => t.checkLedger())

/** Moves the instants of a round, because the other processes have the clock of the machine. */
const moveRound = async (id: string, closesInMs: number, decidesInMs: number) => {
  const now = Date.now()
  await t.services.db.tenant(n.team.workspace_id, (trx) =>
    trx
      .updateTable('nomination_rounds')
      .set({
        opens_at: new Date(now - 86_400_000),
        closes_at: new Date(now + closesInMs),
        decides_at: new Date(now + decidesInMs),
        next_at: new Date(now + closesInMs),
      })
      .where('id', '=', id)
      .execute(),
  )
}
const minute = 60_000
const balanceOf = async (userId: string) =>
  (await t.call('coins.list', { token: n.team.admin.token, params: { id: userId } })).body.balance

test('of twenty announcements at once, one happens', async () => {
  const id = await n.open()
  await n.nominate(n.nora, id, n.wendy)
  await moveRound(id, -minute, minute)
  const nomineeId = await n.idOf(id, n.wendy)
  await n.score(n.jane, id, nomineeId, [5, 5])
  await moveRound(id, -2 * minute, -minute)
  await Promise.all(Array.from({ length: 4 }, () => followUpRounds(t.services)))
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      callAlternately<NominationRound>(
        'POST',
        `/nominations/rounds/${id}/announce`,
        n.team.admin.token,
        { winners: [{ nominee_id: nomineeId }] },
      ),
    ),
  )
  expect(successes(replies)).toHaveLength(1)
  expect(new Set(replies.flatMap(({ codes }) => codes))).toEqual(new Set(['nomination_closed']))
  expect(await balanceOf(n.wendy.user_id)).toBe(50)
  expect((await n.kindsOf(n.wendy)).toSorted()).toEqual(['company_post', 'kind_words'])
})

test('concurrent votes of a person count once', async () => {
  const id = await n.open({ decision: 'vote' })
  await n.nominate(n.nora, id, n.wendy)
  await n.nominate(n.nora, id, n.walter)
  await moveRound(id, -minute, minute)
  const nominees = [await n.idOf(id, n.wendy), await n.idOf(id, n.walter)]
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      callAlternately<OwnNominationRound>('PUT', `/nominations/${id}/vote`, n.ned.token, {
        nominee_id: nominees[index % 2],
      }),
    ),
  )
  expect(successes(replies)).toHaveLength(12)
  const { body } = await n.getResult(id)
  expect(body.nominees.reduce((sum, { votes }) => sum + votes, 0)).toBe(1)
})

test('a person never exceeds the nominations of a round', async () => {
  const id = await n.open({ nominations_max: 2 })
  await moveRound(id, minute, 2 * minute)
  const others = [n.wendy, n.walter, n.jane, n.joe, n.ned, n.wendy, n.walter, n.jane]
  const replies = await Promise.all(
    others.map(({ user_id: userId }) =>
      callAlternately<OwnNomination>('POST', `/nominations/${id}/own`, n.nora.token, {
        user_id: userId,
        text: 'For the calm that everyone needed',
      }),
    ),
  )
  expect(successes(replies)).toHaveLength(2)
  const codes = new Set(replies.flatMap((reply) => reply.codes))
  expect([...codes].filter((code) => !/^nominations?_(full|repeated)$/.test(code))).toEqual([])
})

test('nominations, votes and scores after the end are refused while the result is fixed', async () => {
  const id = await n.open()
  await n.nominate(n.nora, id, n.wendy)
  const nomineeId = await n.idOf(id, n.wendy)
  await moveRound(id, -2 * minute, -minute)
  const late = [1, 2, 3, 4].flatMap(() => [
    callAlternately<OwnNomination>('POST', `/nominations/${id}/own`, n.ned.token, {
      user_id: n.walter.user_id,
      text: 'For the calm that everyone needed',
    }),
    callAlternately('PUT', `/nominations/${id}/ballot/${nomineeId}`, n.jane.token, {
      scores: [5, 5],
    }),
  ])
  const [replies] = await Promise.all([Promise.all(late), followUpRounds(t.services)])
  expect(new Set(replies.flatMap(({ codes }) => codes))).toEqual(new Set(['nomination_closed']))
  expect(successes(replies)).toEqual([])
  await followUpRounds(t.services)
  expect((await n.getResult(id)).body).toMatchObject({
    phase: 'ended',
    nominees: [{ nominations: 1, score: null }],
  })
})
