import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeAttribute } from '#tests/support/attribute-data.ts'
import { makeMember } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const days = makeAttribute()
const size = makeAttribute({ name: 'Shirt size', kind: 'text', options: [] })
const badge = makeAttribute({ name: 'Badge', kind: 'text', options: [] })

const member = makeMember()
const valueOf = (attribute: typeof days, value: string, managed = false) => ({
  attribute_id: attribute.id,
  name: attribute.name,
  visibility: attribute.visibility,
  value,
  managed,
})
member.organization.attributes = [valueOf(badge, '7', true), valueOf(size, 'M')]

const renderTeam = () =>
  renderApp('/settings/team', {
    api: {
      'attributes.list': () => [badge, days, size],
      'users.list': () => ({
        items: [member],
        next_cursor: null,
        counts: { pending: 0, accepted: 1, deactivated: 0 },
      }),
      'users.update': () => member,
    },
  })
async function openDialog() {
  const app = await renderTeam()
  await app.user.click(await screen.findByRole('button', { name: /Camille Durand/ }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await findDialog(/Camille Durand/)
  return {
    ...app,
    dialog,
    save: () => app.user.click(dialog.getByRole('button', { name: 'Save' })),
  }
}

test('only changed attributes are sent, and an empty one clears', async () => {
  const { user, fill, dialog, save } = await openDialog()
  await user.click(await dialog.findByRole('combobox', { name: 'Office days' }))
  await user.click(await dialog.findByRole('option', { name: 'Friday' }))
  await fill(dialog.getByRole('textbox', { name: 'Shirt size' }), '')
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Badge' })
  expect(field.readOnly).toBe(true)
  await save()
  await waitFor(() =>
    expect(callsTo('users.update').at(-1)?.body).toEqual({
      organization: {
        attributes: [
          { attribute_id: size.id, value: '' },
          { attribute_id: days.id, value: 'Friday' },
        ],
      },
    }),
  )
})

test('the error of an attribute appears at its field', async () => {
  const { fill, dialog, save } = await openDialog()
  await fill(await dialog.findByRole('textbox', { name: 'Shirt size' }), 'XL')
  const error = { field: 'organization.attributes.0.value' }
  serve({ 'users.update': () => refuse('field_managed', error) })
  await save()
  await waitFor(() =>
    expect(
      dialog.getByRole('textbox', { name: 'Shirt size', description: /Another system/ }),
    ).toBeDefined(),
  )
})

test('an attribute is a column to choose', async () => {
  const { user } = await renderTeam()
  await user.click(await screen.findByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Shirt size' }))
  const grid = within(screen.getByRole('table'))
  grid.getByRole('columnheader', { name: 'Shirt size' })
  grid.getByText('M')
})
