import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedMember } from '#contract/schemas/users.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeConfig, makeGroup, makeMember, makePerson } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const onePage = <Item,>(items: Item[]) => ({ items, next_cursor: null })

const boss = makePerson({ first_name: 'Cleo', last_name: 'Park', name: 'Cleo Park' })
const design = makeGroup({ name: 'Design' })

/** Opens the dialog of a member. */
async function openDialog(organization: Partial<ListedMember['organization']> = {}) {
  const member = makeMember()
  const app = await renderApp('/settings/team', {
    config: makeConfig(),
    api: {
      'users.list': () => ({
        items: [{ ...member, organization: { ...member.organization, ...organization } }],
        next_cursor: null,
        counts: { pending: 0, accepted: 1, deactivated: 0 },
      }),
      'users.update': () => member,
      'people.list': () => toFoundPeople(boss),
      'groups.list': () => onePage([design]),
    },
  })
  await app.user.click(await screen.findByRole('button', { name: /Actions/ }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await findDialog(`Edit ${member.name}`)
  const save = () => app.user.click(dialog.getByRole('button', { name: 'Save' }))
  return { ...app, dialog, save }
}
const sent = () => callsTo('users.update').at(-1)?.body.organization

test('only changed fields of the organization are sent', async () => {
  const { user, fill, dialog, save } = await openDialog({ cost_center: 'CC 1' })
  await user.click(dialog.getByRole('combobox', { name: 'Manager' }))
  await user.click(await dialog.findByRole('option', { name: /Cleo Park/ }))
  await user.click(dialog.getByRole('combobox', { name: 'Department' }))
  await user.click(await dialog.findByRole('option', { name: 'Design' }))
  await fill(dialog.getByRole('textbox', { name: 'Employee number' }), ' E-1 ')
  await save()
  await waitFor(() =>
    expect(sent()).toEqual({
      manager_id: boss.id,
      department_id: design.id,
      employee_number: 'E-1',
    }),
  )
})

test('a leave is set, and its errors are at its days', async () => {
  const { fill, dialog, save } = await openDialog()
  await fill(dialog.getByLabelText('Away until'), '2026-06-30')
  await save()
  await dialog.findByText('Wrong format')
  expect(document.activeElement).toBe(dialog.getByLabelText('Away from'))
  await fill(dialog.getByLabelText('Away from'), '2026-06-01')
  await fill(dialog.getByLabelText('Away until'), '')
  await save()
  await waitFor(() => expect(sent()).toEqual({ away: { from: '2026-06-01', to: null } }))
})

test('a leave is ended, or read-only when another system keeps it', async () => {
  const away = { from: '2026-06-01', to: null }
  const { fill, dialog, save } = await openDialog({ away })
  await fill(dialog.getByLabelText('Away from'), '')
  await save()
  await waitFor(() => expect(sent()).toEqual({ away: null }))
  cleanup()
  const managed = await openDialog({ away, managed_fields: ['away'] })
  expect(managed.dialog.getByLabelText<HTMLInputElement>('Away from').readOnly).toBe(true)
})

test('a manager can be cleared', async () => {
  const manager = { id: boss.id, name: boss.name, avatar: { url: null } }
  const { user, dialog, save } = await openDialog({ manager })
  // The button of the field is for the mouse only; the keyboard chooses the manager again.
  await user.click(dialog.getByLabelText('Clear Manager'))
  await save()
  await waitFor(() => expect(sent()).toEqual({ manager_id: null }))
})

test('a circle is shown at the manager', async () => {
  const { user, dialog, save } = await openDialog()
  serve({ 'users.update': () => refuse('manager_circle', { field: 'organization.manager_id' }) })
  await user.click(dialog.getByRole('combobox', { name: 'Manager' }))
  await user.click(await dialog.findByRole('option', { name: /Cleo Park/ }))
  await save()
  await dialog.findByText('This person reports to them already')
})

test('fields of another system are read-only', async () => {
  const { dialog } = await openDialog({ cost_center: 'CC 1', managed_fields: ['cost_center'] })
  dialog.getByText('Managed by another system')
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Cost center' })
  expect(field.readOnly).toBe(true)
})

test('closed lists of countries and time zones hold the chosen option alone', async () => {
  const { user, dialog } = await openDialog({ country: 'DE', timezone: 'Europe/Berlin' })
  const listOptions = (name: string) =>
    within(dialog.getByRole('listbox', { name, hidden: true }))
      .queryAllByRole('option', { hidden: true })
      .map((option) => option.textContent)
  expect([listOptions('Country'), listOptions('Time zone')]).toEqual([
    ['Germany'],
    ['Europe/Berlin'],
  ])
  const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
  expect(field.value).toBe('Germany')
  await user.click(field)
  expect(listOptions('Country').length).toBeGreaterThan(200)
  await user.clear(field)
  await user.type(field, 'Norw')
  await user.click(await dialog.findByRole('option', { name: 'Norway' }))
  expect([field.value, listOptions('Country')]).toEqual(['Norway', ['Norway']])
})

test('a time zone is shown by any of its names', async () => {
  for (const timezone of ['Asia/Kolkata', 'Asia/Calcutta']) {
    const { dialog } = await openDialog({ timezone })
    const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' })
    expect(field.value).toBe(timezone)
    cleanup()
  }
})
