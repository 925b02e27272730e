import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComposer } from '#tests/support/render-composer.ts'
import { makeConfig, makeGroup, makePerson } from '#tests/support/web-data.ts'

const config = makeConfig()
const members = [
  makePerson({ first_name: 'Ana', last_name: 'Lima' }),
  makePerson({ first_name: 'Ben', last_name: 'Ode' }),
  makePerson({ first_name: 'Cy', last_name: 'Pending', state: 'pending' }),
]

/** Renders the composer in a team with a group "Product design" of these people. */
const renderWithGroup = (people = members, count = people.length) =>
  renderComposer(config, {
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

test('a group that is too large says so and adds nobody', async () => {
  const many = Array.from({ length: 51 }, (_, n) =>
    makePerson({ first_name: `Person${n}`, last_name: 'Many' }),
  )
  const { user, input, composer } = await renderWithGroup(many)
  await user.type(input, '@des')
  await user.click(await screen.findByRole('option', { name: /Product design/ }))
  await screen.findByRole('option', { name: /Product design.*50 people at most/ })
  expect(composer.queryByRole('list', { name: 'People' })).toBeNull()
})
