import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Group } from '#contract/schemas/groups.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeAttribute } from '#tests/support/attribute-data.ts'
import { makeGroup, makePerson } from '#tests/support/web-data.ts'
import { callsTo, findDialog, pageOf, refuse, renderApp, serve } from '#tests/support/render.tsx'

const onePage = <Item,>(items: Item[]) => ({ items, next_cursor: null })
const days = makeAttribute()
const secret = makeAttribute({
  name: 'Shift',
  kind: 'text',
  options: [],
  visibility: 'administrators',
})
const design = makeGroup({ name: 'Design' })
const boss = makePerson({ first_name: 'Cleo', last_name: 'Park', name: 'Cleo Park' })

/** Opens the dialog of a group in the settings. */
async function openDialog(group: Group) {
  const app = await renderApp('/settings/groups', {
    api: {
      'attributes.list': () => [days, secret],
      'groups.list': ({ query }) => onePage(query['kind'] === 'department' ? [design] : [group]),
      'groups.preview_rule': () => ({ people: 12 }),
      'groups.update': () => group,
      'people.list': () => toFoundPeople(boss),
    },
  })
  await app.user.click(await screen.findByRole('radio', { name: 'Teams' }))
  await app.user.click(await screen.findByRole('button', { name: `Edit ${group.name}` }))
  const dialog = await findDialog(`Edit ${group.name}`)
  return {
    ...app,
    dialog,
    save: () => app.user.click(dialog.getByRole('button', { name: 'Save' })),
  }
}
const sentRule = () => callsTo('groups.update').at(-1)?.body.rule
const choir = () => makeGroup({ kind: 'team', name: 'Choir' })

test('a rule is built from departments, options and texts with a live count', async () => {
  const { user, dialog, save } = await openDialog(choir())
  await user.click(dialog.getByRole('radio', { name: 'By rule' }))
  await dialog.findByText('Choose at least one value for each condition.')
  dialog.getByText(/People who don’t meet the conditions leave/)
  await user.click(dialog.getByRole('combobox', { name: 'Is one of' }))
  await user.click(await dialog.findByRole('option', { name: 'Design' }))
  await dialog.findByText('12 people match')
  await user.click(dialog.getByRole('button', { name: 'Add a condition' }))
  await dialog.findAllByRole('option', { name: 'Office days' })
  const field = () => dialog.getAllByRole('combobox', { name: 'Detail' })[1] as HTMLElement
  await user.selectOptions(field(), 'Office days')
  await user.click(dialog.getAllByRole('combobox', { name: 'Is one of' })[1] as HTMLElement)
  await user.click(await dialog.findByRole('option', { name: 'Friday' }))
  await waitFor(() => expect(callsTo('groups.preview_rule')).toHaveLength(2))
  await save()
  await waitFor(() =>
    expect(sentRule()).toEqual([
      { field: 'department_id', values: [design.id] },
      { field: 'attribute', attribute_id: days.id, values: ['Friday'] },
    ]),
  )
})

test('a condition on what not everyone sees has a warning', async () => {
  const { user, dialog } = await openDialog(choir())
  await user.click(dialog.getByRole('radio', { name: 'By rule' }))
  await dialog.findByRole('option', { name: 'Shift' })
  expect(dialog.queryByText(/Everyone can see who is in a group/)).toBeNull()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Detail' }), 'Shift')
  await dialog.findByText(/Everyone can see who is in a group, and so learn about: Shift/)
})

test('a rule without values is not sent', async () => {
  const { user, dialog, save } = await openDialog(choir())
  await user.click(dialog.getByRole('radio', { name: 'By rule' }))
  await save()
  expect(callsTo('groups.update')).toHaveLength(0)
})

test('conditions of a rule can be changed and removed', async () => {
  const rule: Group['rule'] = [
    { field: 'job_title', attribute_name: '', values: [{ value: 'Nurse', name: 'Nurse' }] },
    { field: 'manager_id', attribute_name: '', values: [{ value: boss.id, name: 'Cleo Park' }] },
  ]
  const { user, dialog, save } = await openDialog({ ...choir(), managed_by: 'rule', rule })
  await dialog.findByText('12 people match')
  dialog.getByText('Cleo Park')
  await user.click(dialog.getByRole('button', { name: 'Remove condition 2' }))
  await user.type(dialog.getByRole('combobox', { name: 'Is one of' }), 'Doctor{Enter}')
  serve({ 'groups.update': () => refuse('user_not_found', { field: 'rule.0.values' }) })
  await save()
  await dialog.findByText('User not found')
  expect(sentRule()).toEqual([{ field: 'job_title', values: ['Nurse', 'Doctor'] }])
})

test('a group leaves its rule and keeps its people', async () => {
  const rule: Group['rule'] = [
    { field: 'country', attribute_name: '', values: [{ value: 'PT', name: 'PT' }] },
  ]
  const { user, dialog, save } = await openDialog({ ...choir(), managed_by: 'rule', rule })
  await user.click(dialog.getByRole('radio', { name: 'By hand' }))
  dialog.getByText(/Its people stay/)
  await save()
  await waitFor(() => expect(sentRule()).toBeNull())
})

test('the page of a group tells its rule in words', async () => {
  const rule: Group['rule'] = [
    {
      field: 'country',
      attribute_name: '',
      values: [
        { value: 'PT', name: 'PT' },
        { value: 'DE', name: 'DE' },
      ],
    },
    {
      field: 'attribute',
      attribute_id: days.id,
      attribute_name: 'Office days',
      values: [{ value: 'Friday', name: 'Friday' }],
    },
  ]
  const group = { ...choir(), managed_by: 'rule' as const, rule }
  await renderApp(`/groups/${group.id}`, {
    api: {
      'groups.get': () => group,
      'groups.members': () => onePage([]),
      'posts.list': () => pageOf([], null),
    },
  })
  await screen.findByText('Kept by a rule')
  const texts = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(texts).toEqual(
    expect.arrayContaining(['Country: Portugal or Germany', 'Office days: Friday']),
  )
})
