import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import { makeValue } from '#tests/support/web-data.ts'
import { summarize } from './summary.ts'

type Statistics = OutputOf<'leaderboards.statistics'>
const range = { from: '2026-05-17', to: '2026-06-15' }
const statisticsOf = (fields: Partial<Statistics> = {}): Statistics => ({
  ...range,
  people: 100,
  active_users: { now: 98, before: 97 },
  points_granted: { now: 500, before: 400 },
  points_spent: { now: 0, before: 0 },
  team_engagement: { now: 98, before: 97 },
  givers: { now: 80, before: 70 },
  recipients: { now: 90, before: 80 },
  points_outstanding: 500,
  days: [],
  popular_rewards: [],
  ...fields,
})
const unthankedOf = (total: number, hidden = false) => ({
  ...range,
  total,
  hidden,
  people: 100,
  items: [],
})
const trendsOf = (...values: [name: string | null, score: number, before: number][]) => ({
  ...range,
  values: values.map(([name, score, before]) => ({
    value: name === null ? null : makeValue({ name }),
    score,
    before,
    days: [],
  })),
})
const trends = trendsOf(['Craft', 300, 290], ['Customer first', 200, 90], [null, 500, 0])

test('describes the change of participation and the fastest growing value', () => {
  expect(summarize(statisticsOf(), unthankedOf(106), trends)).toEqual([
    { text: 'took_part_up', share: 98, before: 97 },
    { text: 'not_thanked', count: 106 },
    { text: 'value_grew', name: 'Customer first', points: 110 },
  ])
})

test.each([
  [98, { text: 'took_part_same', share: 98 }],
  [98.4, { text: 'took_part_same', share: 98 }],
  [99, { text: 'took_part_down', share: 98, before: 99 }],
])('a previous participation of %d%% has its own sentence', (before, sentence) => {
  const statistics = statisticsOf({ team_engagement: { now: 98, before } })
  expect(summarize(statistics, undefined, undefined)).toEqual([sentence])
})

test.each([0, 9])('makes no comparison with a range of %i active people', (before) => {
  const statistics = statisticsOf({
    active_users: { now: 98, before },
    team_engagement: { now: 98, before },
  })
  expect(summarize(statistics, unthankedOf(0), trends)).toEqual([
    { text: 'took_part', share: 98 },
    { text: 'everyone_thanked' },
    { text: 'value_leads', name: 'Craft', points: 300 },
    { text: 'first' },
  ])
})

test('counts people without names in a small team', () => {
  const statistics = statisticsOf({ people: 3, team_engagement: { now: 66.7, before: 33.3 } })
  expect(summarize(statistics, unthankedOf(0, true), trendsOf(['Craft', 3, 5]))).toEqual([
    { text: 'took_part_of', count: 2, people: 3 },
  ])
})
