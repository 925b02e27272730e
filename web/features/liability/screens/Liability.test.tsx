import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  liabilityAccountNames,
  makeLiability,
  makeLiabilityChanges,
} from '#tests/support/liability-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { addDays } from '#web/lib/add-days.ts'
import { queryKey } from '#web/shared/query-keys.ts'

const render = () =>
  renderApp('/settings/finance/liability', {
    api: {
      'liability.get': () => makeLiability(),
      'liability.changes': makeLiabilityChanges,
      'liability.accounts': () => liabilityAccountNames,
      'liability.set_accounts': ({ body }) => body,
    },
  })
const findTable = async (name: string) => within(await screen.findByRole('table', { name }))

test('shows points and money in total, by country, by age and by group', async () => {
  await render()
  await screen.findByText('13,000', { selector: 'b' })
  screen.getByText('12,400 in balances, 600 held for open purchases')
  expect(screen.getAllByText('€975.00')).toHaveLength(2)
  screen.getByText('¥45,000')
  screen.getByRole('link', { name: '250 points have no worth. Set one' })
  screen.getByText('€602.00')
  const countries = await findTable('By country')
  expect(countries.getByRole('row', { name: /^Germany/ }).textContent).toContain('9,750')
  expect(countries.getByRole('row', { name: /^No country/ }).textContent).toContain('–')
  const ages = await findTable('By age')
  expect(ages.getByRole('row', { name: /^More than a year ago/ }).textContent).toContain('87%')
  expect((await findTable('By group')).getByRole('row', { name: /^Engineering/ })).toBeTruthy()
})

test('another day loads its figures', async () => {
  const { fill } = await render()
  await screen.findByText('13,000', { selector: 'b' })
  await fill(screen.getByLabelText('Day'), '2026-02-28')
  await screen.findByText('13,000', { selector: 'b' })
  expect(callsTo('liability.get').at(-1)?.query).toEqual({ day: '2026-02-28' })
  await fill(screen.getByLabelText('Day'), '2999-01-01')
  await screen.findByText('Choose a day up to today.')
  expect(callsTo('liability.get').at(-1)?.query).toEqual({ day: '2026-02-28' })
})

test('the changes of a range lead from the first figure to the last', async () => {
  const { fill } = await render()
  const changes = await findTable('What has changed')
  expect(changes.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ChangePointsMoney',
    'At the start12,100€1,210.00',
    'Thanks from colleagues+2,300€230.00',
    'Redeemed rewards-1,400-€140.00',
    'Change of worth0€65.00',
    'At the end13,000€1,365.00',
  ])
  screen.getByText('The worth of a point changed on Jun 10, 2026.')
  await fill(screen.getByLabelText('From'), '2999-01-01')
  await screen.findByText('Choose at most 366 days up to today, the first one first.')
})

test('a year that is still being typed is not sent', async () => {
  const { fill } = await render()
  await findTable('What has changed')
  await fill(screen.getByLabelText('From'), '0002-03-01')
  await screen.findByText('Choose at most 366 days up to today, the first one first.')
  expect(callsTo('liability.changes')).toHaveLength(1)
})

test('accounts of the journal get the names of the books', async () => {
  const { user, fill } = await render()
  await user.click(await screen.findByRole('button', { name: 'Name accounts' }))
  const dialog = await findDialog('Accounts of the journal')
  await fill(await dialog.findByLabelText('Liability of points'), '')
  serve({ 'liability.set_accounts': () => refuse('required', { field: 'liability' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('required')
  serve({ 'liability.set_accounts': ({ body }) => body })
  await fill(dialog.getByLabelText('Liability of points'), '1700 Provisions')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(callsTo('liability.set_accounts').at(-1)?.body).toEqual({
    ...liabilityAccountNames,
    liability: '1700 Provisions',
  })
})

test('a named account keeps the account that a colleague has named', async () => {
  const { user, fill, client } = await render()
  await user.click(await screen.findByRole('button', { name: 'Name accounts' }))
  const dialog = await findDialog('Accounts of the journal')
  await fill(await dialog.findByLabelText('Liability of points'), '1700 Provisions')
  const named = { ...liabilityAccountNames, expense: '6100 Personnel' }
  serve({ 'liability.accounts': () => named })
  await act(() => client.refetchQueries({ queryKey: queryKey('liability', 'accounts') }))
  await dialog.findByDisplayValue('6100 Personnel')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(callsTo('liability.set_accounts').map(({ body }) => body)).toEqual([
    { ...named, liability: '1700 Provisions' },
  ])
})

test('the journal of a range up to today ends yesterday', async () => {
  const { user, fill } = await render()
  await findTable('What has changed')
  const today = callsTo('liability.changes')[0]?.query.to ?? ''
  const from = addDays(today, -20)
  await fill(screen.getByLabelText('From'), from)
  await screen.findByText(/^The journal ends on /)
  serve({ 'liability.csv': () => 'a journal' })
  await user.click(screen.getByRole('button', { name: /^Journal/ }))
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(callsTo('liability.csv')).toHaveLength(1))
  expect(callsTo('liability.csv')[0]?.query).toMatchObject({ from, to: addDays(today, -1) })
})
