import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ListedMember } from '#contract/schemas/users.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeConfig, makeGroup, makeMember, makePerson } from '#tests/support/web-data.ts'
import { callsTo, findDialog, loseConnection, renderApp, serve } from '#tests/support/render.tsx'

beforeEach(() => localStorage.clear())
const make = (name: string, fields: Partial<ListedMember> = {}) =>
  makeMember({ first_name: name, last_name: 'Roe', name: `${name} Roe`, ...fields })
const team = () => ['Ada', 'Bo', 'Cy', 'Dee'].map((name) => make(name))

async function renderGrid(
  members = team(),
  { path = '/settings/team', total = members.length, next = null as string | null } = {},
) {
  const app = await renderApp(path, {
    config: makeConfig(),
    api: {
      'users.list': ({ query }) => ({
        items: members,
        next_cursor: query.cursor ? null : next,
        counts: { pending: 0, accepted: total, deactivated: 0 },
      }),
      'users.ids': () => ({
        ids: Array.from({ length: total }, (_, n) => members[n]?.id ?? makeMember().id),
      }),
      'users.invite_many': ({ body }) => ({
        results: body.ids.map((id) => ({ id, outcome: 'done' as const, code: null })),
      }),
      'users.update_many': ({ body }) => ({
        results: body.ids.map((id) => ({ id, outcome: 'done' as const, code: null })),
      }),
      'users.permissions_many': ({ body }) => ({
        results: body.ids.map((id) => ({ id, outcome: 'done' as const, code: null })),
      }),
    },
  })
  await screen.findByRole('table', { name: 'Team' })
  const press = (name: string | RegExp) => app.user.click(screen.getByRole('button', { name }))
  return { ...app, press, members }
}
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name} Roe` })
const lastQuery = () => callsTo('users.list').at(-1)?.query

test('a column head sorts ascending, then descending', async () => {
  const { press } = await renderGrid()
  const head = () => screen.getByRole('columnheader', { name: 'Balance' })
  expect(head().getAttribute('aria-sort')).toBe('none')
  await press('Balance')
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'balance' }))
  expect(head().getAttribute('aria-sort')).toBe('ascending')
  await press('Balance')
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'balance', order: 'desc' }))
  expect(head().getAttribute('aria-sort')).toBe('descending')
})

test('filters narrow the list and can be cleared together', async () => {
  const { user, press } = await renderGrid()
  await press('Invited more than 7 days ago')
  await waitFor(() => expect(lastQuery()).toMatchObject({ invited: 'long_ago' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Permissions' }), 'any')
  await waitFor(() => expect(lastQuery()).toMatchObject({ invited: 'long_ago', permission: 'any' }))
  await press('Clear filters')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull())
  expect(
    screen
      .getByRole('button', { name: 'Invited more than 7 days ago' })
      .getAttribute('aria-pressed'),
  ).toBe('false')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Permissions' }).value).toBe('')
})

test('pages show their position and link to the previous page', async () => {
  const { press } = await renderGrid(team(), { total: 54, next: 'second' })
  screen.getByText('1–4 of 54')
  await press('Next page')
  await screen.findByText('51–54 of 54')
  expect(lastQuery()).toMatchObject({ cursor: 'second' })
  await press('Previous page')
  await screen.findByText('1–4 of 54')
})

test('a click with Shift selects a range of rows', async () => {
  const { user } = await renderGrid()
  await user.click(box('Ada'))
  fireEvent.click(box('Cy'), { shiftKey: true })
  await screen.findByText('3 selected')
  await user.click(box('Bo'))
  await screen.findByText('2 selected')
  await user.click(screen.getByRole('checkbox', { name: 'Select everyone on this page' }))
  await screen.findByText('4 selected')
})

test('members of all pages are selected and invited in calls of 200', async () => {
  const { user, press } = await renderGrid(team(), { total: 294 })
  await user.click(box('Ada'))
  await press('Select all 294')
  await screen.findByText('294 selected')
  await press('Send invites')
  await screen.findByText('294 invites are on their way.')
  const calls = callsTo('users.invite_many')
  expect(calls.map(({ body }) => body.ids.length)).toEqual([200, 94])
  expect(new Set(calls.map(({ key }) => key)).size).toBe(2)
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
})

test('selected members are exported in the chosen format', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user, members } = await renderGrid()
  serve({ 'users.export': () => 'a workbook' })
  await user.click(box('Ada'))
  await user.click(box('Cy'))
  const selection = within(screen.getByRole('region', { name: 'Selected people' }))
  await user.click(selection.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  expect(callsTo('users.export').map(({ query, body }) => [query, body])).toEqual([
    [{ format: 'xlsx', bom: '1' }, { ids: [members[0]?.id, members[2]?.id] }],
  ])
})

test('skipped members stay selected and show the reason', async () => {
  const { user, press, members } = await renderGrid()
  serve({
    'users.update_many': ({ body }) => ({
      results: body.ids.map((id) =>
        id === members[0]?.id
          ? { id, outcome: 'refused' as const, code: 'last_administrator' }
          : { id, outcome: 'done' as const, code: null },
      ),
    }),
  })
  await user.click(screen.getByRole('checkbox', { name: 'Select everyone on this page' }))
  await press('Deactivate')
  const question = await findDialog()
  question.getByText('Deactivate 4 people?')
  await user.click(question.getByRole('button', { name: 'Deactivate' }))
  const summary = within(await screen.findByRole('dialog', { name: 'Some people were skipped' }))
  summary.getByText('3 people have been deactivated.')
  summary.getByText(/no one else has one of their permissions/)
  expect(callsTo('users.update_many').at(-1)?.body).toMatchObject({ state: 'deactivated' })
  await user.click(summary.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
  await screen.findByText('1 selected')
})

test('a change continues with the same key after a lost connection', async () => {
  const { user, press } = await renderGrid()
  await user.click(box('Ada'))
  serve({ 'users.invite_many': loseConnection })
  await press('Send invites')
  await screen.findByRole('button', { name: 'Continue' })
  serve({
    'users.invite_many': ({ body }) => ({
      results: body.ids.map((id) => ({ id, outcome: 'done' as const, code: null })),
    }),
  })
  await press('Continue')
  await screen.findByText('1 invite is on its way.')
  const keys = callsTo('users.invite_many').map(({ key }) => key)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})

test('only selected permissions of several members change', async () => {
  const held = makeMember().abilities
  const members = team().map((one) => ({
    ...one,
    abilities: { ...held, fixed_permissions: { billing_administrator: 'not_held' as const } },
  }))
  const { user, press } = await renderGrid(members)
  await user.click(box('Ada'))
  await user.click(box('Bo'))
  await press('Permissions')
  const dialog = await findDialog()
  const group = (name: string) => within(dialog.getByRole('group', { name }))
  expect(
    group('Billing administrator')
      .getByRole<HTMLInputElement>('radio', { name: 'Give' })
      .matches(':disabled'),
  ).toBe(true)
  await user.click(group('Rewards administrator').getByRole('radio', { name: 'Give' }))
  await user.click(group('Global administrator').getByRole('radio', { name: 'Remove' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Permissions of 2 people have been updated.')
  expect(callsTo('users.permissions_many').at(-1)?.body.permissions).toEqual({
    rewards_administrator: true,
    global_administrator: false,
  })
})

test('an empty limit restores the limit of the team', async () => {
  const { user, press, fill } = await renderGrid()
  await user.click(box('Ada'))
  await press('Limits')
  const dialog = await findDialog()
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  await user.click(dialog.getByRole('switch', { name: 'Points per post' }))
  await fill(dialog.getByRole('textbox', { name: 'Points per post' }), '0')
  dialog.getByText(/^Must be between/)
  expect(save.disabled).toBe(true)
  await user.clear(dialog.getByRole('textbox', { name: 'Points per post' }))
  await user.click(save)
  await screen.findByText('Limits of 1 person have been updated.')
  expect(callsTo('users.update_many').at(-1)?.body).toMatchObject({
    limits: { limit_per_post: null },
  })
  expect(callsTo('users.update_many').at(-1)?.body.limits).not.toHaveProperty('limit')
})

test('columns, row height and saved views are stored', async () => {
  const { user, press } = await renderGrid(team(), { path: '/settings/team?sort=balance' })
  await press('Columns')
  await user.click(screen.getByRole('checkbox', { name: 'Joined' }))
  await user.click(screen.getByRole('checkbox', { name: 'Email' }))
  await user.click(screen.getByText('Compact'))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('columnheader', { name: 'Joined' })).toBeDefined()
  expect(screen.queryByRole('columnheader', { name: 'Email' })).toBeNull()
  expect(screen.getByRole('table').dataset['density']).toBe('compact')
  await press('Views')
  await user.type(screen.getByRole('textbox', { name: 'Save this view as' }), 'Rich')
  await press('Save')
  await screen.findByRole('button', { name: 'Remove the view “Rich”' })
  const stored = Object.entries(localStorage).find(([key]) => key.startsWith('team-list:'))?.[1]
  expect(JSON.parse(String(stored))).toMatchObject({
    density: 'compact',
    views: [{ name: 'Rich', view: { sort: 'balance' } }],
  })
})

test('the built-in view shows invitations older than 7 days', async () => {
  const { user, press } = await renderGrid()
  await press('Everyone')
  const dialog = within(await screen.findByRole('dialog', { name: 'Everyone' }))
  await user.click(dialog.getByRole('button', { name: 'Invited more than 7 days ago' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ state: 'pending', invited: 'long_ago' }))
})

test('changing a filter clears the selection', async () => {
  const { user, press } = await renderGrid()
  await user.click(box('Ada'))
  await press('Balance')
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'balance' }))
  screen.getByText('1 selected')
  await press('Never joined')
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
})

test('several members get a manager and a department at once', async () => {
  const boss = makePerson({ first_name: 'Cleo', last_name: 'Park', name: 'Cleo Park' })
  const department = makeGroup({ name: 'Design' })
  const { user, press } = await renderGrid()
  serve({
    'people.list': () => toFoundPeople(boss),
    'groups.list': () => ({ items: [department], next_cursor: null }),
  })
  await user.click(box('Ada'))
  await user.click(box('Bo'))
  await press('Department, manager')
  const dialog = await findDialog('Department and manager of 2 people')
  await user.click(dialog.getByRole('combobox', { name: 'Manager' }))
  await user.click(await dialog.findByRole('option', { name: /Cleo Park/ }))
  await user.click(dialog.getByRole('combobox', { name: 'Department' }))
  await user.click(await dialog.findByRole('option', { name: 'Design' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('2 people have been moved.')
  expect(callsTo('users.update_many').at(-1)?.body.organization).toEqual({
    manager_id: boss.id,
    department_id: department.id,
  })
})

test('departments, locations and managers are columns to choose', async () => {
  const manager = { id: makePerson().id, name: 'Cleo Park', avatar: { url: null } }
  const groups = [{ id: makeGroup().id, kind: 'department' as const, name: 'Design' }]
  const member = make('Ada')
  localStorage.clear()
  const { user, press } = await renderGrid([
    { ...member, organization: { ...member.organization, manager, groups } },
  ])
  expect(screen.queryByText('Design')).toBeNull()
  await press('Columns')
  await user.click(screen.getByRole('checkbox', { name: 'Department' }))
  await screen.findByText('Design')
  await user.click(screen.getByRole('checkbox', { name: 'Manager' }))
  await screen.findByText('Cleo Park')
  const heads = within(screen.getByRole('table'))
  await user.click(heads.getByRole('button', { name: 'Manager' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'manager' }))
})

test('a department filters the team, also in the address', async () => {
  const department = makeGroup({ name: 'Design' })
  const { user, router } = await renderGrid()
  serve({
    'groups.list': () => ({ items: [department], next_cursor: null }),
    'groups.get': () => department,
  })
  await user.click(screen.getByRole('combobox', { name: 'Department' }))
  await user.click(await screen.findByRole('option', { name: 'Design' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ group_id: department.id }))
  expect(router.state.location.search).toMatchObject({ group: department.id })
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Department' }).value).toBe(
      'Design',
    ),
  )
})
