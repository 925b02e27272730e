import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OwnNomination, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeOwnNomination, makeOwnRound } from '#tests/support/nomination-data.ts'
import {
  callsTo,
  findDialog,
  refuse,
  renderApp,
  serve,
  unmountApp,
} from '#tests/support/render.tsx'
import { makeConfig, makePermissions, makePerson, nextId } from '#tests/support/web-data.ts'

const rosa = makePerson({ first_name: 'Rosa', last_name: 'Park', name: 'Rosa Park' })
const member = makeConfig({ permissions: makePermissions() })
const render = (round: OwnNominationRound, own: OwnNomination[] = []) =>
  renderApp(`/nominations/${round.id}`, {
    config: member,
    api: {
      'nominations.get': () => round,
      'nominations.own': () => own,
      'people.list': () => toFoundPeople(rosa),
    },
  })
const chooseRosa = async (user: { click: (element: Element) => Promise<void> }) => {
  await user.click(await screen.findByRole('combobox', { name: 'Colleague' }))
  await user.click(await screen.findByRole('option', { name: /^Rosa Park/ }))
}

test('a colleague is nominated with a reason, answers and what they get', async () => {
  const round = makeOwnRound({
    questions: [
      { label: 'What changed?', kind: 'text', required: true, choices: [] },
      { label: 'Where?', kind: 'choice', required: false, choices: ['Lisbon', 'Berlin'] },
    ],
  })
  const { user, fill } = await render(round)
  await user.click(await screen.findByRole('button', { name: 'Nominate' }))
  await screen.findByText('Choose a colleague')
  screen.getByText('Say in a few words why')
  const answer = screen.getByRole('textbox', { name: 'What changed?' })
  expect(answer.getAttribute('aria-invalid')).toBe('true')
  expect(callsTo('nominations.nominate')).toHaveLength(0)
  await chooseRosa(user)
  await fill(screen.getByRole('textbox', { name: 'Why' }), 'Calm through the outage')
  await fill(answer, 'Support slept well')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Where? (optional)' }), 'Lisbon')
  await user.click(screen.getByRole('checkbox', { name: 'The announcement may quote me' }))
  serve({
    'nominations.nominate': () => makeOwnNomination(),
    'nominations.own': () => [makeOwnNomination({ nominee: { user: rosa, group: null } })],
  })
  await user.click(screen.getByRole('button', { name: 'Nominate' }))
  await screen.findByText('Nominated.')
  expect(callsTo('nominations.nominate').at(-1)?.body).toEqual({
    user_id: rosa.id,
    text: 'Calm through the outage',
    answers: ['Support slept well', 'Lisbon'],
    sharing: 'named',
    may_quote: true,
  })
  await screen.findByRole('list', { name: 'Your nominations' })
  expect(screen.getByRole('textbox', { name: 'Why' })).toHaveProperty('value', '')
})

test('a nomination with a retired value as an answer can be changed', async () => {
  const round = makeOwnRound({
    questions: [{ label: 'Which value?', kind: 'value', required: false, choices: [] }],
  })
  const value = { id: nextId(), name: 'Patience', emoji: '🐢' }
  const own = makeOwnNomination({ answers: [value.id], values: [value] })
  const { user } = await render(round, [own])
  await screen.findByText('🐢 Patience')
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = await findDialog()
  serve({ 'nominations.change': () => own })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('nominations.change').at(-1)?.body).toMatchObject({ answers: [null] }),
  )
})

test('words without a name cannot be quoted', async () => {
  const { user, fill } = await render(makeOwnRound())
  await chooseRosa(user)
  await fill(screen.getByRole('textbox', { name: 'Why' }), 'Calm through the outage')
  await user.click(screen.getByRole('checkbox', { name: 'The announcement may quote me' }))
  await user.click(screen.getByRole('radio', { name: 'My words without my name' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  serve({ 'nominations.nominate': () => makeOwnNomination() })
  await user.click(screen.getByRole('button', { name: 'Nominate' }))
  await waitFor(() =>
    expect(callsTo('nominations.nominate').at(-1)?.body).toMatchObject({
      sharing: 'anonymous',
      may_quote: false,
    }),
  )
})

test('a draft survives a reload, and a refusal keeps it', async () => {
  const round = makeOwnRound()
  const first = await render(round)
  await chooseRosa(first.user)
  await first.fill(screen.getByRole('textbox', { name: 'Why' }), 'Calm through the outage')
  serve({ 'nominations.nominate': () => refuse('nomination_nominee', { field: 'user_id' }) })
  await first.user.click(screen.getByRole('button', { name: 'Nominate' }))
  await screen.findByText('They can’t be nominated in this round')
  const stored = Object.entries(localStorage).filter(([key]) => key.startsWith('laurel.draft'))
  await unmountApp()
  for (const [key, value] of stored) localStorage.setItem(key, String(value))
  await render(round)
  const why = await screen.findByRole('textbox', { name: 'Why' })
  expect(why).toHaveProperty('value', 'Calm through the outage')
  expect(screen.getByRole('combobox', { name: 'Colleague' })).toHaveProperty('value', 'Rosa Park')
})

test('an own nomination is changed and withdrawn', async () => {
  const own = makeOwnNomination({ nominee: { user: rosa, group: null } })
  const { user, fill } = await render(makeOwnRound({ own_nominations: 1 }), [own])
  await user.click(await screen.findByRole('button', { name: 'Edit Rosa Park' }))
  const dialog = await findDialog('Your nomination for Rosa Park')
  await fill(dialog.getByRole('textbox', { name: 'Why' }), 'Calm, and fast')
  const changed = { ...own, text: 'Calm, and fast' }
  serve({ 'nominations.change': () => changed, 'nominations.own': () => [changed] })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Nomination saved.')
  await screen.findByText('Calm, and fast')
  await user.click(screen.getByRole('button', { name: 'Withdraw Rosa Park' }))
  const asked = await findDialog(/^Withdraw/)
  serve({ 'nominations.withdraw': () => undefined, 'nominations.own': () => [] })
  await user.click(asked.getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('Nomination withdrawn.')
  await waitFor(() => expect(screen.queryByText('Calm, and fast')).toBeNull())
})

test('the form leaves when the reader has nominated as often as allowed', async () => {
  const round = makeOwnRound({
    nominations_max: 1,
    own_nominations: 1,
    abilities: { nominate: false, score: false, vote: false },
  })
  await render(round, [makeOwnNomination()])
  await screen.findByText('You’ve nominated as often as this round allows: 1 time.')
  expect(screen.queryByRole('button', { name: 'Nominate' })).toBeNull()
})

test('a closed round keeps the nominations without actions', async () => {
  const round = makeOwnRound({
    phase: 'announced',
    abilities: { nominate: false, score: false, vote: false },
  })
  await render(round, [makeOwnNomination()])
  const list = within(await screen.findByRole('list', { name: 'Your nominations' }))
  expect(list.queryByRole('button')).toBeNull()
})

test('a round that does not concern the reader is not found', async () => {
  await renderApp(`/nominations/${nextId()}`, {
    config: member,
    api: { 'nominations.get': () => refuse('not_found') },
  })
  await screen.findByRole('heading', { name: 'Nothing to see here' })
})
