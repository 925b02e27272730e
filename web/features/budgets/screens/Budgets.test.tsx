import { toFoundPeople } from '#tests/support/found-people.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Budget, BudgetMovement } from '#contract/schemas/budgets.ts'
import { makeAudience } from '#tests/support/audience-data.ts'
import { makeBudget as makeOwnedBudget } from '#tests/support/budget-data.ts'
import { makeConfig, makeGroup, makePermissions, makePerson } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const ada = makePerson({ first_name: 'Ada', last_name: 'Lind', name: 'Ada Lind' })
const makeBudget = (fields: Partial<Budget> = {}) => makeOwnedBudget({ owners: [ada], ...fields })
const support = makeBudget()
const operations = makeBudget({ name: 'Operations', period: 'once', period_end: null, left: 0 })
const party = makeBudget({ name: 'Party', closed_at: '2031-11-03T09:00:00.000Z' })

const member = makeConfig({
  user: { ...makeConfig().user, id: ada.id },
  permissions: makePermissions(),
  abilities: [],
  has_budgets: true,
})
let movementsMade = 0
const makeMovement = (fields: Partial<BudgetMovement>): BudgetMovement => ({
  id: String((movementsMade += 1)),
  type: 'budget_funded',
  points: 1_000,
  reason: '',
  actor: ada,
  post_id: null,
  other_budget: null,
  created_at: '2031-12-01T00:00:00.000Z',
  ...fields,
})

const render = (
  budgets: Budget[],
  path = '/settings/budgets',
  config = makeConfig(),
  movements: BudgetMovement[] = [],
) =>
  renderApp(path, {
    config,
    api: {
      'budgets.list': () => budgets,
      'budgets.movements': ({ query }) =>
        query.cursor
          ? { items: [makeMovement({ actor: null })], next_cursor: null }
          : { items: movements, next_cursor: movements.length ? '5' : null },
      'audiences.preview': () => ({ count: 7, people: [makePerson({ name: 'Ada Reed' })] }),
      'groups.list': () => ({ items: [makeGroup({ name: 'Sales' })], next_cursor: null }),
      'people.list': () => toFoundPeople(ada),
      'organization.team': () => ({ items: [], next_cursor: null, total: 0, unthanked: 0 }),
    },
  })

/** Fills the name, the points and the owner of a new budget. */
async function fillNewBudget({ user, fill }: Awaited<ReturnType<typeof render>>) {
  await user.click(await screen.findByRole('button', { name: 'Add a budget' }))
  const dialog = await findDialog('Add a budget')
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Support')
  await fill(dialog.getByRole('textbox', { name: 'Points' }), '1,000')
  await user.click(dialog.getByRole('combobox', { name: 'Owners' }))
  await user.click(await dialog.findByRole('option', { name: /^Ada Lind/ }))
  return dialog
}

/** Opens an entry of the menu of the first budget. */
async function openAction({ user }: Awaited<ReturnType<typeof render>>, name: string) {
  await user.click(await screen.findByRole('button', { name: 'More actions for Support' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('open budgets show what is left, and closed ones are folded', async () => {
  await render([support, operations, party])
  const list = within(await screen.findByRole('list', { name: 'Budgets' }))
  list.getByText('320 of 1,000 left')
  list.getByText('until Dec 31, 2031')
  list.getByText('1,000 points every month')
  list.getByText('0 of 1,000 left')
  expect(list.queryByText('Party')).toBeNull()
  const closed = screen.getByText('Closed budgets (1)').closest('details')
  expect(closed?.open).toBe(false)
  within(closed as HTMLElement).getByText('closed Nov 3, 2031')
})

test('the first budget is created from the empty page with its audiences', async () => {
  const app = await render([])
  const { user, fill } = app
  const dialog = await fillNewBudget(app)
  await user.click(dialog.getByRole('radio', { name: 'Carries over' }))
  await fill(dialog.getByRole('textbox', { name: /^Carry over up to/ }), '50')
  await user.click(dialog.getByRole('radio', { name: 'Other people too' }))
  await dialog.findByText('7 people match')
  await user.click(dialog.getByRole('switch', { name: /^Managers only/ }))
  serve({ 'budgets.create': () => support })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Budget saved.')
  expect(callsTo('budgets.create').at(-1)?.body).toMatchObject({
    name: 'Support',
    points: 1_000,
    period: 'month',
    ends_on: null,
    carry_over_max: 50,
    owner_ids: [ada.id],
    givers: { managers_only: true },
  })
})

test('a rest that carries over needs its points', async () => {
  const app = await render([])
  const dialog = await fillNewBudget(app)
  await app.user.click(dialog.getByRole('radio', { name: 'Carries over' }))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('required')
  expect(callsTo('budgets.create')).toHaveLength(0)
})

test('an unreadable rest does not block a budget of one time', async () => {
  const app = await render([])
  const { user, fill } = app
  const dialog = await fillNewBudget(app)
  await user.click(dialog.getByRole('radio', { name: 'Carries over' }))
  await fill(dialog.getByRole('textbox', { name: /^Carry over up to/ }), 'half')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Add points' }), 'once')
  serve({ 'budgets.create': () => operations })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Budget saved.')
  expect(callsTo('budgets.create').at(-1)?.body).toMatchObject({ carry_over_max: 0 })
})

test('a budget of one time has a last day and carries nothing over', async () => {
  const app = await render([])
  const { user } = app
  const dialog = await fillNewBudget(app)
  await user.click(dialog.getByRole('radio', { name: 'Carries over' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Add points' }), 'once')
  expect(dialog.queryByRole('radio', { name: 'Carries over' })).toBeNull()
  await user.type(dialog.getByLabelText('Last day'), '2031-12-31')
  serve({ 'budgets.create': () => support })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('budgets.create').at(-1)?.body).toMatchObject({
      period: 'once',
      ends_on: '2031-12-31',
      carry_over_max: 0,
    }),
  )
})

test('saving a budget sends only its changed fields', async () => {
  const { client, user, fill } = await render([support])
  serve({ 'budgets.update': () => support })
  await user.click(await screen.findByRole('button', { name: 'Edit Support' }))
  const dialog = await findDialog('Edit Support')
  serve({ 'budgets.list': () => [{ ...support, points: 2_000, owners: [] }] })
  await act(() => client.refetchQueries())
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Help desk')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Budget saved.')
  expect(callsTo('budgets.update').map(({ body }) => body)).toEqual([{ name: 'Help desk' }])
})

test.each([
  ['not_unique', 'name', 'Name'],
  ['user_not_found', 'owner_ids', 'Owners'],
] as const)('the error %s appears at the field of the budget', async (code, field, label) => {
  const { user } = await render([support])
  await user.click(await screen.findByRole('button', { name: 'Edit Support' }))
  const dialog = await findDialog('Edit Support')
  serve({ 'budgets.update': () => refuse(code, { field }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(dialog.getByLabelText(label, { selector: 'input' }).getAttribute('aria-invalid')).toBe(
      'true',
    ),
  )
})

test('an audience without people shows the error at its fields', async () => {
  const { user } = await render([makeBudget({ recipients: makeAudience({ managers_only: true }) })])
  await user.click(await screen.findByRole('button', { name: 'Edit Support' }))
  const dialog = await findDialog('Edit Support')
  serve({ 'budgets.update': () => refuse('audience_empty', { field: 'recipients' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await within(dialog.getByRole('group', { name: 'Who may receive these points' })).findByText(
    'This matches no one',
  )
})

test('points are returned with a reason, and too many are refused at the field', async () => {
  const app = await render([support, operations])
  const { user, fill } = app
  await openAction(app, 'Add or return points')
  const dialog = await findDialog('Add or return points: Support')
  await user.click(dialog.getByRole('radio', { name: 'Return' }))
  await fill(dialog.getByRole('textbox', { name: 'Points' }), '321')
  await fill(dialog.getByRole('textbox', { name: 'Reason' }), 'A quiet month')
  serve({
    'budgets.fund': () => refuse('budget_overdrawn', { field: 'points', params: { left: 320 } }),
  })
  await user.click(dialog.getByRole('button', { name: 'Return' }))
  await dialog.findByText('Points left in this budget: 320')
  serve({ 'budgets.fund': () => support })
  await fill(dialog.getByRole('textbox', { name: 'Points' }), '20')
  await user.click(dialog.getByRole('button', { name: 'Return' }))
  await screen.findByText('Points returned.')
  expect(callsTo('budgets.fund').at(-1)?.body).toEqual({ points: -20, reason: 'A quiet month' })
})

test('points move to a budget that is chosen', async () => {
  const app = await render([support, operations, makeBudget({ name: 'Sales' }), party])
  const { user, fill } = app
  await openAction(app, 'Move points')
  const dialog = await findDialog('Move points from Support')
  const target = dialog.getByRole('combobox', { name: 'To this budget' })
  expect(
    within(target)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Choose a budget', 'Operations', 'Sales'])
  await user.selectOptions(target, 'Operations')
  await fill(dialog.getByRole('textbox', { name: 'Points' }), '20')
  await fill(dialog.getByRole('textbox', { name: 'Reason' }), 'Help with the fair')
  serve({ 'budgets.move': () => support })
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await screen.findByText('Points moved.')
  expect(callsTo('budgets.move').at(-1)).toMatchObject({
    params: { id: support.id },
    body: { to_budget_id: operations.id, points: 20, reason: 'Help with the fair' },
  })
})

test('closing a budget says how many points return', async () => {
  const app = await render([support])
  await openAction(app, 'Close the budget')
  const dialog = await findDialog('Close Support?')
  dialog.getByText(/^320 points return/)
  serve({ 'budgets.close': () => party })
  await app.user.click(dialog.getByRole('button', { name: 'Close' }))
  await screen.findByText('Budget closed.')
})

test('an owner reads the history and moves points to another budget', async () => {
  const post = makePerson().id
  const { user } = await render([support, operations], `/budgets/${support.id}`, member, [
    makeMovement({ type: 'post', points: -20, post_id: post }),
    makeMovement({
      type: 'budget_moved',
      points: -50,
      reason: 'Help',
      other_budget: { id: operations.id, name: 'Operations' },
    }),
    makeMovement({
      type: 'budget_moved',
      points: 30,
      other_budget: { id: operations.id, name: 'Operations' },
    }),
  ])
  await screen.findByRole('heading', { name: 'Support', level: 1 })
  await screen.findByText('Post by Ada Lind')
  expect(screen.getByRole('link', { name: 'Show the post' }).getAttribute('href')).toBe(
    `/posts/${post}`,
  )
  screen.getByText('Moved to Operations')
  screen.getByText('Moved from Operations')
  screen.getByText('-50')
  screen.getByText('+30')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Points of a new period')
  expect(callsTo('budgets.movements').at(-1)?.query.cursor).toBe('5')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Move points' }))
  await findDialog('Move points from Support')
})

test('a budget that the reader may not see is not found', async () => {
  await render([support], `/budgets/${operations.id}`, member)
  await screen.findByRole('heading', { name: 'Nothing to see here' })
})

test('my team lists the open budgets that the reader owns', async () => {
  await render([support, party, makeBudget({ name: 'Sales', owners: [] })], '/my-team', member)
  const card = (await screen.findByRole('heading', { name: 'Your budgets' })).parentElement
  const links = within(card as HTMLElement).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/budgets/${support.id}`])
})
