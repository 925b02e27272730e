import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeConfig, makePermissions, makePerson } from '#tests/support/web-data.ts'
import { renderApp } from '#tests/support/render.tsx'

const feedbackUrl = 'https://feedback.example/laurel?from=menu'
const nora = makePerson({ first_name: 'Nora', last_name: 'Albrecht' })
const renderHelp = (config = makeConfig()) =>
  renderApp('/help', {
    config,
    api: {
      'people.administrators': () => [
        { user: nora, permissions: makePermissions('global_administrator') },
      ],
    },
  })
const asMember = () => makeConfig({ permissions: makePermissions() })
const headings = (level: number) =>
  screen.getAllByRole('heading', { level }).map((one) => one.textContent)

test('a member reads the help without administrator topics', async () => {
  await renderHelp(asMember())
  const administrators = within(await screen.findByRole('list', { name: 'Administrators' }))
  const link = await administrators.findByRole('link', { name: 'Nora Albrecht' })
  expect(link.getAttribute('href')).toBe(`/profile/${nora.id}`)
  expect(headings(2)).toEqual([
    'Points',
    'Limits',
    'Values',
    'Rewards',
    'Keyboard shortcuts',
    'Questions?',
  ])
  expect(
    within(screen.getByRole('list', { name: 'Values of your team' })).getAllByRole('listitem'),
  ).toHaveLength(2)
})

test('an administrator reads help with links to the settings', async () => {
  await renderHelp()
  const section = within(await screen.findByRole('region', { name: 'For administrators' }))
  expect(section.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'People',
    'Permissions',
    'Limits',
    'Balances',
    'Values',
    'Rewards',
    'Purchases',
    'Paying for gift cards',
    'Office screen',
    'Dashboard',
    'Subscription',
    'Danger zone',
  ])
  expect(section.getByRole('link', { name: 'Edit the values' }).getAttribute('href')).toBe(
    '/settings/values',
  )
})

test('the feedback link leads to the configured address', async () => {
  const { user } = await renderHelp({ ...asMember(), feedback_url: feedbackUrl })
  const contact = within(await screen.findByRole('region', { name: 'Questions?' }))
  expect(contact.getByRole('link', { name: 'Send feedback' }).getAttribute('href')).toBe(
    feedbackUrl,
  )
  await user.click(screen.getByRole('button', { name: /^Menu for/ }))
  const item = await screen.findByRole('menuitem', { name: 'Send feedback' })
  expect([item.getAttribute('href'), item.getAttribute('rel')]).toEqual([feedbackUrl, 'noreferrer'])
})

test('without a configured address there is no feedback link', async () => {
  const { user } = await renderHelp(asMember())
  await user.click(await screen.findByRole('button', { name: /^Menu for/ }))
  await screen.findByRole('menuitem', { name: 'Help' })
  await waitFor(() => expect(screen.queryByText('Send feedback')).toBeNull())
})
