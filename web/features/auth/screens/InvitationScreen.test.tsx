import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, refuse, renderApp } from '#tests/support/render.tsx'
import { makeSsoChoice } from '#tests/support/sso-data.ts'
import { nextId } from '#tests/support/web-data.ts'

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
