import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, neverAnswer, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeSsoChoice } from '#tests/support/sso-data.ts'

const renderTeam = (answer: NonNullable<Parameters<typeof serve>[0]['sso.team']>) =>
  renderApp('/sso/northwind', { config: null, api: { 'sso.team': answer } })

test('the page of a team shows its connections and other ways', async () => {
  const first = makeSsoChoice()
  await renderTeam(() => [
    first,
    { ...first, connection_id: makeSsoChoice().connection_id, name: 'ADFS' },
  ])
  await screen.findByRole('heading', { name: 'Sign in to Northwind' })
  screen.getByRole('button', { name: 'Continue with Okta' })
  screen.getByRole('button', { name: 'Continue with ADFS' })
  screen.getByRole('link', { name: 'Sign in another way' })
  expect(callsTo('sso.team')[0]?.body).toEqual({ slug: 'northwind' })
})

test('an unknown address of a team leads to the sign-in page', async () => {
  await renderTeam(() => refuse('not_found'))
  await screen.findByRole('heading', { name: 'No sign-in page here' })
  screen.getByRole('link', { name: 'Go to sign-in' })
})

test('the page of a team shows its loading and its failure', async () => {
  const { user } = await renderTeam(() => refuse('unknown'))
  await screen.findByRole('heading', { name: 'That didn’t work' })
  serve({ 'sso.team': neverAnswer })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Sign in with your company account' })
})
