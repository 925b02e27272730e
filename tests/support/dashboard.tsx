// The dashboard of a team with figures, for component tests.
import { screen, within } from '@testing-library/react'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Handlers } from './fake-api.ts'
import { renderApp } from './render.tsx'
import { makeConfig, makePerson, makeValue } from './web-data.ts'

type Statistics = OutputOf<'leaderboards.statistics'>
const range = { from: '2026-03-01', to: '2026-03-14' }
const days = Array.from({ length: 14 }, (_, index) => ({
  day: `2026-03-${String(index + 1).padStart(2, '0')}`,
  granted: index,
  spent: 0,
  active: 1,
}))
export const makeStatistics = (fields: Partial<Statistics> = {}): Statistics => ({
  ...range,
  people: 200,
  active_users: { now: 196, before: 180 },
  points_granted: { now: 1_000, before: 900 },
  points_spent: { now: 300, before: 0 },
  team_engagement: { now: 98, before: 90 },
  givers: { now: 120, before: 100 },
  recipients: { now: 150, before: 150 },
  points_outstanding: 2_500,
  days,
  popular_rewards: [],
  ...fields,
})
export const ana = makePerson({ first_name: 'Ana', last_name: 'Ruiz' })
export const chloe = makePerson({ first_name: 'Chloe', last_name: 'Kim' })
const ben = makePerson({ first_name: 'Ben', last_name: 'Okafor' })
const dmitri = makePerson({ first_name: 'Dmitri', last_name: 'Novak' })
const edge = (from: string, to: string) => ({ from_id: from, to_id: to, score: 5, posts: 2 })
const groups: OutputOf<'leaderboards.groups'> = {
  ...range,
  computed_at: '2026-06-15T02:10:00.000Z',
  groups: [
    { id: ana.id, person: ana, people: 42, score: 500 },
    { id: ben.id, person: ben, people: 7, score: 50 },
  ],
  edges: [edge(ana.id, ben.id)],
  more: 3,
  bridges: [{ user: chloe, group_id: ben.id, groups: 4, posts: 9 }],
  islands: { total: 106, people: [dmitri] },
}
const trends: OutputOf<'leaderboards.value_trends'> = {
  ...range,
  values: [
    {
      value: makeValue({ name: 'Craft' }),
      score: 700,
      before: 690,
      days: days.map(() => 50),
    },
    {
      value: makeValue({ name: 'Customer first' }),
      score: 280,
      before: 100,
      days: days.map(() => 20),
    },
    { value: null, score: 14, before: 0, days: days.map(() => 1) },
  ],
}

export const renderDashboard = (
  statistics: Statistics = makeStatistics(),
  config = makeConfig({ workspace: { ...makeConfig().workspace, users_count: 200 } }),
  { path = '/dashboard', api = {} }: { path?: string; api?: Handlers } = {},
) =>
  renderApp(path, {
    config,
    api: {
      'groups.list': () => ({ items: [], next_cursor: null }),
      'leaderboards.statistics': () => statistics,
      'leaderboards.values': () => [],
      'leaderboards.value_trends': () => trends,
      'leaderboards.list': () => ({
        ...range,
        items: [],
        total: 0,
        own: null,
        direction: 'received',
        mode: 'receivers',
      }),
      'leaderboards.groups': () => groups,
      'leaderboards.group': () => ({
        ...range,
        people: [ana, chloe],
        edges: [edge(ana.id, chloe.id)],
        total: 42,
        computed_at: null,
      }),
      'leaderboards.org_chart': () => ({ ...range, people: [ana], edges: [], more: false }),
      'leaderboards.common_topics': () => ({ ...range, items: [], languages: [], posts: 0 }),
      'leaderboards.unthanked': () => ({
        ...range,
        hidden: false,
        total: 50,
        people: 200,
        items: [{ user: dmitri, last_thanked: null }],
      }),
      ...api,
    },
  })
export const tile = async (name: string) => within(await screen.findByRole('region', { name }))
