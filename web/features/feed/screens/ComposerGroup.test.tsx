import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { callsTo } from '#tests/support/render.tsx'
import { renderComposer } from '#tests/support/render-composer.ts'
import { makeConfig, makeGroup, makePerson } from '#tests/support/web-data.ts'

const config = makeConfig({ has_budgets: true })
const members = [
  makePerson({ first_name: 'Ana', last_name: 'Lima' }),
  makePerson({ first_name: 'Ben', last_name: 'Ode' }),
  makePerson({ first_name: 'Cy', last_name: 'Pending', state: 'pending' }),
]

const budget = {
  id: '00000000-0000-7000-8000-0000000000b1',
  name: 'Operations',
  left: 1_000,
  period_end: null,
  owned: true,
}

/** Renders the composer in a team with a group "Product design" of these people. */
const renderWithGroup = (people = members, count = people.length) =>
  renderComposer(config, {
    'profiles.budgets': () => [budget],
    'people.list': () => [],
    'groups.list': () => ({
      items: [makeGroup({ name: 'Product design', members: count })],
      next_cursor: null,
    }),
    'groups.members': () => ({
      items: [...people, config.user].map((person) => ({ ...person, group: null })),
      next_cursor: null,
    }),
  })

test('a group adds its accepted members except the sender', async () => {
  const { user, input, composer } = await renderWithGroup()
  await user.type(input, '@des')
  await user.click(await screen.findByRole('option', { name: /Product design.*3 people/ }))
  await waitFor(() => expect(input.value).toBe(''))
  const chosen = composer.getByRole('list', { name: 'People' })
  expect([...chosen.children].map((item) => item.querySelector('bdi')?.textContent)).toEqual([
    'Ana Lima',
    'Ben Ode',
  ])
  await composer.findByText('Uses 20 · 230 left')
})

const many = Array.from({ length: 51 }, (_, n) =>
  makePerson({ first_name: `Person${n}`, last_name: 'Many' }),
)

test('a group that is too large says so and adds nobody', async () => {
  const { user, input, composer } = await renderWithGroup(many)
  await user.type(input, '@des')
  await user.click(await screen.findByRole('option', { name: /Product design/ }))
  await screen.findByRole('option', { name: /Product design.*50 people at most/ })
  expect(composer.queryByRole('list', { name: 'People' })).toBeNull()
})

test('a budget pays for a larger group, which the draft names as a whole', async () => {
  const { user, input, composer } = await renderWithGroup(many)
  await user.click(input)
  const source = await composer.findByLabelText('Points from')
  await user.selectOptions(source, budget.id)
  await user.type(input, '@des')
  await user.click(await screen.findByRole('option', { name: /Product design/ }))
  await composer.findByRole('link', { name: 'Product design · 51' })
  await composer.findByText('Uses 510 · 490 left')
  await user.type(input, 'for the launch')
  // The allowance cannot pay for it.
  await user.selectOptions(source, '')
  await user.click(composer.getByRole('button', { name: /^Send( \d+)?$/ }))
  await composer.findByText('50 people at most')
  await user.selectOptions(source, budget.id)
  await user.click(composer.getByRole('button', { name: /^Send( \d+)?$/ }))
  const question = await screen.findByRole('group', { name: /^Which value does this show/ })
  const [first] = within(question).getAllByRole('button')
  if (first) await user.click(first)
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
  const { group_ids: groupIds, to_id: toId } = callsTo('posts.create')[0]?.body ?? {}
  expect([groupIds?.length, toId]).toEqual([1, []])
})

test('a group named as a whole takes the place of its people in the draft', async () => {
  const draft = { people: many.slice(0, 1), text: '', budget }
  const name = `laurel.draft.${config.workspace.id}.${config.user.id}`
  localStorage.setItem(name, JSON.stringify({ at: Date.now(), draft }))
  const { user, input, composer } = await renderWithGroup(many)
  await user.type(input, '@des')
  await user.click(await screen.findByRole('option', { name: /Product design/ }))
  await composer.findByRole('link', { name: 'Product design · 51' })
  await composer.findByText('Uses 510 · 490 left')
  expect(composer.queryByText('Person0 Many')).toBeNull()
})

test('a name pasted into a draft with 50 people stays in its text', async () => {
  const draft = { people: many.slice(0, 50), text: '' }
  const name = `laurel.draft.${config.workspace.id}.${config.user.id}`
  localStorage.setItem(name, JSON.stringify({ at: Date.now(), draft }))
  const { user, input, composer } = await renderComposer(config, {
    'profiles.budgets': () => [],
    'groups.list': () => ({ items: [], next_cursor: null }),
    'people.list': () => toFoundPeople(makePerson({ first_name: 'Camille', last_name: 'Durand' })),
  })
  await user.click(input)
  await user.paste('@Camille, for the release')
  await waitFor(() => expect(callsTo('people.list').length).toBeGreaterThan(0))
  await composer.findByText('50 people at most')
  expect(input.value).toBe('@Camille, for the release')
})
