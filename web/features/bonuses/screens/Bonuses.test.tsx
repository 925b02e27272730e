import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { makeBonus, makeShare } from '#tests/support/bonus-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makePerson } from '#tests/support/web-data.ts'

const draft = makeBonus({ budget: { id: makeBonus().id, name: 'Thanks' } })
const shares = [makeShare('Cleo', 60, 600), makeShare('Ben', 40, 400)]
const preview = {
  people: 2,
  points: 1_000,
  budget_left: 1_300,
  hash: 'a'.repeat(64),
  items: shares,
  next_cursor: null,
}

const render = (bonuses: Bonus[], fields: Partial<typeof preview> = {}) =>
  renderApp('/settings/bonuses', {
    api: {
      'bonuses.list': () => bonuses,
      'bonuses.preview': () => ({ ...preview, ...fields }),
      'budgets.list': () => [],
    },
  })

test('the empty page starts with a bonus, which shows who gets it once it is saved', async () => {
  const { user, fill } = await render([])
  await user.click(await screen.findByRole('button', { name: 'Prepare a bonus' }))
  const dialog = await findDialog('Prepare a bonus')
  await user.click(dialog.getByRole('button', { name: 'Save and preview' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(callsTo('bonuses.create')).toHaveLength(0)
  await fill(name, 'Strong first half')
  await fill(dialog.getByRole('textbox', { name: 'Points in total' }), '1,000')
  await fill(dialog.getByRole('textbox', { name: 'At most per person' }), '600')
  await fill(dialog.getByLabelText('From'), '2026-01-01')
  await fill(dialog.getByLabelText('To'), '2026-06-30')
  serve({ 'bonuses.create': () => draft })
  await user.click(dialog.getByRole('button', { name: 'Save and preview' }))
  expect((await findDialog('Strong first half')).getByText('Cleo Lind')).toBeTruthy()
  expect(callsTo('bonuses.create').at(-1)?.body).toEqual({
    name: 'Strong first half',
    text: '',
    starts_on: '2026-01-01',
    ends_on: '2026-06-30',
    method: 'share',
    points: 1_000,
    person_max: 600,
    budget_id: null,
    audience: expect.objectContaining({ group_ids: [], user_ids: [] }),
  })
})

test('a fixed bonus has points for each person and no maximum', async () => {
  const { user, fill } = await render([makeBonus({ person_max: 50 })])
  await user.click(await screen.findByRole('button', { name: 'Edit Strong first half' }))
  const dialog = await findDialog('Edit Strong first half')
  await user.click(dialog.getByRole('radio', { name: /^Fixed amount/ }))
  await fill(dialog.getByRole('textbox', { name: 'Points per person' }), '25')
  expect(dialog.queryByRole('textbox', { name: 'At most per person' })).toBeNull()
  serve({ 'bonuses.update': () => draft })
  await user.click(dialog.getByRole('button', { name: 'Save and preview' }))
  await waitFor(() =>
    expect(callsTo('bonuses.update').at(-1)?.body).toMatchObject({
      method: 'fixed',
      points: 25,
      person_max: null,
    }),
  )
})

test('a changed bonus sends only what the form changed', async () => {
  const { user, fill } = await render([draft])
  await user.click(await screen.findByRole('button', { name: 'Edit Strong first half' }))
  const dialog = await findDialog('Edit Strong first half')
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Strong year')
  serve({ 'bonuses.update': () => draft })
  await user.click(dialog.getByRole('button', { name: 'Save and preview' }))
  await waitFor(() =>
    expect(callsTo('bonuses.update').at(-1)?.body).toEqual({ name: 'Strong year' }),
  )
})

test('months that are no whole number do not widen the people of a bonus', async () => {
  const { user, fill } = await render([draft])
  await user.click(await screen.findByRole('button', { name: 'Edit Strong first half' }))
  const dialog = await findDialog('Edit Strong first half')
  serve({ 'audiences.preview': () => ({ count: 0, people: [] }) })
  await user.click(dialog.getByRole('radio', { name: 'Some people' }))
  const months = dialog.getByRole('textbox', { name: 'At least this many months here' })
  await fill(months, '6 months')
  serve({ 'bonuses.update': () => draft })
  await user.click(dialog.getByRole('button', { name: 'Save and preview' }))
  expect(months.getAttribute('aria-invalid')).toBe('true')
  expect(callsTo('bonuses.update')).toHaveLength(0)
})

test('an unreadable maximum that another method hides does not block', async () => {
  const { user, fill } = await render([draft])
  await user.click(await screen.findByRole('button', { name: 'Edit Strong first half' }))
  const dialog = await findDialog('Edit Strong first half')
  await fill(dialog.getByRole('textbox', { name: 'At most per person' }), 'half')
  await user.click(dialog.getByRole('radio', { name: /^Fixed amount/ }))
  serve({ 'bonuses.update': () => draft })
  await user.click(dialog.getByRole('button', { name: 'Save and preview' }))
  await waitFor(() => expect(callsTo('bonuses.update').at(-1)?.body).toEqual({ method: 'fixed' }))
})

test('a period does not end before it starts', async () => {
  const { user, fill } = await render([draft])
  await user.click(await screen.findByRole('button', { name: 'Edit Strong first half' }))
  const dialog = await findDialog('Edit Strong first half')
  await fill(dialog.getByLabelText('To'), '2030-12-31')
  await user.click(dialog.getByRole('button', { name: 'Save and preview' }))
  await dialog.findByText('The end must not be before the start.')
  expect(callsTo('bonuses.update')).toHaveLength(0)
})

test('a payment repeats people, points and budget, and sends what was seen', async () => {
  const { user } = await render([draft])
  await user.click(await screen.findByRole('button', { name: 'Review and pay Strong first half' }))
  const dialog = await findDialog('Strong first half')
  await dialog.findByText('2 people get 1,000 points.')
  dialog.getByText('Paid from the budget Thanks. Left afterwards: 300 points.')
  dialog.getByText('60 points from colleagues')
  await user.click(dialog.getByRole('button', { name: 'Pay 1,000 points' }))
  const confirmation = await findDialog('Pay Strong first half?')
  confirmation.getByText(
    '2 people get 1,000 points. Paid from the budget Thanks. Left afterwards: 300 points. You can’t undo this.',
  )
  serve({ 'bonuses.pay': () => makeBonus({ status: 'paid' }) })
  await user.click(confirmation.getByRole('button', { name: 'Pay 1,000 points' }))
  await screen.findByText('Bonus paid to 2 people.')
  expect(callsTo('bonuses.pay').at(-1)?.body).toEqual({
    people: 2,
    points: 1_000,
    hash: 'a'.repeat(64),
  })
})

test('a changed result is refused, and the preview is loaded again', async () => {
  const { user } = await render([draft])
  await user.click(await screen.findByRole('button', { name: 'Review and pay Strong first half' }))
  const dialog = await findDialog('Strong first half')
  await user.click(await dialog.findByRole('button', { name: 'Pay 1,000 points' }))
  serve({
    'bonuses.list': () => [{ ...draft, budget: { id: draft.id, name: 'Party' } }],
    'bonuses.pay': () => refuse('bonus_changed', { params: { people: 3, points: 900 } }),
    'bonuses.preview': () => ({ ...preview, people: 3, points: 900 }),
  })
  const confirmation = await findDialog('Pay Strong first half?')
  await user.click(confirmation.getByRole('button', { name: 'Pay 1,000 points' }))
  await screen.findByText(/People now: 3, points now: 900/)
  await dialog.findByRole('button', { name: 'Pay 900 points' })
  dialog.getByText(/Paid from the budget Party/)
})

test('a budget with too few points cannot pay', async () => {
  const { user } = await render([draft], { budget_left: 900 })
  await user.click(await screen.findByRole('button', { name: 'Review and pay Strong first half' }))
  const dialog = await findDialog('Strong first half')
  await dialog.findByText('The budget Thanks is too small. Left: 900 points.')
  expect(dialog.getByRole('button', { name: 'Pay 1,000 points' })).toHaveProperty('disabled', true)
})

test('a bonus that nobody gets says why', async () => {
  const { user } = await render([draft], { people: 0, points: 0, items: [] })
  await user.click(await screen.findByRole('button', { name: 'Review and pay Strong first half' }))
  await (await findDialog('Strong first half')).findByText('No one gets points')
})

test('a paid bonus shows who got what, and cannot be changed', async () => {
  const paid = makeBonus({
    status: 'paid',
    people: 2,
    points_paid: 1_000,
    paid_at: '2031-07-01T09:00:00.000Z',
    paid_by: makePerson({ first_name: 'Ada', last_name: 'Lind', name: 'Ada Lind' }),
  })
  const { user } = await render([paid], { budget_left: null as never })
  await screen.findByText('2 people got 1,000 points.')
  screen.getByText('Paid Jul 1, 2031 by Ada Lind')
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show people Strong first half' }))
  const dialog = await findDialog('Strong first half')
  await dialog.findByText('Ben Lind')
  dialog.getByRole('button', { name: 'Download' })
  expect(dialog.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('a draft is deleted after a confirmation', async () => {
  const { user } = await render([draft])
  await user.click(await screen.findByRole('button', { name: 'Delete Strong first half' }))
  const dialog = await findDialog('Delete Strong first half?')
  serve({ 'bonuses.delete': () => undefined })
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Draft deleted.')
  expect(callsTo('bonuses.delete').at(-1)?.params).toEqual({ id: draft.id })
})
