import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { callsTo, neverAnswer, renderApp } from '#tests/support/render.tsx'
import { makeConfig, makePermissions, makePerson, makePresence } from '#tests/support/web-data.ts'

const deletion = {
  due_at: '2026-03-11T09:00:00.000Z',
  asked_by: makePerson({ name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' }),
}
const findBanner = async () => within(await screen.findByRole('region', { name: 'Team deletion' }))

/** Renders a page of a team that will be deleted. */
function renderDeletion(path: string, fields: Partial<AppConfig> = {}) {
  let config = makeConfig({ deletion, ...fields })
  return renderApp(path, {
    config,
    api: {
      'config.get': () => config,
      'workspace.cancel_deletion': () => {
        config = { ...config, deletion: null }
      },
      'posts.list': neverAnswer,
      'people.dates': neverAnswer,
      'leaderboards.common_topics': neverAnswer,
      'leaderboards.list': neverAnswer,
      'shop.list': neverAnswer,
      'shop.purchases': neverAnswer,
      'inbox.preferences': neverAnswer,
      'auth.list_sessions': neverAnswer,
      'calendar.get': neverAnswer,
      'oauth.list': neverAnswer,
      'second_factor.get': neverAnswer,
      'tokens.list': neverAnswer,
      'presence.get': () => makePresence(),
      'workspace_exports.list': () => [],
    },
  })
}

test.each(['/feed', '/rewards', '/welcome', '/edit-profile'])(
  'a member reads on %s who requested the deletion, and cannot cancel it',
  async (path) => {
    await renderDeletion(path, { permissions: makePermissions() })
    const banner = await findBanner()
    banner.getByText(/^Juniper & Lane will be deleted on .*, as Ada Lovelace requested\.$/)
    expect(banner.queryByRole('button')).toBeNull()
  },
)

test('an administrator keeps the team in the banner of any page', async () => {
  const { user } = await renderDeletion('/feed')
  const banner = await findBanner()
  await user.click(banner.getByRole('button', { name: 'Keep the team' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Team deletion' })).toBeNull())
  expect(callsTo('workspace.cancel_deletion')).toHaveLength(1)
})

test('the danger zone shows a requested deletion', async () => {
  await renderDeletion('/settings/danger')
  await screen.findByRole('heading', { name: 'This team will be deleted' })
  await findBanner()
  expect(screen.queryByRole('button', { name: 'Delete the team' })).toBeNull()
  await expectNoViolations(screen.getByRole('main'))
})
