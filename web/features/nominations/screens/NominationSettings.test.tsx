import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeRound } from '#tests/support/nomination-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'

const ada = makePerson({ first_name: 'Ada', last_name: 'Lind', name: 'Ada Lind' })
const render = (rounds: NominationRound[]) =>
  renderApp('/settings/nominations', {
    api: {
      'nominations.rounds': () => rounds,
      'budgets.list': () => [],
      'audiences.preview': () => ({ count: 7, people: [ada] }),
      'people.list': () => toFoundPeople(ada),
    },
  })

test('rounds show their phase and next step, and past ones are folded', async () => {
  const past = makeRound({
    name: 'Summer star',
    phase: 'announced',
    announced_at: '2031-08-01T09:00:00.000Z',
  })
  await render([makeRound({ nominations: 4 }), makeRound({ name: 'Old', phase: 'ended' }), past])
  const list = within(await screen.findByRole('list', { name: 'Nominations' }))
  list.getByText('Open')
  list.getByText('People nominate until Nov 16, 2031. Then the jury scores.')
  expect(list.getAllByText('200 points for each winner')).toHaveLength(2)
  expect(list.getByRole('link', { name: 'See the result Old' }).getAttribute('href')).toMatch(
    /^\/settings\/nominations\/./,
  )
  expect(list.queryByText('Summer star')).toBeNull()
  expect(screen.getByText('Past rounds (1)').closest('details')?.open).toBe(false)
})

test('a planned round whose value was retired saves with the default value', async () => {
  const config = makeConfig()
  const round = makeRound({ phase: 'planned' })
  const { user } = await renderApp('/settings/nominations', {
    config,
    api: { 'nominations.rounds': () => [round], 'budgets.list': () => [] },
  })
  await user.click(await screen.findByRole('button', { name: `Edit ${round.name}` }))
  const dialog = await findDialog(`Edit ${round.name}`)
  serve({ 'nominations.update_round': () => round })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Round saved.')
  expect(callsTo('nominations.update_round').at(-1)?.body).toMatchObject({
    value_id: config.values[0]?.id,
  })
})

test('an idea fills the form, and the round needs only a jury', async () => {
  const { user } = await render([])
  await user.click(await screen.findByRole('button', { name: /Colleague of the quarter/ }))
  const dialog = await findDialog('Create a round')
  await user.click(dialog.getByRole('button', { name: 'Create round' }))
  await dialog.findByText('Choose at least one juror')
  expect(callsTo('nominations.create_round')).toHaveLength(0)
  await user.click(dialog.getByRole('combobox', { name: 'Jurors' }))
  await user.click(await dialog.findByRole('option', { name: /^Ada Lind/ }))
  serve({ 'nominations.create_round': () => makeRound() })
  await user.click(dialog.getByRole('button', { name: 'Create round' }))
  await screen.findByText('Round saved.')
  expect(callsTo('nominations.create_round').at(-1)?.body).toMatchObject({
    name: 'Colleague of the quarter',
    nominee_kind: 'person',
    decision: 'jury',
    criteria: ['Impact of the work', 'Help for others'],
    juror_ids: [ada.id],
    questions: [{ label: 'Which of our values did they live?', kind: 'value', required: false }],
    winners_max: 1,
    points: 200,
    budget_id: null,
  })
})

test('a vote needs no jury, and a choice needs two answers', async () => {
  const { user, fill } = await render([])
  await user.click(await screen.findByRole('button', { name: 'Create a round' }))
  const dialog = await findDialog('Create a round')
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Best office')
  await user.click(dialog.getByRole('radio', { name: 'A vote' }))
  await user.click(dialog.getByRole('button', { name: 'Add a question' }))
  await fill(dialog.getByRole('textbox', { name: 'Question 1' }), 'Where?')
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Question 1: answer' }),
    'One of several choices',
  )
  const choices = dialog.getByRole('textbox', { name: 'Question 1: choices' })
  await fill(choices, 'Lisbon')
  await user.click(dialog.getByRole('button', { name: 'Create round' }))
  await dialog.findByText('Write at least two choices')
  await fill(choices, 'Lisbon\nBerlin\n')
  serve({ 'nominations.create_round': () => makeRound() })
  await user.click(dialog.getByRole('button', { name: 'Create round' }))
  await waitFor(() =>
    expect(callsTo('nominations.create_round').at(-1)?.body).toMatchObject({
      decision: 'vote',
      criteria: [],
      juror_ids: [],
      questions: [{ label: 'Where?', kind: 'choice', choices: ['Lisbon', 'Berlin'] }],
    }),
  )
})

test('unreadable months of nominees do not block a round of groups', async () => {
  const round = makeRound({ phase: 'planned' })
  const { user, fill } = await render([round])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = await findDialog(/^Edit/)
  const nominees = within(dialog.getByRole('radiogroup', { name: 'Who may be nominated' }))
  await user.click(nominees.getByRole('radio', { name: 'Some people' }))
  await fill(dialog.getByRole('textbox', { name: /^At least this many months/ }), 'six')
  await user.click(dialog.getByRole('radio', { name: 'Groups' }))
  serve({ 'nominations.update_round': () => round })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Round saved.')
  const body = callsTo('nominations.update_round').at(-1)?.body
  expect(body).toMatchObject({ nominee_kind: 'group' })
  // Everyone, as before.
  expect(body).not.toHaveProperty('nominees')
})

test('days out of order are refused at their field', async () => {
  const { user } = await render([makeRound({ phase: 'planned' })])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = await findDialog(/^Edit/)
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2031-11-01' } })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This day must not come before the one to its left')
  expect(callsTo('nominations.update_round')).toHaveLength(0)
})

test('after the start only texts, ends and the jury are enabled and sent', async () => {
  const { user, fill } = await render([makeRound()])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = await findDialog(/^Edit/)
  expect(dialog.getAllByText(/The round has started/).length).toBeGreaterThan(1)
  const sectionOf = (field: HTMLElement) => field.closest('fieldset')
  expect(sectionOf(dialog.getByRole('radio', { name: 'A vote' }))).toHaveProperty('disabled', true)
  expect(sectionOf(dialog.getByRole('combobox', { name: 'Jurors' }))).toHaveProperty(
    'disabled',
    false,
  )
  expect(dialog.getByLabelText('First day')).toHaveProperty('disabled', true)
  expect(dialog.getByLabelText('Last day')).toHaveProperty('disabled', false)
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Star of the quarter')
  serve({ 'nominations.update_round': () => makeRound() })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Round saved.')
  // Only the change, so that a colleague's change of the days or the jury stays.
  expect(callsTo('nominations.update_round').at(-1)?.body).toEqual({ name: 'Star of the quarter' })
})

test('an ended round changes only texts and what pays its points', async () => {
  const { user, fill } = await render([makeRound({ phase: 'ended' })])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = await findDialog(/^Edit/)
  for (const field of [
    dialog.getByLabelText('Last day'),
    dialog.getByLabelText('Decision until'),
    dialog.getByRole('combobox', { name: 'Jurors' }),
  ])
    expect(field.closest('fieldset')).toHaveProperty('disabled', true)
  const budget = dialog.getByRole('combobox', { name: 'Paid from' })
  expect(budget.closest('fieldset')).toHaveProperty('disabled', false)
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Star of the quarter')
  serve({ 'nominations.update_round': () => makeRound({ phase: 'ended' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Round saved.')
  expect(callsTo('nominations.update_round').at(-1)?.body).toEqual({ name: 'Star of the quarter' })
})

test('a refusal appears at its field', async () => {
  const { user } = await render([makeRound({ phase: 'planned' })])
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = await findDialog(/^Edit/)
  serve({ 'nominations.update_round': () => refuse('not_unique', { field: 'name' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
  )
})

test('rounds that cannot be loaded can be tried again', async () => {
  const { user } = await renderApp('/settings/nominations', {
    api: { 'nominations.rounds': () => refuse('unavailable') },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  serve({ 'nominations.rounds': () => [] })
  await user.click(retry)
  await screen.findByRole('heading', { name: 'No rounds yet' })
})
