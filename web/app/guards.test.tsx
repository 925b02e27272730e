import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { pageOf, refuse, renderApp } from '#tests/support/render.tsx'
import { makeConfig, makePermissions, makePost, makePresence } from '#tests/support/web-data.ts'

/** A feed with one post. */
const feed: Handlers = {
  'posts.list': () => pageOf([makePost()], null),
  'people.dates': () => [],
  'leaderboards.common_topics': () => ({
    items: [],
    posts: 0,
    languages: [],
    from: '2026-03-01',
    to: '2026-03-04',
  }),
  'leaderboards.list': () => ({
    items: [],
    total: 0,
    own: null,
    direction: 'received',
    mode: 'receivers',
    from: '2026-03-01',
    to: '2026-03-04',
  }),
}
const address = () => location.pathname + location.search
const findFeed = () => screen.findByRole('list', { name: 'Posts' })
const userMenu = () => screen.queryByRole('button', { name: /^Menu for/ })

test.each([
  ['/feed', '/login'],
  ['/', '/login'],
  ['/rewards', '/login?next=%2Frewards'],
  ['/settings/team', '/login?next=%2Fsettings%2Fteam'],
  ['/create-profile', '/login?next=%2Fcreate-profile'],
  ['/add-photo', '/login?next=%2Fadd-photo'],
  ['/welcome', '/login?next=%2Fwelcome'],
  ['/edit-profile', '/login?next=%2Fedit-profile'],
  ['/code-check', '/login'],
  ['/second-factor', '/login'],
  ['/create-team', '/login'],
  ['/workspaces', '/login'],
])('%s redirects to %s without a session', async (path, expected) => {
  await renderApp(path, { config: null })
  await screen.findByLabelText('Work email')
  expect(address()).toBe(expected)
})

test('the sign-in returns to the page that asked for it', async () => {
  const config = makeConfig()
  const workspace = {
    id: config.workspace.id,
    name: config.workspace.name,
    logo: { url: null },
    users_count: 5,
    state: 'accepted' as const,
  }
  const { user, fill } = await renderApp('/settings/danger?x=1', {
    config: null,
    api: {
      'sso.discover': () => [],
      'auth.get_code': () => ({ sig: 'signature' }),
      'auth.verify_code': () => ({ workspaces: [workspace], access_token: 'temporary' }),
      'auth.create_session': () => ({ access_token: 'session-token', workspace: config.workspace }),
      'presence.get': () => makePresence(),
      'workspace_exports.list': () => [],
    },
  })
  await fill(await screen.findByLabelText('Work email'), 'admin@laurel.example')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByLabelText('Digit 1'))
  await user.paste('123456')
  await screen.findByRole('heading', { name: 'Danger zone' })
  expect(address()).toBe('/settings/danger?x=1')
})

test('a foreign return address is ignored after sign-in', async () => {
  await renderApp(`/login?next=${encodeURIComponent('//evil.example/')}`, { api: feed })
  await findFeed()
  expect(address()).toBe('/feed')
})

test.each([
  '/no-such-page',
  '/profile/01900000-0000-7000-8000-000000000000',
  '/profile/nonsense',
  '/settings/rewards/edit/nothing',
])('%s shows the 404 page below the header', async (path) => {
  await renderApp(path, {
    api: {
      'profiles.get': () => refuse('not_found'),
      'profiles.posts': () => pageOf([], null),
      'rewards.list': () => [],
    },
  })
  await screen.findByRole('heading', { name: 'Nothing to see here' })
  await waitFor(() => expect(userMenu()).not.toBeNull())
})

test('the 404 page of a signed-out person has no header', async () => {
  await renderApp('/no-such-page', { config: null })
  await screen.findByRole('heading', { name: 'Nothing to see here' })
  expect(userMenu()).toBeNull()
})

test('an unknown settings page opens the settings menu', async () => {
  await renderApp('/settings/no-such-setting')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  expect(address()).toBe('/settings')
})

test('the start page of a signed-in person is the feed', async () => {
  await renderApp('/', { api: feed })
  await findFeed()
  expect(address()).toBe('/feed')
})

test('a member is redirected from administration to the feed', async () => {
  const { user } = await renderApp('/settings/team', {
    config: makeConfig({ permissions: makePermissions() }),
    api: feed,
  })
  await findFeed()
  expect(address()).toBe('/feed')
  await user.click(userMenu() ?? document.body)
  await screen.findByRole('menuitem', { name: 'My profile' })
  screen.getByRole('menuitem', { name: 'Join another team' })
  for (const name of ['Settings', 'Switch teams'])
    expect([name, screen.queryByRole('menuitem', { name })]).toEqual([name, null])
  await expectNoViolations(screen.getByRole('menu'))
})
