import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { ana, chloe, makeStatistics, renderDashboard, tile } from '#tests/support/dashboard.tsx'
import { callsTo, refuse, serve } from '#tests/support/render.tsx'
import { makeConfig, makeSettings } from '#tests/support/web-data.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { parseActiveUsersRange, parseRange } from '../date-range.ts'

test('the summary describes the changes in words', async () => {
  await renderDashboard()
  await (
    await tile('In short')
  ).findByText(
    '98% of the team took part, up from 90%. 50 people were not thanked in this period. ' +
      'Customer first grew most: 180 points more than before.',
  )
})

test('a hovered link to the dashboard requests no figures', async () => {
  const { router } = await renderDashboard(undefined, undefined, {
    path: '/inbox',
    api: { 'inbox.list': () => ({ items: [], next_cursor: null }) },
  })
  await act(() => router.preloadRoute({ to: '/dashboard' }))
  expect(callsTo('leaderboards.statistics')).toEqual([])
  await act(() => router.navigate({ to: '/dashboard' }))
  await tile('In short')
  expect(callsTo('leaderboards.statistics').length).toBeGreaterThan(0)
})

test('participation counts givers and recipients of all members', async () => {
  await renderDashboard()
  const shares = await tile('Thanking and thanked')
  const [givers, recipients] = await shares.findAllByRole('listitem')
  expect(givers?.textContent).toContain('Thanked someone60%120 of 20010 percentage points more')
  expect(recipients?.textContent).toContain('Were thanked75%150 of 200No change')
})

test('points show their worth when the team has set one', async () => {
  const settings = makeSettings({ hundred_points: { currency: 'USD', minor: 550 } })
  await renderDashboard(makeStatistics(), makeConfig({ settings }))
  const points = await tile('Points')
  for (const worth of ['worth $55.00', 'worth $16.50', 'worth $137.50'])
    await points.findByText(worth)
  expect(points.queryByRole('link', { name: 'Set what a point is worth' })).toBeNull()
})

test('the worth of points is rounded down to whole minor units', async () => {
  const settings = makeSettings({ hundred_points: { currency: 'USD', minor: 550 } })
  const statistics = makeStatistics({ points_granted: { now: 11, before: 0 } })
  await renderDashboard(statistics, makeConfig({ settings }))
  // 60.5 cents.
  await (await tile('Points')).findByText('worth $0.60')
})

test('points without a worth link to the setting', async () => {
  await renderDashboard()
  const points = await tile('Points')
  expect((await points.findByText('2,500')).parentElement?.textContent).toBe('2,500')
  points.getByRole('link', { name: 'Set what a point is worth' })
})

test('the table of values over time has one row for retired values', async () => {
  await renderDashboard()
  const table = within(await (await tile('Values over time')).findByRole('table'))
  expect(
    table.getAllByRole('columnheader').map((cell) => cell.textContent.replace(/^\S+ (?=C)/u, '')),
  ).toEqual(['Day', 'Craft', 'Customer first', 'Retired values'])
  expect(
    within(table.getAllByRole('row')[1] as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['50', '20', '1'])
})

test('a large team sees groups, and the people of the selected group', async () => {
  const { user } = await renderDashboard()
  const graph = await tile('Who recognizes whom')
  await graph.findByText('3 smaller groups are not shown.')
  graph.getByText(/^As of \d\d?:10/)
  graph.getByRole('button', { name: 'Around Ben Okafor: 7 people. Opens the group.' })
  await user.click(graph.getByRole('button', { name: /Around Ana Ruiz ?42 people$/ }))
  await graph.findByRole('button', { name: 'Chloe Kim: thanked others 0, was thanked 1' })
  expect(callsTo('leaderboards.group')[0]?.params).toEqual({ id: ana.id })
  graph.getByText('The 2 best connected of 42')
  const back = graph.getByRole('button', { name: 'All groups' })
  expect(document.activeElement).toBe(back)
  await user.click(back)
  expect(document.activeElement).toBe(graph.getByRole('heading', { name: 'Groups' }))
  expect(callsTo('leaderboards.org_chart')).toEqual([])
})

test('bridges and people without connections have links', async () => {
  await renderDashboard()
  const graph = await tile('Who recognizes whom')
  const bridges = within(await graph.findByRole('region', { name: 'Bridges' }))
  expect(bridges.getByRole('link').getAttribute('href')).toBe(`/profile/${chloe.id}`)
  bridges.getByText('Connected with 4 other groups')
  const islands = within(
    graph.getByRole('region', { name: '106 people neither gave nor received thanks' }),
  )
  islands.getByRole('button', { name: 'Give thanks to Dmitri Novak' })
})

test('all tiles request their data before the first answer', async () => {
  const answers = Promise.withResolvers<never>()
  await renderDashboard(makeStatistics(), undefined, {
    api: { 'leaderboards.statistics': () => answers.promise },
  })
  await tile('At a glance')
  const today = todayInTimezone(makeSettings().timezone)
  expect(new Set(callsTo('leaderboards.statistics').map(({ query }) => query.from))).toEqual(
    new Set([parseRange({}, today).from, parseActiveUsersRange({}, today).from]),
  )
  for (const name of [
    'list',
    'values',
    'value_trends',
    'unthanked',
    'common_topics',
    'groups',
  ] as const)
    expect(callsTo(`leaderboards.${name}`)).toHaveLength(1)
})

test('a small team requests people instead of groups', async () => {
  await renderDashboard(makeStatistics(), makeConfig())
  await screen.findByText('No one thanked anyone in this period.')
  expect(callsTo('leaderboards.groups')).toEqual([])
})

test('figures show no comparison with an empty previous range', async () => {
  await renderDashboard(makeStatistics({ active_users: { now: 196, before: 0 } }))
  const glance = await tile('At a glance')
  await glance.findByRole('link', { name: 'Points granted' })
  expect(glance.queryByText(/more$|New|Compared with/)).toBeNull()
  await (await tile('In short')).findByText(/not enough history to compare with yet\.$/)
})

test('a range without activity shows one sentence and one button', async () => {
  const { user } = await renderDashboard(
    makeStatistics({ active_users: { now: 0, before: 3 }, days: [] }),
  )
  await screen.findByRole('heading', {
    name: 'No one gave, received or redeemed points in this period',
  })
  expect(screen.queryAllByRole('region')).toEqual([])
  await expectNoViolations(screen.getByRole('main'))
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Give thanks' }))
  await screen.findByRole('dialog')
})

test('files have the format that was chosen in the export menu', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderDashboard()
  serve({ 'posts.csv': () => 'a workbook' })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Excel (XLSX)' }))
  const [ofRange] = await screen.findAllByRole('menuitem', { name: 'Posts' })
  if (ofRange) await user.click(ofRange)
  await waitFor(() => expect(save).toHaveBeenCalled())
  expect(callsTo('posts.csv').map(({ query }) => query.format)).toEqual(['xlsx'])
  expect((save.mock.contexts[0] as HTMLAnchorElement).download).toMatch(
    /^Posts \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.xlsx$/,
  )
})

test('a tile downloads as CSV or as a workbook', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderDashboard()
  serve({ 'leaderboards.csv': () => 'a file' })
  for (const name of ['CSV', 'Excel (XLSX)']) {
    await user.click(await screen.findByRole('button', { name: 'Export Values over time' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect(callsTo('leaderboards.csv').map(({ query }) => [query.tile, query.format])).toEqual([
    ['value_trends', 'csv'],
    ['value_trends', 'xlsx'],
  ])
})

const reportSwitch = () =>
  screen.findByRole<HTMLInputElement>('switch', { name: /^Email me the last month/ })

test('the switch of the monthly mail saves at once', async () => {
  const { user } = await renderDashboard()
  const own = makeConfig().user
  serve({
    'profiles.update_me': () => ({
      ...own,
      notifications: { ...own.notifications, monthly_report: true },
    }),
  })
  await user.click(await reportSwitch())
  expect((await reportSwitch()).checked).toBe(true)
  expect(callsTo('profiles.update_me').map(({ body }) => body)).toEqual([
    { notifications: { monthly_report: true } },
  ])
})

test('the switch of the monthly mail reverts when saving fails', async () => {
  const { user } = await renderDashboard()
  serve({ 'profiles.update_me': () => refuse('unavailable') })
  await user.click(await reportSwitch())
  await screen.findByText(/Please try again/)
  expect((await reportSwitch()).checked).toBe(false)
})

test('the switch of the monthly mail is absent when the team turned it off', async () => {
  const { notifications } = makeSettings()
  const settings = makeSettings({ notifications: { ...notifications, monthly_report: false } })
  await renderDashboard(makeStatistics(), makeConfig({ settings }))
  await tile('In short')
  expect(screen.queryByRole('switch', { name: /^Email me the last month/ })).toBeNull()
})
