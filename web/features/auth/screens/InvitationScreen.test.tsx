import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import {
  callsTo,
  loseConnection,
  neverAnswer,
  pageOf,
  refuse,
  renderApp,
  unmountApp,
} from '#tests/support/render.tsx'
import { makeInvitePath } from '#tests/support/invite-path.ts'
import { makeSsoChoice } from '#tests/support/sso-data.ts'
import { makeConfig, nextId } from '#tests/support/web-data.ts'
import { session } from '#web/lib/session.ts'

test('an invitation to a team with a company account offers its sign-in', async () => {
  const id = nextId()
  const { user } = await renderApp('/login/accept#token=abc', {
    config: null,
    api: {
      'auth.verify_invite': () => ({
        email: 'ida@northwind.example',
        first_name: '',
        last_name: '',
        workspace: { id, name: 'Northwind', logo: { url: null } },
        invited_by: 'Nora',
      }),
      'auth.accept_invite': () => refuse('sso_required'),
      'sso.discover': () => [makeSsoChoice({ workspace_id: id })],
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Join the team' }))
  await screen.findByText('This team signs in with its company account.')
  await screen.findByRole('button', { name: 'Continue with Okta' })
  expect(callsTo('sso.discover')[0]?.body).toEqual({ email: 'ida@northwind.example' })
})

test('a retry after a failed join joins the team', async () => {
  let joins = 0
  const { user } = await renderApp('/login/accept#token=abc', {
    config: null,
    api: {
      'auth.verify_invite': () => ({
        email: 'ida@northwind.example',
        first_name: '',
        last_name: '',
        workspace: { id: nextId(), name: 'Northwind', logo: { url: null } },
        invited_by: 'Nora',
      }),
      'auth.accept_invite': () => {
        joins += 1
        return joins === 1
          ? loseConnection()
          : { access_token: 'joined', workspace: makeConfig().workspace }
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Join the team' }))
  await screen.findByRole('heading', { name: 'That didn’t work' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(session.token()).toBe('joined'))
  expect(joins).toBe(2)
})

const teamId = nextId()
const invited = {
  id: teamId,
  name: 'Difference Engines',
  logo: { url: null },
  users_count: 2,
  state: 'accepted' as const,
}

/** Opens a used link of an invitation to the team. */
const openUsedLink = (config: AppConfig | null, teams: (typeof invited)[] = []) =>
  renderApp(makeInvitePath(teamId), {
    config,
    api: {
      'auth.verify_invite': () => refuse('invite_invalid'),
      'auth.list_workspaces': () => teams,
      'auth.create_session': () => ({
        access_token: 'other-session',
        workspace: { ...makeConfig().workspace, id: teamId, name: invited.name },
      }),
      'posts.list': () => pageOf([], null),
      'people.dates': () => [],
      'leaderboards.common_topics': neverAnswer,
      'leaderboards.list': neverAnswer,
    },
  })
const isInFeed = () => waitFor(() => expect(location.pathname).toBe('/feed'))

test('a used invite link opens the team for a signed-in member', async () => {
  const config = makeConfig()
  await openUsedLink({ ...config, workspace: { ...config.workspace, id: teamId } })
  await isInFeed()
  expect([session.token(), callsTo('auth.create_session')]).toEqual(['session-token', []])
})

test('a used invite link switches to the team from another team', async () => {
  await openUsedLink(makeConfig(), [invited])
  await isInFeed()
  expect(session.token()).toBe('other-session')
  expect(callsTo('auth.create_session').map(({ body }) => body)).toEqual([{ workspace_id: teamId }])
})

test('a used invite link is not valid for everyone else', async () => {
  await openUsedLink(null)
  await screen.findByRole('heading', { name: 'The invite link is not valid' })
  await unmountApp()
  await openUsedLink(makeConfig(), [])
  await screen.findByRole('heading', { name: 'The invite link is not valid' })
  expect(session.token()).toBe('session-token')
})

test('an older invite link is removed from the address and survives a reload', async () => {
  const api: Handlers = {
    'auth.verify_invite': () => ({
      email: 'mary@presence.example',
      first_name: '',
      last_name: '',
      workspace: { id: teamId, name: 'Second hosts', logo: { url: null } },
      invited_by: 'Ada',
    }),
    'auth.accept_invite': () => ({ access_token: 'joined', workspace: makeConfig().workspace }),
  }
  await renderApp('/login/accept?token=secret', { config: null, api })
  await screen.findByRole('button', { name: 'Join the team' })
  expect(location.pathname + location.search).toBe('/login/accept')
  cleanup()
  const { user } = await renderApp('/login/accept', { config: null, api })
  await user.click(await screen.findByRole('button', { name: 'Join the team' }))
  await waitFor(() => expect(session.token()).toBe('joined'))
  expect(callsTo('auth.accept_invite').map(({ body }) => body)).toEqual([{ token: 'secret' }])
})
