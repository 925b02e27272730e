import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UserImport } from '#contract/schemas/imports.ts'
import { refuse, renderApp, serve } from '#tests/support/render.tsx'

const id = '01900000-0000-7000-8000-00000000aaaa'
const makeImport = (state: UserImport['state']): UserImport => ({
  id,
  state,
  file_name: 'people.csv',
  columns: [{ header: 'Email', field: 'email', samples: ['ada@example.test'] }],
  rows: 300,
  done: state === 'uploaded' ? 0 : 20,
  invited: 20,
  updated: 0,
  refused: 0,
  deactivated: 0,
  warned: 0,
  failed_mails: 0,
  held: 0,
  holds_invites: false,
  invites_at: null,
  mails_until: null,
  created_at: '2026-06-15T12:00:00.000Z',
  finished_at: null,
})
const renderImport = (state: UserImport['state']) =>
  renderApp(`/settings/team/import?id=${id}`, {
    api: {
      'imports.list': () => [],
      'imports.get': () => makeImport(state),
      'imports.columns': () => [{ filled: 1, readable: 1, date_order: null, unreadable: [] }],
      'imports.cancel': () => refuse('unavailable'),
    },
  })

test('an import that could not be canceled says so and goes on', async () => {
  const { user } = await renderImport('in_progress')
  await user.click(await screen.findByRole('button', { name: 'Cancel the import' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel the import' }))
  await screen.findByText('Server is not responding. Please try again.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('heading', { name: 'Invitations are on their way' })
})

test('a list that could not be discarded stays on screen', async () => {
  const { user } = await renderImport('uploaded')
  await user.click(await screen.findByRole('button', { name: 'Choose a different file' }))
  await screen.findByText('Server is not responding. Please try again.')
  serve({ 'imports.cancel': () => makeImport('canceled') })
  await user.click(screen.getByRole('button', { name: 'Choose a different file' }))
  await waitFor(() => expect(document.querySelector('input[type=file]')).not.toBeNull())
})
