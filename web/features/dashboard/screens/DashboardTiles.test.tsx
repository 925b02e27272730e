import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { ana, chloe, makeStatistics, renderDashboard, tile } from '#tests/support/dashboard.tsx'
import { callsTo, findDialog, neverAnswer, refuse, serve } from '#tests/support/render.tsx'
import { makeConfig, makePerson, makeValue } from '#tests/support/web-data.ts'
import { todayInTimezone } from '#web/lib/today.ts'

const smallTeam = makeConfig()
const range = { from: '2026-03-01', to: '2026-03-14' }
const shares = [
  { value: makeValue({ name: 'Craft' }), score: 75, posts: 5, share: 75 },
  { value: makeValue({ name: 'Courage' }), score: 25, posts: 2, share: 25 },
]

test('a failing tile offers a retry and leaves the others unchanged', async () => {
  const { user } = await renderDashboard(undefined, undefined, {
    api: { 'leaderboards.values': () => refuse('unknown') },
  })
  const values = await tile('Company values')
  const retry = await values.findByRole('button', { name: 'Try again' })
  await (await tile('At a glance')).findByText(/ were active: they gave/)
  await (await tile('Values over time')).findByRole('table')
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
  serve({ 'leaderboards.values': () => shares })
  await user.click(retry)
  await values.findByText(/leads with/)
})

test('a chart shows its figures as a table and again as a picture', async () => {
  const { user } = await renderDashboard(undefined, undefined, {
    api: { 'leaderboards.values': () => shares },
  })
  const values = await tile('Company values')
  const table = within(await values.findByRole('table'))
  expect(table.getAllByRole('row')).toHaveLength(3)
  expect(table.getAllByRole('cell', { name: /%/ }).map((cell) => cell.textContent)).toEqual([
    '75%',
    '25%',
  ])
  const ring = () => document.querySelector('[data-tile="values"] [data-chart="ring"]')
  expect(ring()).not.toBeNull()
  await user.click(values.getByRole('button', { name: 'Show as table' }))
  expect(ring()).toBeNull()
  values.getByRole('region', { name: /leads with/ })
  const glance = await tile('At a glance')
  await user.click(glance.getByRole('button', { name: 'Show as table' }))
  // A row for each day, and the header.
  expect(glance.getAllByRole('row')).toHaveLength(15)
  await expectNoViolations(screen.getByRole('main'))
  await user.click(values.getByRole('button', { name: 'Show as picture' }))
  expect(ring()).not.toBeNull()
})

test('the current day is marked as incomplete, or the week of a long range', async () => {
  const today = todayInTimezone(smallTeam.settings.timezone)
  const daysTo = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      day: new Date(Date.parse(today) - (count - 1 - index) * 86_400_000)
        .toISOString()
        .slice(0, 10),
      granted: 5,
      spent: 0,
      active: 1,
    }))
  const { user } = await renderDashboard(makeStatistics({ days: daysTo(30) }))
  const glance = await tile('At a glance')
  await glance.findByText('Today so far')
  const bars = () => [
    ...(
      document.querySelector('[data-tile="figures"] [data-chart="bars"]') as Element
    ).querySelectorAll('[data-bar]'),
  ]
  expect(bars().map((bar) => bar.getAttribute('data-partial') === 'true')).toEqual(
    Array.from({ length: 30 }, (_, index) => index === 29),
  )
  serve({ 'leaderboards.statistics': () => makeStatistics({ days: daysTo(90) }) })
  await user.click(screen.getByRole('button', { name: 'Last 90 days' }))
  await glance.findByText('Incomplete week')
  expect(bars().length).toBeLessThanOrEqual(14)
})

const dora = makePerson({ first_name: 'Dora', last_name: 'Lind' })
const emil = makePerson({ first_name: 'Emil', last_name: 'Berg' })
const connections = {
  ...range,
  people: [ana, chloe, dora, emil],
  edges: [
    { from_id: ana.id, to_id: chloe.id, score: 9, posts: 2 },
    { from_id: chloe.id, to_id: dora.id, score: 5, posts: 1 },
  ],
  more: false,
}
const renderGraph = async () => {
  const app = await renderDashboard(makeStatistics(), smallTeam, {
    api: { 'leaderboards.org_chart': () => connections },
  })
  const graph = await tile('Who recognizes whom')
  await graph.findByRole('button', { name: /^Ana Ruiz: / })
  return { ...app, graph }
}
const nodes = () => document.querySelectorAll('[data-node]')

test('people without recognition appear in a separate row', async () => {
  const { graph } = await renderGraph()
  const row = within(
    graph.getByRole('region', { name: '1 person neither gave nor received thanks' }),
  )
  row.getByRole('link', { name: 'Emil Berg' })
  row.getByRole('button', { name: 'Give thanks to Emil Berg' })
  expect([...nodes()].map((node) => node.getAttribute('data-node'))).toEqual([
    ana.id,
    chloe.id,
    dora.id,
  ])
})

test('a person of the graph is selected by keyboard and lists connections', async () => {
  const { user, graph } = await renderGraph()
  const focused = () => document.activeElement?.getAttribute('data-node')
  act(() => document.querySelector<HTMLElement>('[data-node][tabindex="0"]')?.focus())
  const first = focused()
  await user.keyboard('{ArrowRight}')
  if (focused() === first) await user.keyboard('{ArrowLeft}')
  expect(focused()).not.toBe(first)
  expect(document.querySelector('[data-state="here"] [data-node]')).toBe(document.activeElement)
  act(() => graph.getByRole('button', { name: /^Ana Ruiz: / }).focus())
  // Dora is no neighbor of Ana.
  expect(document.querySelector('[data-state="far"] [data-node]')?.getAttribute('data-node')).toBe(
    dora.id,
  )
  await user.keyboard('{Enter}')
  graph.getByRole('button', { name: /^Ana Ruiz: /, pressed: true })
  graph.getByRole('heading', { name: 'Ana Ruiz’s connections' })
  const list = () =>
    within(graph.getByRole('list', { name: 'Connections' })).getAllByRole('listitem')
  expect(list().map((item) => item.textContent)).toEqual([
    expect.stringContaining('Ana Ruiz thanked Chloe Kim'),
  ])
  expect(graph.getByRole('link', { name: 'Open the profile Ana Ruiz' }).getAttribute('href')).toBe(
    `/profile/${ana.id}`,
  )
  await expectNoViolations(screen.getByRole('main'))
  await user.keyboard('{Escape}')
  graph.getByRole('heading', { name: 'Strongest connections' })
  expect(list()).toHaveLength(2)
})

test('the graph zooms in and shows everything again', async () => {
  const { user, graph } = await renderGraph()
  const viewBox = () =>
    graph.getByRole('group', { name: 'Who recognizes whom' }).getAttribute('viewBox')
  const all = viewBox()
  await user.click(graph.getByRole('button', { name: 'Zoom in' }))
  expect(viewBox()).not.toBe(all)
  await user.click(graph.getByRole('button', { name: 'Show everything' }))
  expect(viewBox()).toBe(all)
})

test('all people who were not thanked are listed in a dialog', async () => {
  const people = Array.from({ length: 8 }, (_, index) =>
    makePerson({ first_name: `Person ${index}`, last_name: 'Reed' }),
  )
  const listOf = (from: number, to: number) => ({
    ...range,
    hidden: false,
    total: 8,
    people: 200,
    items: people.slice(from, to).map((user) => ({ user, last_thanked: null })),
  })
  const { user } = await renderDashboard(undefined, undefined, {
    api: {
      'leaderboards.unthanked': ({ query }) => {
        if (query.offset) return listOf(7, 8)
        return listOf(0, query.limit === 6 ? 6 : 7)
      },
      'profiles.get': neverAnswer,
    },
  })
  const unthanked = await tile('Not thanked in this period')
  expect(await unthanked.findAllByRole('listitem')).toHaveLength(6)
  await user.click(unthanked.getByRole('button', { name: 'View all' }))
  const dialog = await findDialog('Not thanked in this period')
  expect(await dialog.findAllByRole('listitem')).toHaveLength(7)
  await user.click(dialog.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(8))
  await expectNoViolations(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Give thanks to Person 0 Reed' }))
  await waitFor(() => expect(document.getElementById('composer-dialog')).not.toBeNull())
})

test('each tile downloads its own figures', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderDashboard()
  serve({ 'leaderboards.csv': () => 'a file' })
  const titles = [
    'At a glance',
    'Values over time',
    'Company values',
    'Leaders',
    'Who recognizes whom',
    'Top 5 popular rewards',
    'Common topics',
    'Not thanked in this period',
  ]
  for (const [index, title] of titles.entries()) {
    await user.click(await screen.findByRole('button', { name: `Export ${title}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(save).toHaveBeenCalledTimes(index + 1))
    expect((save.mock.contexts[index] as HTMLAnchorElement).download).toMatch(
      new RegExp(String.raw`^${title} \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$`),
    )
  }
  expect(callsTo('leaderboards.csv').map(({ query }) => [query.tile, query.bom])).toEqual(
    [
      'figures',
      'value_trends',
      'values',
      'leaders',
      'org_chart',
      'popular_rewards',
      'common_topics',
      'unthanked',
    ].map((name) => [name, '1']),
  )
})

test('the export menu has files of the range, of all time and of today', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderDashboard(undefined, undefined, { path: '/dashboard?range=7d' })
  serve({
    'posts.csv': () => 'a file',
    'rewards.purchases_csv': () => 'a file',
    'users.csv': () => 'a file',
  })
  const download = async (name: string, order: number) => {
    save.mockClear()
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    const items = await screen.findAllByRole('menuitem', { name })
    await user.click(items[order] as HTMLElement)
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    return (save.mock.contexts[0] as HTMLAnchorElement).download
  }
  const today = todayInTimezone(smallTeam.settings.timezone)
  expect([
    await download('Posts', 0),
    await download('Posts', 1),
    await download('Purchases', 1),
    await download('Team', 0),
  ]).toEqual([
    expect.stringMatching(new RegExp(String.raw`^Posts \d{4}-\d\d-\d\d ${today}\.csv$`)),
    `Posts All time ${today}.csv`,
    `Purchases All time ${today}.csv`,
    `Team ${today}.csv`,
  ])
  const [ofRange, ofAllTime] = callsTo('posts.csv').map(({ query }) => query)
  expect(ofRange).toMatchObject({ to: today })
  expect(ofAllTime).toMatchObject({ from: '1970-01-01' })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await screen.findByRole('menuitem', { name: 'Team' })
  await expectNoViolations(screen.getByRole('menu'))
})

test('the export menu prints the dashboard', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = await renderDashboard()
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledTimes(1)
})
