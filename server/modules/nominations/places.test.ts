import { expect, test } from 'vitest'
import { type Candidate, rankNominees } from './places.ts'

const candidate = (id: string, score: number | null, nominations = 1): Candidate => ({
  id,
  score,
  votes: 0,
  nominations,
  isEligible: true,
})
const rank = (
  tieRule: 'share' | 'most_nominated' | 'administrator',
  max: number,
  candidates: Candidate[],
) => rankNominees({ decision: 'jury', tie_rule: tieRule, winners_max: max }, candidates)
const tie = [candidate('a', 5), candidate('b', 4, 1), candidate('c', 4, 3), candidate('d', 3)]

test('equal nominees share a place, and the next place is left out', () => {
  const { places, winnerIds } = rank('share', 1, tie)
  expect([...places]).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 2],
    ['d', 4],
  ])
  expect(winnerIds).toEqual(['a'])
})

test('all equal nominees at the last place win when they share it', () => {
  expect(rank('share', 2, tie)).toMatchObject({
    winnerIds: ['a', 'b', 'c'],
    tiedIds: [],
    placesLeft: 0,
  })
})

test('more nominations decide a tie, otherwise all win', () => {
  expect(rank('most_nominated', 2, tie).winnerIds).toEqual(['a', 'c'])
  const equal = [candidate('a', 4, 2), candidate('b', 4, 2)]
  expect(rank('most_nominated', 1, equal).winnerIds).toEqual(['a', 'b'])
})

test('an administrator chooses among equal nominees at the last place', () => {
  expect(rank('administrator', 2, tie)).toMatchObject({
    winnerIds: ['a'],
    tiedIds: ['b', 'c'],
    placesLeft: 1,
  })
  expect(rank('administrator', 3, tie)).toMatchObject({
    winnerIds: ['a', 'b', 'c'],
    tiedIds: [],
    placesLeft: 0,
  })
  expect(rank('administrator', 1, [candidate('a', 4), candidate('b', 4)])).toMatchObject({
    winnerIds: [],
    tiedIds: ['a', 'b'],
    placesLeft: 1,
  })
})

test('nominees without a score, without a vote or who have left cannot win', () => {
  const gone = { ...candidate('b', 5), isEligible: false }
  const { places, winnerIds } = rank('share', 3, [candidate('a', null), gone, candidate('c', 1)])
  expect([[...places], winnerIds]).toEqual([[['c', 1]], ['c']])
  const votes = [
    { ...candidate('a', null), votes: 0 },
    { ...candidate('b', null), votes: 2 },
  ]
  const rules = { decision: 'vote', tie_rule: 'share', winners_max: 2 } as const
  expect([...rankNominees(rules, votes).places]).toEqual([['b', 1]])
})

test('a round without candidates has no winners', () => {
  expect(rank('administrator', 1, [])).toEqual({
    places: new Map(),
    winnerIds: [],
    tiedIds: [],
    placesLeft: 0,
  })
})
