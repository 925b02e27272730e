import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PriceFactor } from '#contract/schemas/price-factors.ts'
import { makeLiability } from '#tests/support/liability-data.ts'
import { makeFactor } from '#tests/support/factor-data.ts'
import { makeEmptyDraft } from '#tests/support/payroll-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const render = (factors: PriceFactor[]) =>
  renderApp('/settings/finance', {
    api: {
      'tax_rules.list': () => [],
      'liability.get': () => makeLiability(),
      'payroll_runs.draft': () => makeEmptyDraft(),
      'plans.list': () => [],
      'point_worths.policy': () => ({ shown_to_members: false, announced: false }),
      'point_expiry.get': () => ({ months: null, first_day: null }),
      'point_worths.list': () => [],
      'price_factors.list': () => factors,
      'yearly_budget.get': () => null,
    },
  })
const two = [makeFactor({ country: 'JP', factor: '1.15' }), makeFactor()]

test('the first country gets a factor', async () => {
  const { user, fill } = await render([])
  await user.click(await screen.findByRole('button', { name: 'Add a country' }))
  const dialog = await findDialog('Add a country')
  await fill(dialog.getByLabelText('Factor'), '0')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Enter a number from 0.01 to 100 with at most four decimals.')
  dialog.getByText('required')
  await user.selectOptions(dialog.getByLabelText('Country'), 'PL')
  await fill(dialog.getByLabelText('Factor'), '0,7')
  await dialog.findByText('100 points become 70 points.')
  serve({
    'price_factors.replace': () => [makeFactor()],
    'price_factors.list': () => [makeFactor()],
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('× 0.7: 100 points become 70 points')
  expect(callsTo('price_factors.replace')[0]?.body).toEqual({
    factors: [{ country: 'PL', factor: '0.7' }],
  })
})

test('a change keeps the country that somebody else has added since then', async () => {
  const { user, fill } = await render(two)
  await user.click(await screen.findByRole('button', { name: 'Change the factor of Japan' }))
  const dialog = await findDialog('Change the factor of Japan')
  await fill(dialog.getByLabelText('Factor'), '1.2')
  const three = [...two, makeFactor({ country: 'IN', factor: '0.5' })]
  serve({ 'price_factors.list': () => three, 'price_factors.replace': () => three })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(callsTo('price_factors.replace')[0]?.body.factors).toContainEqual({
    country: 'IN',
    factor: '0.5',
  })
})

test('a change and a deletion keep the other countries', async () => {
  const { user, fill } = await render(two)
  const list = within(await screen.findByRole('list', { name: 'Prices by country' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Japan× 1.15: 100 points become 115 points',
    'Poland× 0.7: 100 points become 70 points',
  ])
  await user.click(screen.getByRole('button', { name: 'Change the factor of Japan' }))
  const dialog = await findDialog('Change the factor of Japan')
  await fill(dialog.getByLabelText('Factor'), '1.2')
  serve({ 'price_factors.replace': () => two })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  await user.click(screen.getByRole('button', { name: 'Delete the factor of Poland' }))
  await user.click(
    (await findDialog('Delete the factor of Poland?')).getByRole('button', { name: 'Delete' }),
  )
  await screen.findByText('Factor deleted.')
  expect(callsTo('price_factors.replace').map(({ body }) => body)).toEqual([
    {
      factors: [
        { country: 'PL', factor: '0.7' },
        { country: 'JP', factor: '1.2' },
      ],
    },
    { factors: [{ country: 'JP', factor: '1.15' }] },
  ])
})

test('an imported table says which lines are wrong', async () => {
  const { user } = await render(two)
  await user.click(await screen.findByRole('button', { name: 'Import a table' }))
  const dialog = await findDialog('Import a table')
  dialog.getByText(/It replaces all the factors you have now/)
  const upload = () =>
    user.upload(
      document.querySelector('input[type=file]') as HTMLInputElement,
      new File(['Country,Factor'], 'prices.csv', { type: 'text/csv' }),
    )
  serve({
    'price_factors.import': () => refuse('line_country', { params: { line: 3, name: 'Atlantis' } }),
  })
  await upload()
  await dialog.findByText('Line 3: there is no country “Atlantis”')
  serve({ 'price_factors.import': () => two })
  await upload()
  await screen.findByText('2 countries imported.')
})
