import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SsoPerson } from '#contract/schemas/sso.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeSsoConnection, makeSsoPerson, makeSsoSettings } from '#tests/support/sso-data.ts'
import { makePerson } from '#tests/support/web-data.ts'

/** Renders the page of a connection with these people. Disconnecting removes one, as the server. */
async function renderPeople(people: SsoPerson[], api: Handlers = {}) {
  let rest = people
  const { id } = makeSsoConnection()
  const settings = () =>
    makeSsoSettings({ connections: [makeSsoConnection({ id, people: rest.length })] })
  const app = await renderApp(`/settings/sign-in/connections/${id}`, {
    api: {
      'sso.get': settings,
      'sso.people': ({ query: { search = '' } }) => ({
        items: rest.filter(({ user }) => user.name.includes(search)).slice(0, 20),
        next_cursor: null,
      }),
      'sso.disconnect_person': ({ params }) => {
        rest = rest.filter(({ user }) => user.id !== params.user_id)
        return settings()
      },
      ...api,
    },
  })
  return { ...app, id, section: within(await screen.findByRole('group', { name: 'People' })) }
}
const ida = makeSsoPerson({ subject: '  Ida|1' })

test('people show their account at the provider and their last sign-in', async () => {
  const { section } = await renderPeople([ida])
  section.getByText('1 person is linked to their account at the provider.')
  const row = within(await section.findByRole('listitem'))
  expect(row.getByRole('link', { name: 'Ida Berg' }).getAttribute('href')).toBe(
    `/profile/${ida.user.id}`,
  )
  expect(row.getByText('Ida|1').textContent).toBe('  Ida|1')
  row.getByText('Last sign-in Mar 4, 2026')
  expect(section.queryByRole('searchbox')).toBeNull()
  expect(section.queryByText('Deactivated')).toBeNull()
})

test('a deactivated person is marked', async () => {
  const { section } = await renderPeople([
    makeSsoPerson({ user: makePerson({ state: 'deactivated' }) }),
  ])
  await section.findByText('Deactivated')
})

test('a person is disconnected after a confirmation', async () => {
  const { user, section, id } = await renderPeople([ida, makeSsoPerson({ user: makePerson() })])
  await user.click(await section.findByRole('button', { name: 'Disconnect Ida Berg' }))
  const dialog = await findDialog('Disconnect Ida Berg?')
  dialog.getByText(/They can sign in again with the account that has their address\.$/)
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await screen.findByText('Account disconnected')
  expect(callsTo('sso.disconnect_person')).toMatchObject([{ params: { id, user_id: ida.user.id } }])
  await waitFor(() => expect(section.queryByRole('link', { name: 'Ida Berg' })).toBeNull())
  section.getByText('1 person is linked to their account at the provider.')
})

test('a refused disconnection says why and reads the list again', async () => {
  const { user, section } = await renderPeople([ida], {
    'sso.disconnect_person': () => refuse('not_found'),
  })
  const button = await section.findByRole('button', { name: 'Disconnect Ida Berg' })
  serve({ 'sso.people': () => ({ items: [], next_cursor: null }) })
  await user.click(button)
  await user.click((await findDialog('Disconnect Ida Berg?')).getByText('Disconnect'))
  await section.findByText('People show up here after their first sign-in.')
})

test('more than a page of people can be searched', async () => {
  const others = Array.from({ length: 20 }, () => makeSsoPerson({ user: makePerson() }))
  const { section, fill } = await renderPeople([...others, ida])
  const field = section.getByRole('searchbox', { name: 'Search by name or address' })
  await fill(field, ' Ida ')
  await section.findByRole('link', { name: 'Ida Berg' })
  expect(section.getAllByRole('listitem')).toHaveLength(1)
  await fill(field, 'nobody')
  await section.findByText('No one matches your search.')
})

test('further pages follow with a button', async () => {
  const next = makeSsoPerson({ user: makePerson() })
  const { user, section } = await renderPeople([ida], {
    'sso.people': ({ query }) =>
      query.cursor ? { items: [next], next_cursor: null } : { items: [ida], next_cursor: 'next' },
  })
  await user.click(await section.findByRole('button', { name: 'Show more' }))
  await section.findByRole('link', { name: 'Tomás Pereira' })
  expect(section.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list that fails to load shows an error with a retry', async () => {
  const { user, section } = await renderPeople([ida], {
    'sso.people': () => refuse('unavailable'),
  })
  const retry = await section.findByRole('button', { name: 'Try again' })
  serve({ 'sso.people': () => ({ items: [ida], next_cursor: null }) })
  await user.click(retry)
  await section.findByRole('link', { name: 'Ida Berg' })
})

test('a connection without people says when they show up', async () => {
  const { section } = await renderPeople([])
  await section.findByText('People show up here after their first sign-in.')
})
