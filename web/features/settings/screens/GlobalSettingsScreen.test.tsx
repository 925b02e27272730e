import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Settings } from '#contract/schemas/settings.ts'
import { makeConfig, makeSettings } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { setLanguage } from '#web/lib/i18n.ts'
import { queryKey } from '#web/shared/query-keys.ts'

const wholeNumberError = 'Please enter a whole number'

/** Renders the form over settings that a save changes. */
async function renderSettings(hundredPoints: Settings['hundred_points'] = null) {
  let settings = makeSettings({ hundred_points: hundredPoints })
  const app = await renderApp('/settings/global', {
    config: makeConfig({ settings }),
    api: {
      'settings.get': () => settings,
      'office_screens.list': () => [],
      'settings.update': ({ body }) => (settings = { ...settings, ...body }),
    },
  })
  await screen.findByLabelText('Team name')
  const replace = (label: string, text: string) => app.fill(screen.getByLabelText(label), text)
  const save = () => app.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...app, replace, save }
}

test('shows the error of each refused field and focuses the first', async () => {
  const { user, replace, save } = await renderSettings()
  await replace('Team name', '')
  await save()
  await screen.findByText('required')
  expect(document.activeElement).toBe(screen.getByLabelText('Team name'))
  await replace('Team name', 'Difference Engines')
  await replace('Color', '#12')
  await save()
  await screen.findByText('Wrong format')
  await user.click(screen.getByRole('button', { name: '#3B5BDB' }))
  expect(
    Number(/[\d.]+/.exec(screen.getByText(/Contrast [\d.]+:1/).textContent)?.[0]),
  ).toBeGreaterThan(4.5)
  await replace('Points to give per period', '99999999')
  await save()
  await screen.findByText('Must be between 0 and 1,000,000')
  expect(document.activeElement).toBe(screen.getByLabelText('Points to give per period'))
  await replace('Points to give per period', '70')
  await replace('Maximum points per post', '0')
  await save()
  await screen.findByText('Must be between 1 and 10,000')
  expect(callsTo('settings.update')).toEqual([])
  await replace('Maximum points per post', '')
  await user.selectOptions(screen.getByLabelText('Limit period'), 'week')
  await user.click(screen.getByRole('switch', { name: /^Show the leaderboard/ }))
  await replace('Security contact', 'security@example.test')
  await save()
  await screen.findByText('Saved.')
  expect(callsTo('settings.update').map(({ body }) => body)).toEqual([
    {
      name: 'Difference Engines',
      active_color: '#3B5BDB',
      limit: 70,
      limit_period: 'week',
      show_leaderboard: false,
      contact: 'security@example.test',
    },
  ])
})

test('writes the contrast of a color with the decimal mark of the language', async () => {
  await renderSettings()
  await act(() => setLanguage('ru', false))
  await screen.findByText(/^Контраст \d+,\d:1$/)
})

test('a number field keeps invalid input and shows the error', async () => {
  const { replace, save } = await renderSettings()
  const limit = () => screen.getByLabelText<HTMLInputElement>('Points to give per period')
  for (const text of ['2.5', '1,5', '1e3', '-5']) {
    await replace('Points to give per period', text)
    expect(limit().value).toBe(text)
    screen.getByText(wholeNumberError)
  }
  await save()
  expect(document.activeElement).toBe(limit())
  expect(callsTo('settings.update')).toEqual([])
  await replace('Points to give per period', '1,250')
  expect(screen.queryByText(wholeNumberError)).toBeNull()
  await save()
  await screen.findByText('Saved.')
  expect(limit().value).toBe('1250')
})

test('leaving unsaved settings asks for confirmation', async () => {
  const { user, replace } = await renderSettings()
  await replace('Team name', 'Difference Engines')
  const leave = () =>
    user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Settings' }))
  await leave()
  const dialog = await findDialog('Leave without saving?')
  const [keepEditing] = dialog.getAllByRole('button', { name: 'Keep editing' }).slice(-1)
  if (keepEditing) await user.click(keepEditing)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.pathname).toBe('/settings/global')
  expect(screen.getByLabelText<HTMLInputElement>('Team name').value).toBe('Difference Engines')
  await leave()
  await user.click(
    (await findDialog('Leave without saving?')).getByRole('button', { name: 'Discard changes' }),
  )
  await waitFor(() => expect(location.pathname).toBe('/settings'))
})

test('leaving reverted settings asks for no confirmation', async () => {
  const { user, replace } = await renderSettings()
  await replace('Team name', 'Something else')
  await replace('Team name', 'Juniper & Lane')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(location.pathname).toBe('/settings'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('settings that do not exist lead to /404', async () => {
  await renderApp('/settings/global', { api: { 'settings.get': () => refuse('not_found') } })
  await screen.findByRole('heading', { name: 'Nothing to see here' })
  expect(location.pathname).toBe('/404')
})

test('settings that fail to load offer a retry', async () => {
  const { user } = await renderApp('/settings/global', {
    api: { 'settings.get': () => refuse('unknown'), 'office_screens.list': () => [] },
  })
  await screen.findByText('Error occurred')
  serve({ 'settings.get': () => makeSettings() })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByLabelText('Team name')
})

test('updates the budget with the limit, in money once a point has a worth', async () => {
  const { replace } = await renderSettings({ currency: 'EUR', minor: 550 })
  const budget = () => screen.getByText(/people can give up to/).textContent
  await replace('Points to give per period', '100')
  expect(budget()).toBe(
    '5 people can give up to 500 points per month. That’s up to €27.50 per month, or about €16.50 if they give 60% of it.',
  )
  expect(
    screen.getByRole('link', { name: 'Change what a point is worth' }).getAttribute('href'),
  ).toBe('/settings/finance')
  await replace('Points to give per period', '1')
  // 27.5 cents are rounded down.
  expect(budget()).toContain('up to €0.27 per month, or about €0.16 if')
  await replace('Points to give per period', '')
  await screen.findByText('Without a limit per period, the cost has no upper bound.')
})

test('the error of a logo disappears with the next successful change', async () => {
  let settings = makeSettings({ logo: { url: '/logo.webp' } })
  const { user } = await renderApp('/settings/global', {
    config: makeConfig({ settings }),
    api: {
      'settings.get': () => settings,
      'office_screens.list': () => [],
      'settings.logo': () => refuse('unknown'),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await screen.findByRole('alert')
  serve({
    'settings.logo': () => {
      settings = { ...settings, logo: { url: null } }
      return settings.logo
    },
  })
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Saved.')
  expect(screen.queryByText('Upload failed')).toBeNull()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull())
})

test('settings changed elsewhere keep typed input and fill other fields', async () => {
  const { client, replace } = await renderSettings()
  await replace('Team name', 'Difference Engines')
  serve({ 'settings.get': () => makeSettings({ contact: 'security@example.test' }) })
  await act(() => client.invalidateQueries({ queryKey: queryKey('settings') }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Security contact').value).toBe(
      'security@example.test',
    ),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Team name').value).toBe('Difference Engines')
})

test('the dates of people are loaded again after their rule has changed', async () => {
  const { client, user, save } = await renderSettings()
  client.setQueryData(queryKey('people', 'dates'), [])
  client.setQueryData(queryKey('celebrations', 'list'), [])
  await user.selectOptions(screen.getByLabelText(/^Birthdays/), 'off')
  await save()
  await screen.findByText('Saved.')
  for (const key of [queryKey('people', 'dates'), queryKey('celebrations', 'list')])
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})

test('a save keeps what another administrator has changed since', async () => {
  const { replace, save } = await renderSettings()
  await replace('Team name', 'Difference Engines')
  serve({ 'settings.update': ({ body }) => makeSettings({ limit: 90, ...body }) })
  await save()
  await screen.findByText('Saved.')
  expect(callsTo('settings.update').map(({ body }) => body)).toEqual([
    { name: 'Difference Engines' },
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Points to give per period').value).toBe('90')
})
