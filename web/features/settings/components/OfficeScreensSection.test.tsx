import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuseClipboard } from '#tests/support/clipboard.ts'
import { limits } from '#contract/limits.ts'
import { makeOfficeScreens, screenAddress } from '#tests/support/office-screen-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makeSettings } from '#tests/support/web-data.ts'

async function renderSection(screens = makeOfficeScreens()) {
  const app = await renderApp('/settings/global', {
    config: makeConfig(),
    api: { 'settings.get': () => makeSettings(), 'office_screens.list': () => screens },
  })
  const section = within(await screen.findByRole('group', { name: 'Office screens' }))
  return { ...app, section }
}

test('lists screens with the day of their last use', async () => {
  const { section } = await renderSection()
  const rows = await section.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^ReceptionCreated Mar 3, 2026 · never used/),
    expect.stringMatching(/^CanteenCreated Jan 20, 2026 · last used Mar 4, 2026/),
  ])
})

test('shows the address of a new screen once, with a copy button', async () => {
  const { user, fill, section } = await renderSection([])
  const [created] = makeOfficeScreens()
  if (!created) throw new Error('no screen')
  serve({ 'office_screens.create': () => ({ ...created, url: screenAddress }) })
  await user.click(await section.findByRole('button', { name: 'Add a screen' }))
  const dialog = await findDialog('Add a screen')
  await fill(dialog.getByLabelText('Name of the screen'), 'Reception')
  serve({ 'office_screens.list': () => [created] })
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  const address = await dialog.findByLabelText('Address')
  expect(address).toHaveProperty('value', screenAddress)
  refuseClipboard()
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await dialog.findByText('Copying didn’t work. Please select the text and copy it yourself.')
  expect(callsTo('office_screens.create')[0]?.body).toEqual({ name: 'Reception' })
  // The form around the page is not sent with the dialog.
  expect(callsTo('settings.update')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'I’ve copied it' }))
  await section.findByText('Reception', { selector: 'strong' })
  expect(screen.queryByDisplayValue(screenAddress)).toBeNull()
})

test('shows a refused name at its field', async () => {
  const { user, section } = await renderSection([])
  serve({ 'office_screens.create': () => refuse('required', { field: 'name' }) })
  await user.click(await section.findByRole('button', { name: 'Add a screen' }))
  const dialog = await findDialog('Add a screen')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await dialog.findByText('required')
})

test('deletes a screen after a question', async () => {
  const { user, section } = await renderSection()
  serve({ 'office_screens.delete': () => undefined })
  await user.click(await section.findByRole('button', { name: 'Delete Canteen' }))
  const dialog = await findDialog('Delete Canteen?')
  expect(callsTo('office_screens.delete')).toEqual([])
  serve({ 'office_screens.list': () => makeOfficeScreens().slice(0, 1) })
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await section.findByText('Reception', { selector: 'strong' })
  expect(callsTo('office_screens.delete')[0]?.params).toEqual({ id: makeOfficeScreens()[1]?.id })
})

test('a team with the most screens cannot add another', async () => {
  const [first] = makeOfficeScreens()
  if (!first) throw new Error('no screen')
  const { section } = await renderSection(
    Array.from({ length: limits.office_screens_max }, (_, number) => ({
      ...first,
      id: `00000000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
    })),
  )
  await section.findByText(/up to 20 screens/)
  expect(section.getByRole('button', { name: 'Add a screen' })).toHaveProperty('disabled', true)
})
