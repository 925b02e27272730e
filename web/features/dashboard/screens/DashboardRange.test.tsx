import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeStatistics, renderDashboard, tile } from '#tests/support/dashboard.tsx'
import { callsTo, neverAnswer } from '#tests/support/render.tsx'
import { makeConfig, makePermissions, makeSettings } from '#tests/support/web-data.ts'
import { formatDay } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { parseRange } from '../date-range.ts'

const today = todayInTimezone(makeSettings().timezone)
const picker = async () => within(await screen.findByRole('group', { name: 'Period' }))
const pressedRange = async () => (await picker()).getByRole('button', { pressed: true }).textContent

test('the selected range is kept in the address and limits the figures', async () => {
  const { user, router } = await renderDashboard()
  expect(await pressedRange()).toBe('Last 30 days')
  await user.click((await picker()).getByRole('button', { name: 'Last 7 days' }))
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard?range=7d'))
  expect(await pressedRange()).toBe('Last 7 days')
  await waitFor(() =>
    expect(callsTo('leaderboards.values').at(-1)?.query).toMatchObject({
      from: parseRange({ range: '7d' }, today).from,
      to: today,
    }),
  )
  await user.click((await picker()).getByRole('button', { name: 'Last 30 days' }))
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard?range=30d'))
})

test('an address with a range shows the figures of that range', async () => {
  await renderDashboard(makeStatistics(), undefined, { path: '/dashboard?range=7d' })
  await (await tile('At a glance')).findByText(/ were active: they gave/)
  expect(await pressedRange()).toBe('Last 7 days')
  expect(callsTo('leaderboards.values').map(({ query }) => query.from)).toEqual([
    parseRange({ range: '7d' }, today).from,
  ])
})

test('custom days that are no range show the reason and change nothing', async () => {
  const { user, fill, router } = await renderDashboard()
  await user.click((await picker()).getByRole('button', { name: 'Custom' }))
  const from = await screen.findByLabelText('From')
  const to = screen.getByLabelText('To')
  await fill(from, today)
  const address = `/dashboard?range=own&from=${today}&to=${today}`
  await waitFor(() => expect(router.state.location.href).toBe(address))
  await fill(to, '2024-01-01')
  await screen.findByText(/^The start must be before the end/)
  await fill(to, today)
  await fill(from, '2024-01-01')
  await screen.findByText('Choose a year at most.')
  expect(router.state.location.href).toBe(address)
  await expectNoViolations(screen.getByRole('main'))
})

test('active users count this month until another range is chosen', async () => {
  const month = parseRange({ range: 'month' }, today).from
  const { user } = await renderDashboard(undefined, undefined, {
    api: {
      'leaderboards.statistics': ({ query }) =>
        makeStatistics({ active_users: { now: query.from === month ? 187 : 196, before: 180 } }),
    },
  })
  const glance = await tile('At a glance')
  const active = async () => {
    const link = await glance.findByRole('link', { name: 'Active users' })
    expect(link.getAttribute('href')).toBe('/settings/team')
    return within(link.closest('li') as HTMLElement)
  }
  await (await active()).findByText('This month')
  // On the last day of a month of 30 days both ranges are the same.
  if (month !== parseRange({ range: '30d' }, today).from) (await active()).getByText('187')
  await user.click((await picker()).getByRole('button', { name: 'Last 30 days' }))
  await waitFor(async () => (await active()).getByText('Last 30 days'))
  await user.click((await picker()).getByRole('button', { name: 'Custom' }))
  const { from } = parseRange({ range: '30d' }, today)
  await waitFor(async () => (await active()).getByText(`${formatDay(from)} – ${formatDay(today)}`))
})

test('a member is redirected from the dashboard and has no link to it', async () => {
  const { user, router } = await renderDashboard(
    undefined,
    makeConfig({ permissions: makePermissions() }),
    {
      api: {
        'posts.list': () => [],
        'people.dates': () => [],
        'leaderboards.list': () => ({
          items: [],
          total: 0,
          own: null,
          direction: 'received',
          mode: 'receivers',
          from: today,
          to: today,
        }),
      },
    },
  )
  await screen.findByRole('heading', { name: 'Feed' })
  expect(router.state.location.pathname).toBe('/feed')
  await user.click(screen.getByRole('button', { name: /^Menu for/ }))
  await screen.findByRole('menuitem', { name: 'My profile' })
  expect(document.querySelector('a[href="/dashboard"]')).toBeNull()
})

test('an administrator reaches the dashboard from header, menu and settings', async () => {
  const { user } = await renderDashboard(undefined, undefined, {
    api: { 'shop.list': neverAnswer },
  })
  await tile('At a glance')
  expect(document.title).toBe('Dashboard · Juniper & Lane')
  await user.click(screen.getByRole('button', { name: /^Menu for/ }))
  const item = await screen.findByRole('menuitem', { name: 'Dashboard' })
  expect([item.getAttribute('href'), item.getAttribute('aria-current')]).toEqual([
    '/dashboard',
    'page',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Settings' }))
  await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Dashboard' }))
  await tile('At a glance')
  await user.click(screen.getAllByRole('link', { name: 'Rewards' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'At a glance' })).toBeNull())
  const [header] = screen.getAllByRole('navigation', { name: 'Main' })
  await user.click(within(header as HTMLElement).getByRole('link', { name: 'Dashboard' }))
  await tile('At a glance')
})
