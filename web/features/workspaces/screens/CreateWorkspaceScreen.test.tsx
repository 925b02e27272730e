import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { session } from '#web/lib/session.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'

/** Renders the choice of teams after a sign-in, and opens the page for a new team. */
async function renderCreateTeam(teamName: string | null) {
  session.setTemporaryToken('temporary')
  const app = await renderApp('/workspaces', {
    config: null,
    api: {
      'auth.account': () => ({
        email: 'ada@northwind.example',
        team_name: teamName,
        first_name: '',
        last_name: '',
        ended: [],
      }),
      'auth.list_workspaces': () => [],
      'joining.list_teams': () => [],
      'auth.end_session': () => undefined,
    },
  })
  await screen.findByRole('link', { name: 'Create a new team' })
  await act(() => app.router.navigate({ to: '/create-team' }))
  await screen.findByText('Step 1 of 3')
  return app
}
const nameField = () => screen.getByLabelText<HTMLInputElement>('Team name')

test('the first field has the focus after a navigation', async () => {
  await renderCreateTeam(null)
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
})

test('the name from the domain is suggested until the person types', async () => {
  const { fill } = await renderCreateTeam('Northwind')
  await waitFor(() => expect(nameField().value).toBe('Northwind'))
  await fill(nameField(), '')
  expect(nameField().value).toBe('')
})

test('a user can sign in with another address', async () => {
  const { user } = await renderCreateTeam(null)
  await screen.findByText(/Signed in as ada@northwind\.example/)
  await user.click(screen.getByRole('button', { name: 'Not you?' }))
  await waitFor(() => expect(session.temporaryToken()).toBeNull())
  expect(callsTo('auth.end_session')).toHaveLength(1)
})

test('a browser that knows only an offset creates a team in UTC', async () => {
  const { fill, user } = await renderCreateTeam('Northwind')
  const options = Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone: '+05:30',
  })
  serve({ 'auth.create_workspace': () => refuse('unavailable') })
  await fill(nameField(), 'Northwind')
  await user.click(screen.getByRole('button', { name: 'Create team' }))
  await waitFor(() =>
    expect(callsTo('auth.create_workspace')[0]?.body).toMatchObject({ timezone: 'UTC' }),
  )
})
