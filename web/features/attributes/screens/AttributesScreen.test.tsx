import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Attribute } from '#contract/schemas/attributes.ts'
import { makeAttribute } from '#tests/support/attribute-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const renderAttributes = (attributes: Attribute[]) =>
  renderApp('/settings/attributes', { api: { 'attributes.list': () => attributes } })

test('a team without attributes learns what they are for', async () => {
  await renderAttributes([])
  await screen.findByRole('heading', { name: 'No attributes yet' })
})

test('a new list is sent with one option from each line', async () => {
  const { user, fill } = await renderAttributes([])
  await user.click(await screen.findByRole('button', { name: 'Add an attribute' }))
  const dialog = await findDialog('Add an attribute')
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Languages')
  expect(dialog.queryByRole('textbox', { name: 'Options' })).toBeNull()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'list')
  await fill(dialog.getByRole('textbox', { name: 'Options' }), ' English, spoken\n\nSpanish \n')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Who sees it' }), 'everyone')
  serve({ 'attributes.create': () => makeAttribute() })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Attribute saved.')
  expect(callsTo('attributes.create').at(-1)?.body).toEqual({
    name: 'Languages',
    kind: 'list',
    options: ['English, spoken', 'Spanish'],
    visibility: 'everyone',
  })
})

test('an option that someone has is named at the options', async () => {
  const { user } = await renderAttributes([makeAttribute()])
  await user.click(await screen.findByRole('button', { name: 'Edit Office days' }))
  const dialog = await findDialog('Edit Office days')
  expect(dialog.queryByRole('combobox', { name: 'Kind' })).toBeNull()
  const params = { option: 'Monday' }
  serve({ 'attributes.update': () => refuse('option_in_use', { field: 'options', params }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Someone still has “Monday”')
})

test('a save sends only what differs from the opened attribute', async () => {
  const { user, fill } = await renderAttributes([makeAttribute()])
  await user.click(await screen.findByRole('button', { name: 'Edit Office days' }))
  const dialog = await findDialog('Edit Office days')
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Days')
  serve({ 'attributes.update': () => makeAttribute() })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Attribute saved.')
  expect(callsTo('attributes.update').map(({ body }) => body)).toEqual([{ name: 'Days' }])
})

test('deleting an attribute asks first', async () => {
  const attribute = makeAttribute()
  const { user } = await renderAttributes([attribute])
  await user.click(await screen.findByRole('button', { name: 'Delete Office days' }))
  const dialog = await findDialog('Delete Office days?')
  serve({ 'attributes.delete': () => undefined })
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Attribute deleted.')
  await waitFor(() => expect(callsTo('attributes.delete')).toHaveLength(1))
})
