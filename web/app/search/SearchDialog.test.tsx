import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeConfig, makePermissions, makePerson } from '#tests/support/web-data.ts'
import { makeShopReward } from '#tests/support/reward-data.ts'
import { findDialog, neverAnswer, pageOf, renderApp, serve } from '#tests/support/render.tsx'

const storage = window.localStorage
afterEach(() => vi.stubGlobal('localStorage', storage))

const camille = makePerson({ first_name: 'Camille', last_name: 'Durand' })

/** Opens the search over the inbox, and types into it. */
async function renderSearch(text: string, config = makeConfig({ rewards_exist: true })) {
  const app = await renderApp('/inbox', {
    config,
    api: {
      'inbox.list': () => ({ items: [], next_cursor: null }),
      'history_imports.list': () => [],
      'people.list': ({ query }) => (query.search === 'cam' ? toFoundPeople(camille) : []),
      'posts.list': () => pageOf([], null),
      'shop.list': () => [makeShopReward()],
      // The composer checks that the people of its draft are still in the team.
      'profiles.get': neverAnswer,
      'profiles.posts': neverAnswer,
    },
  })
  await app.user.keyboard('{Control>}k{/Control}')
  const dialog = await findDialog('Search')
  await app.user.type(dialog.getByRole('combobox'), text)
  return { ...app, dialog }
}

test('a reward is found by a word of its title', async () => {
  const { user, dialog } = await renderSearch('tea')
  await user.click(await dialog.findByRole('option', { name: /Rare tea/ }))
  await waitFor(() =>
    expect(location.pathname + location.search).toBe('/rewards?search=Rare%20tea'),
  )
})

test('Ctrl+Enter on a person opens the composer for them', async () => {
  const { user, dialog } = await renderSearch('cam')
  await dialog.findByRole('option', { name: /Thank Camille Durand/ })
  await user.keyboard('{Control>}{Enter}{/Control}')
  const composer = await findDialog()
  await composer.findByText('Camille Durand')
})

test('Enter opens no result of an older text while a newer one loads', async () => {
  const { user, dialog } = await renderSearch('cam')
  await dialog.findByRole('option', { name: /^Camille Durand/ })
  serve({ 'people.list': neverAnswer })
  await user.type(dialog.getByRole('combobox'), 'pbell')
  expect(dialog.queryByRole('option', { name: /Camille Durand/ })).toBeNull()
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe('/inbox')
})

test('a person opens although the storage of the browser is full', async () => {
  const { user, dialog } = await renderSearch('cam')
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  await user.click(await dialog.findByRole('option', { name: /^Camille Durand/ }))
  await waitFor(() => expect(location.pathname).toBe(`/profile/${camille.id}`))
})

test('actions are offered to users with the permission', async () => {
  const { dialog } = await renderSearch('invite')
  await dialog.findByRole('option', { name: 'Invite people' })
})

test('an operator is not offered to invite people', async () => {
  const { dialog } = await renderSearch('invite', makeConfig({ impersonated: true }))
  await dialog.findAllByText(/Nothing found for “invite”/)
})

test('account administrators find the import of posts', async () => {
  const { user, dialog } = await renderSearch('import')
  await user.click(await dialog.findByRole('option', { name: 'Import posts' }))
  await waitFor(() => expect(location.pathname).toBe('/settings/history-imports'))
})

test('actions are hidden without the permission', async () => {
  const { dialog } = await renderSearch(
    'invite',
    makeConfig({ permissions: makePermissions(), rewards_exist: true }),
  )
  await dialog.findAllByText(/Nothing found for “invite”/)
  expect(screen.queryByRole('option', { name: 'Invite people' })).toBeNull()
})

test('an amount and a name open the composer with both', async () => {
  const { user, dialog } = await renderSearch('give 12 to cam')
  await user.click(await dialog.findByRole('option', { name: /Give 12 to Camille Durand/ }))
  const composer = await findDialog()
  await composer.findByText('Camille Durand')
  expect(await composer.findByLabelText('Another amount')).toHaveProperty('value', '12')
})

test('the settings of rewards have another name than the shop', async () => {
  const { dialog } = await renderSearch('rewards')
  await dialog.findByRole('option', { name: 'Rewards management' })
  expect(dialog.getAllByRole('option', { name: 'Rewards' })).toHaveLength(1)
})
