import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, renderApp, serve } from '#tests/support/render.tsx'
import { makeMember } from '#tests/support/web-data.ts'

const row = (number: number) => within(screen.getByRole('group', { name: `Person ${number}` }))
const invited = (email: string) => ({
  email,
  outcome: 'invited' as const,
  code: null,
  sends_at: null,
  user: makeMember({ email }),
})
const refused = (email: string) => ({
  email,
  outcome: 'refused' as const,
  code: 'email_invalid',
  sends_at: null,
  user: null,
})

test('a refused invitation stays in the form with its reason', async () => {
  const { user, fill } = await renderApp('/settings/team/add-user')
  await fill(row(1).getByLabelText('Email'), 'ada@laurel.example')
  await user.click(screen.getByRole('button', { name: 'Add another person' }))
  await fill(row(2).getByLabelText('Email'), 'not an address')
  serve({
    'users.create': () => [invited('ada@laurel.example'), refused('not an address')],
  })
  const invite = () => user.click(screen.getByRole('button', { name: 'Send invites' }))
  await invite()
  const email = row(1).getByLabelText<HTMLInputElement>('Email')
  await row(1).findByText('Please enter a valid email address')
  expect(email.value).toBe('not an address')
  expect(screen.queryByRole('group', { name: 'Person 2' })).toBeNull()
  expect(document.activeElement).toBe(email)
  await fill(email, 'bea@laurel.example')
  expect(row(1).queryByText('Please enter a valid email address')).toBeNull()
})

test('empty rows are not sent, a name without an address is', async () => {
  const { user, fill } = await renderApp('/settings/team/add-user', {
    api: {
      'users.create': ({ body }) =>
        body.users.map(({ email }) => (email ? invited(email) : refused(email))),
      'users.list': () => ({
        items: [makeMember()],
        next_cursor: null,
        counts: { pending: 1, accepted: 1, deactivated: 0 },
      }),
    },
  })
  for (const _ of [2, 3])
    await user.click(screen.getByRole('button', { name: 'Add another person' }))
  await fill(row(2).getByLabelText('Email'), 'ada@laurel.example')
  await fill(row(3).getByLabelText('Last name'), 'Lovelace')
  await user.click(screen.getByRole('button', { name: 'Send invites' }))
  expect(callsTo('users.create').map(({ body }) => body.users)).toEqual([
    [
      { email: 'ada@laurel.example', first_name: '', last_name: '' },
      { email: '', first_name: '', last_name: 'Lovelace' },
    ],
  ])
  await row(1).findByText('Please enter a valid email address')
  expect(row(1).getByLabelText<HTMLInputElement>('Last name').value).toBe('Lovelace')
})
