import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Group } from '#contract/schemas/groups.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeConfig, makeGroup, makePerson } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  neverAnswer,
  pageOf,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

const onePage = <Item,>(items: Item[]) => ({ items, next_cursor: null })

const administrator = makeConfig()
const support = () => makeGroup({ name: 'Support', path: ['Operations'] })

const renderGroups = (groups: Group[] = [makeGroup(), support()]) =>
  renderApp('/settings/groups', {
    config: administrator,
    api: { 'groups.list': () => onePage(groups), 'people.list': () => [] },
  })
const renderGroup = (group: Group) =>
  renderApp(`/groups/${group.id}`, {
    api: {
      'groups.get': () => group,
      'posts.list': () => pageOf([], null),
      'groups.members': () =>
        onePage([
          {
            ...makePerson({ first_name: 'Ada', last_name: 'Reed', name: 'Ada Reed' }),
            group: null,
          },
          {
            ...makePerson({ first_name: 'Bo', last_name: 'Lind', name: 'Bo Lind' }),
            group: { id: makeGroup().id, kind: 'department' as const, name: 'Mail' },
          },
        ]),
      'people.list': () =>
        toFoundPeople(makePerson({ first_name: 'Cleo', last_name: 'Park', name: 'Cleo Park' })),
      'groups.add_members': () => group,
      'groups.remove_members': () => group,
      'groups.delete': () => undefined,
      'groups.list': () => onePage([]),
    },
  })

test('an address with a search of digits narrows the list of groups', async () => {
  await renderApp('/settings/groups?search=2024', {
    config: administrator,
    api: { 'groups.list': () => onePage([]) },
  })
  const search = await screen.findByRole('searchbox', { name: 'Search groups' })
  expect(search).toHaveProperty('value', '2024')
  expect(callsTo('groups.list').at(-1)?.query).toMatchObject({ search: '2024' })
})

test('the kind and the search narrow the list of groups', async () => {
  const { user } = await renderGroups()
  await screen.findByRole('link', { name: 'Operations' })
  await user.click(screen.getByRole('radio', { name: 'Teams' }))
  await waitFor(() => expect(callsTo('groups.list').at(-1)?.query).toMatchObject({ kind: 'team' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'cho')
  await waitFor(() =>
    expect(callsTo('groups.list').at(-1)?.query).toMatchObject({ kind: 'team', search: 'cho' }),
  )
})

test('the list of groups is searched after a pause of the typing', async () => {
  const { user } = await renderGroups()
  await screen.findByRole('link', { name: 'Operations' })
  await user.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'choir')
  const listSearches = () => callsTo('groups.list').flatMap(({ query }) => query.search ?? [])
  await waitFor(() => expect(listSearches()).toContain('choir'))
  expect(listSearches()).toEqual(['choir'])
})

test('the list of groups stays narrowed on the way back from a group', async () => {
  const { user, router } = await renderGroups()
  await user.click(screen.getByRole('radio', { name: 'Teams' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'cho')
  await waitFor(() => expect(callsTo('groups.list').at(-1)?.query).toMatchObject({ search: 'cho' }))
  serve({
    'groups.get': neverAnswer,
    'groups.members': neverAnswer,
    'posts.list': neverAnswer,
  })
  await user.click(await screen.findByRole('link', { name: 'Operations' }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/groups\//))
  await act(async () => router.history.back())
  expect(await screen.findByRole('searchbox', { name: 'Search groups' })).toHaveProperty(
    'value',
    'cho',
  )
  expect(screen.getByRole('radio', { name: 'Teams' })).toHaveProperty('checked', true)
})

test('the link of the settings to the groups lists all of them again', async () => {
  const { user } = await renderGroups()
  const search = await screen.findByRole('searchbox', { name: 'Search groups' })
  await user.type(search, 'cho')
  await waitFor(() => expect(callsTo('groups.list').at(-1)?.query).toMatchObject({ search: 'cho' }))
  await user.click(screen.getByRole('link', { name: 'Groups' }))
  await waitFor(() => expect(search).toHaveProperty('value', ''))
})

test('a team without departments learns what groups are for', async () => {
  await renderGroups([])
  await screen.findByRole('heading', { name: 'No departments yet' })
})

test('a new group is sent with its kind', async () => {
  const { user, fill } = await renderGroups()
  await user.click(await screen.findByRole('button', { name: 'Add a group' }))
  const dialog = await findDialog('Add a group')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind of group' }), 'team')
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Choir')
  serve({ 'groups.create': () => makeGroup({ kind: 'team', name: 'Choir' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('groups.create').at(-1)?.body).toEqual({
      kind: 'team',
      name: 'Choir',
      parent_id: null,
      owner_ids: [],
      rule: null,
    }),
  )
})

test('errors of a group appear at their fields', async () => {
  const { user } = await renderGroups()
  await user.click(await screen.findByRole('button', { name: 'Edit Support' }))
  const dialog = await findDialog('Edit Support')
  serve({ 'groups.update': () => refuse('not_unique', { field: 'name' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Must be unique')
  serve({ 'groups.update': () => refuse('group_circle', { field: 'parent_id' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('A department can’t be part of itself')
  expect(dialog.queryByText('Must be unique')).toBeNull()
})

test('a new name keeps the owners that someone else has added', async () => {
  const group = makeGroup({ name: 'Choir', kind: 'team' })
  const { user, fill, client } = await renderGroup(group)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = await findDialog()
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Band')
  const changed = { ...group, owners: [makePerson()] }
  serve({ 'groups.get': () => changed, 'groups.update': () => changed })
  await act(() => client.invalidateQueries({ queryKey: queryKey('groups', 'detail') }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Group saved.')
  expect(callsTo('groups.update').map(({ body }) => body)).toEqual([{ name: 'Band' }])
})

test('deleting a department says what happens to those within it', async () => {
  const { user } = await renderGroups()
  await user.click(await screen.findByRole('button', { name: 'Delete Operations' }))
  const dialog = await findDialog('Delete Operations?')
  dialog.getByText(/Departments within it move up/)
  serve({ 'groups.delete': () => undefined })
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Group deleted.')
})

test('a member sees the people of a group without changing them', async () => {
  const abilities = { edit: false, change_members: false }
  await renderGroup(makeGroup({ abilities }))
  const list = await screen.findByText('Bo Lind')
  expect(within(list.closest('li') as HTMLElement).getByText('Mail')).toBeDefined()
  for (const name of ['Edit', 'Delete', 'Add people', 'Remove Ada Reed from the group'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('an owner adds and removes people', async () => {
  const group = makeGroup({ kind: 'team', abilities: { edit: false, change_members: true } })
  const { user } = await renderGroup(group)
  await user.click(await screen.findByRole('button', { name: 'Remove Ada Reed from the group' }))
  await screen.findByText('Removed from the group.')
  expect(callsTo('groups.remove_members')).toHaveLength(1)
  // People of a department below are removed there.
  expect(screen.queryByRole('button', { name: 'Remove Bo Lind from the group' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add people' }))
  const dialog = await findDialog('Add people to Operations')
  await user.click(dialog.getByRole('combobox', { name: 'People' }))
  await user.click(await dialog.findByRole('option', { name: /Cleo Park/ }))
  await user.click(dialog.getByRole('button', { name: 'Add people' }))
  await screen.findByText('People added.')
  expect(callsTo('groups.add_members').at(-1)?.body.user_ids).toHaveLength(1)
})

test('administrators can add themselves to a group', async () => {
  const { user } = await renderGroup(makeGroup({ kind: 'team' }))
  await user.click(await screen.findByRole('button', { name: 'Add people' }))
  const dialog = await findDialog('Add people to Operations')
  await user.type(dialog.getByRole('combobox', { name: 'People' }), 'alb')
  await user.click(await dialog.findByRole('option', { name: /^Nora Albrecht/ }))
  await user.click(dialog.getByRole('button', { name: 'Add people' }))
  await screen.findByText('People added.')
})

test('an unknown group shows the usual page', async () => {
  await renderApp(`/groups/${makeGroup().id}`, {
    api: { 'groups.get': () => refuse('not_found') },
  })
  await screen.findByRole('heading', { name: 'Nothing to see here' })
})

test('a search narrows the posts of a group', async () => {
  const group = makeGroup()
  const { user } = await renderGroup(group)
  await user.type(await screen.findByRole('searchbox', { name: 'Search these posts' }), 'launch')
  await waitFor(() =>
    expect(callsTo('posts.list').at(-1)?.query).toMatchObject({
      group_id: group.id,
      search: 'launch',
    }),
  )
  await screen.findByText('No posts match your search')
})

test('a failed refetch of a group keeps the open form', async () => {
  const group = makeGroup({ name: 'Choir', kind: 'team' })
  const { user, fill, client } = await renderGroup(group)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = await findDialog()
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await fill(name, 'Band')
  serve({ 'groups.get': () => refuse('unknown') })
  await act(() => client.invalidateQueries({ queryKey: queryKey('groups', 'detail') }))
  await waitFor(() =>
    expect(client.getQueryState(queryKey('groups', 'detail', group.id))?.status).toBe('error'),
  )
  expect(name.isConnected).toBe(true)
  expect(name.value).toBe('Band')
})

test('words searched in the posts of a group do not stay for another', async () => {
  const [operations, sales] = [makeGroup(), makeGroup({ name: 'Sales' })]
  const { fill, router } = await renderGroup(operations)
  await screen.findByRole('heading', { name: operations.name, level: 1 })
  serve({ 'groups.get': () => sales })
  await act(() => router.navigate({ to: '/groups/$id', params: { id: sales.id } }))
  await screen.findByRole('heading', { name: 'Sales', level: 1 })
  const search = () => screen.getByRole('searchbox', { name: 'Search these posts' })
  await fill(search(), 'fair')
  await act(async () => router.history.back())
  await screen.findByRole('heading', { name: operations.name, level: 1 })
  expect(search()).toHaveProperty('value', '')
})
