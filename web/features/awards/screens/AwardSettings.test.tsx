import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Award } from '#contract/schemas/awards.ts'
import { makeAward } from '#tests/support/award-data.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'

const ada = makePerson({ first_name: 'Ada', last_name: 'Lind', name: 'Ada Lind' })
const hero = makeAward({
  points_min: 200,
  points_max: 500,
  yearly_max: 1,
  steps: [
    { from_points: 0, approver: 'receiver_manager', people: [] },
    { from_points: 300, approver: 'people', people: [ada] },
  ],
})

const render = (awards: Award[]) =>
  renderApp('/settings/awards', {
    api: {
      'awards.list': () => awards,
      'budgets.list': () => [],
      'audiences.preview': () => ({ count: 7, people: [ada] }),
      'people.list': () => toFoundPeople(ada),
    },
  })

test('awards show points, payer and steps, and archived ones are folded', async () => {
  const old = makeAward({ name: 'Summer star', archived_at: '2031-11-03T09:00:00.000Z' })
  await render([hero, old])
  const list = within(await screen.findByRole('list', { name: 'Awards' }))
  list.getByText('200–500 points')
  list.getByText('Issued points')
  list.getByText('Receiver’s manager → Ada Lind (from 300 points)')
  list.getByText('Once a year per person')
  expect(list.queryByText('Summer star')).toBeNull()
  const archived = screen.getByText('Archived awards (1)').closest('details')
  expect(archived?.open).toBe(false)
  within(archived as HTMLElement).getByText('archived Nov 3, 2031')
})

test('an idea fills the form, and the award is created', async () => {
  const { user } = await render([])
  await user.click(await screen.findByRole('button', { name: /Hero of the quarter/ }))
  const dialog = await findDialog('Add an award')
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty(
    'value',
    'Hero of the quarter',
  )
  serve({ 'awards.create': () => hero })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Award saved.')
  expect(callsTo('awards.create').at(-1)?.body).toMatchObject({
    name: 'Hero of the quarter',
    emoji: '🏆',
    points_min: 200,
    points_max: 500,
    budget_id: null,
    givers: {},
    yearly_max: 1,
    private: false,
    steps: [{ from_points: 0, approver: 'receiver_manager', user_ids: [] }],
  })
})

test('an award whose value was retired saves with the default value', async () => {
  const config = makeConfig()
  const { user } = await renderApp('/settings/awards', {
    config,
    api: { 'awards.list': () => [hero], 'budgets.list': () => [] },
  })
  await user.click(await screen.findByRole('button', { name: `Edit ${hero.name}` }))
  const dialog = await findDialog(`Edit ${hero.name}`)
  serve({ 'awards.update': () => hero })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Award saved.')
  expect(callsTo('awards.update').at(-1)?.body).toMatchObject({ value_id: config.values[0]?.id })
})

test('saving an award sends only its changed fields', async () => {
  const config = makeConfig()
  const award = { ...hero, value_id: config.values[0]?.id ?? '' }
  const { client, user, fill } = await renderApp('/settings/awards', {
    config,
    api: {
      'awards.list': () => [award],
      'awards.update': () => award,
      'budgets.list': () => [],
    },
  })
  await user.click(await screen.findByRole('button', { name: `Edit ${hero.name}` }))
  const dialog = await findDialog(`Edit ${hero.name}`)
  serve({ 'awards.list': () => [{ ...award, criteria: 'Ten years', yearly_max: 2 }] })
  await act(() => client.refetchQueries())
  await fill(dialog.getByRole('textbox', { name: 'At most' }), '600')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Award saved.')
  expect(callsTo('awards.update').map(({ body }) => body)).toEqual([{ points_max: 600 }])
})

test('the form asks for a name, points and the people of a step', async () => {
  const { user, fill } = await render([])
  await user.click(await screen.findByRole('button', { name: 'Add an award' }))
  const dialog = await findDialog('Add an award')
  await user.click(dialog.getByRole('button', { name: 'Add a step' }))
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Step 1: approved by' }),
    'Named people',
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const isInvalid = (field: HTMLElement) => field.getAttribute('aria-invalid')
  const people = dialog.getByRole('combobox', { name: 'People' })
  await waitFor(() => expect(isInvalid(people)).toBe('true'))
  expect(isInvalid(dialog.getByRole('textbox', { name: 'Name' }))).toBe('true')
  expect(isInvalid(dialog.getByRole('textbox', { name: 'Points' }))).toBe('true')
  expect(callsTo('awards.create')).toHaveLength(0)
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Spark')
  await fill(dialog.getByRole('textbox', { name: 'Points' }), '1,000')
  await fill(dialog.getByRole('textbox', { name: 'Step 1: from … points' }), '500')
  await user.click(people)
  await user.click(await dialog.findByRole('option', { name: /^Ada Lind/ }))
  serve({ 'awards.create': () => hero })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('awards.create').at(-1)?.body).toMatchObject({
      name: 'Spark',
      points_min: 1_000,
      points_max: 1_000,
      steps: [{ from_points: 500, approver: 'people', user_ids: [ada.id] }],
    }),
  )
})

test('the end of a range is not below its start', async () => {
  const { user, fill } = await render([hero])
  await user.click(await screen.findByRole('button', { name: `Edit ${hero.name}` }))
  const dialog = await findDialog(`Edit ${hero.name}`)
  await fill(dialog.getByRole('textbox', { name: 'At most' }), '100')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This must not be below the lower amount.')
  expect(callsTo('awards.update')).toHaveLength(0)
})

test('a refused name appears at its field', async () => {
  const { user } = await render([hero])
  await user.click(await screen.findByRole('button', { name: `Edit ${hero.name}` }))
  const dialog = await findDialog(`Edit ${hero.name}`)
  serve({ 'awards.update': () => refuse('not_unique', { field: 'name' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
  )
})

test('an award is archived after a confirmation', async () => {
  const { user } = await render([hero])
  await user.click(await screen.findByRole('button', { name: `Archive ${hero.name}` }))
  const dialog = await findDialog(`Archive ${hero.name}?`)
  serve({ 'awards.archive': () => hero })
  await user.click(dialog.getByRole('button', { name: 'Archive' }))
  await screen.findByText('Award archived.')
  expect(callsTo('awards.archive').at(-1)?.params).toEqual({ id: hero.id })
})
