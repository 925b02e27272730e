import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UserImport } from '#contract/schemas/imports.ts'
import { importId, makeUserImport } from '#tests/support/import-data.ts'
import { refuse, renderApp, serve } from '#tests/support/render.tsx'

const makeImport = (state: UserImport['state']) =>
  makeUserImport({ state, done: state === 'uploaded' ? 0 : 20, invited: 20 })
const renderImport = (state: UserImport['state']) =>
  renderApp(`/settings/team/import?id=${importId}`, {
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
