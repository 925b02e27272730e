import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, renderApp } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

async function renderCreateProfile() {
  const config = makeConfig()
  Object.assign(config.user, { first_name: '', last_name: '', job_title: '' })
  return renderApp('/create-profile', {
    config,
    api: {
      'auth.account': () => ({
        email: 'ada@laurel.example',
        team_name: null,
        first_name: 'Ada',
        last_name: 'Quist',
        ended: [],
      }),
      'profiles.update_me': ({ body }) => Object.assign(config.user, body),
    },
  })
}

test('the name from another team is prefilled', async () => {
  await renderCreateProfile()
  await screen.findByDisplayValue('Ada')
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Quist')
})

test('a refused name is shown at its field', async () => {
  const { user, fill } = await renderCreateProfile()
  await screen.findByDisplayValue('Quist')
  const lastName = screen.getByLabelText('Last name')
  const submit = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  await fill(lastName, '')
  await submit()
  await screen.findByText('Last name is required')
  expect(document.activeElement).toBe(lastName)
  await fill(lastName, 'Lind')
  await submit()
  expect(callsTo('profiles.update_me').map(({ body }) => body)).toEqual([
    { first_name: 'Ada', last_name: 'Lind', job_title: '' },
  ])
})
