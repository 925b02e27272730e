import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#web/lib/session.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, loseConnection, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { makeInvitePath } from '#tests/support/invite-path.ts'
import { makeSsoChoice } from '#tests/support/sso-data.ts'
import { makeConfig, nextId } from '#tests/support/web-data.ts'

const team = {
  workspace: { name: 'Juniper & Lane', logo: { url: null } },
  domains: [] as string[],
}
const account = {
  email: 'ida@northwind.example',
  team_name: null,
  first_name: '',
  last_name: '',
  ended: [],
}

const renderJoin = (api: Handlers = {}) =>
  renderApp('/join#token=secret', {
    config: null,
    api: { 'joining.verify_link': () => team, 'auth.account': () => account, ...api },
  })
const button = (name: string) => screen.findByRole('button', { name })

test('the token is removed from the address bar', async () => {
  await renderJoin({
    'joining.verify_link': () => ({
      workspace: { name: 'Juniper & Lane', logo: { url: '/files/logo.webp' } },
      domains: ['northwind.example', 'fabrikam.example'],
    }),
  })
  await screen.findByRole('heading', { name: 'Join Juniper & Lane' })
  expect(document.querySelector('img[src="/files/logo.webp"]')).not.toBeNull()
  screen.getByText('Please use an address at northwind.example or fabrikam.example.')
  expect([location.pathname, location.hash]).toEqual(['/join', ''])
  expect(callsTo('joining.verify_link')[0]?.body).toEqual({ token: 'secret' })
})

test('a verified address joins by a click', async () => {
  const config = makeConfig()
  const { user, fill } = await renderJoin({
    'auth.get_code': () => ({ sig: 'signature' }),
    'auth.verify_code': () => ({ workspaces: [], access_token: 'temporary' }),
    'joining.join_by_link': () => ({ access_token: 'joined', workspace: config.workspace }),
    'config.get': () => makeConfig({ user: { ...config.user, first_name: '', last_name: '' } }),
    'posts.list': () => [],
  })
  await fill(await screen.findByLabelText('Work email'), ' ida@northwind.example ')
  await user.click(await button('Send me a code'))
  await user.click(await screen.findByLabelText('Digit 1'))
  await user.paste('123456')
  await screen.findByText('You’re joining as ida@northwind.example.')
  await user.click(await button('Join the team'))
  await waitFor(() => expect(location.pathname).toBe('/create-profile'))
  expect(session.token()).toBe('joined')
  expect(callsTo('joining.join_by_link')[0]?.body).toEqual({ token: 'secret' })
})

test.each([
  ['join_link_invalid', 'This link no longer works'],
  ['billing_inactive', 'This team can’t take new people right now'],
] as const)('%s shows its own page', async (code, title) => {
  await renderJoin({ 'joining.verify_link': () => refuse(code) })
  await screen.findByRole('heading', { name: title })
  expect(screen.queryByLabelText('Work email')).toBeNull()
})

test('a deactivated user sees the reason and can use another address', async () => {
  session.setTemporaryToken('temporary')
  const { user } = await renderJoin({ 'joining.join_by_link': () => refuse('join_closed') })
  await user.click(await button('Join the team'))
  await screen.findByText(/An administrator has ended your access to this team/)
  await user.click(await button('Use another address'))
  await screen.findByLabelText('Work email')
})

test('a link that expires before the click shows its page', async () => {
  session.setTemporaryToken('temporary')
  const { user } = await renderJoin({ 'joining.join_by_link': () => refuse('join_link_invalid') })
  await user.click(await button('Join the team'))
  await screen.findByRole('heading', { name: 'This link no longer works' })
})

test('a session without a verified address asks for the address', async () => {
  session.setTemporaryToken('temporary')
  await renderJoin({ 'auth.account': () => refuse('presence_required') })
  await screen.findByLabelText('Work email')
})

test('the typed address stays when a refetch in the background fails', async () => {
  const { client, user, fill } = await renderJoin()
  await fill(await screen.findByLabelText('Work email'), 'ida@north')
  serve({ 'joining.verify_link': loseConnection })
  await act(() => client.refetchQueries({ queryKey: queryKey('sign_in', 'join') }))
  await user.tab()
  expect(screen.getByLabelText<HTMLInputElement>('Work email').value).toBe('ida@north')
})

test('a team that requires its company sign-in offers it', async () => {
  session.setTemporaryToken('temporary')
  const workspaceId = nextId()
  const { user } = await renderApp(makeInvitePath(workspaceId).replace('/login/accept', '/join'), {
    config: null,
    api: {
      'joining.verify_link': () => team,
      'auth.account': () => account,
      'joining.join_by_link': () => refuse('sso_required'),
      'auth.list_workspaces': () => [],
      'joining.list_teams': () => [],
      'sso.discover': () => [makeSsoChoice({ workspace_id: workspaceId, name: 'Entra' })],
    },
  })
  await user.click(await button('Join the team'))
  await button('Continue with Entra')
})
