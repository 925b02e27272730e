import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { YearlyBudget } from '#contract/schemas/yearly-budget.ts'
import { makeLiability } from '#tests/support/liability-data.ts'
import { makeEmptyDraft } from '#tests/support/payroll-data.ts'
import { makePlanBasis, makePlanData } from '#tests/support/plan-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeYearlyBudget } from '#tests/support/yearly-budget-data.ts'

const render = (budget: YearlyBudget | null, path = '/settings/finance') =>
  renderApp(path, {
    api: {
      'plans.list': () => [makePlanData()],
      'plans.basis': () => makePlanBasis(),
      'tax_rules.list': () => [],
      'liability.get': () => makeLiability(),
      'point_expiry.get': () => ({ months: null, first_day: null }),
      'payroll_runs.draft': () => makeEmptyDraft(),
      'point_worths.list': () => [],
      'point_worths.policy': () => ({ shown_to_members: false, announced: false }),
      'price_factors.list': () => [],
      'yearly_budget.get': () => budget,
    },
  })

test('shows the use, the pace and the last day of the year', async () => {
  await render(makeYearlyBudget())
  expect(await screen.findAllByText('€7,440')).toHaveLength(2)
  screen.getByText('of €12,000')
  const bar = screen.getByRole('progressbar', { name: 'Yearly budget' })
  expect(bar.getAttribute('aria-valuetext')).toBe('62%')
  screen.getByText('Points received by the end of Jun 14, 2026, in money')
  expect(screen.getByText('€16,458.18').dataset['over']).toBe('true')
  screen.getByText('€3,100.50')
  expect(screen.getAllByText('¥45,000').length).toBeGreaterThan(1)
  screen.getByText('Dec 31, 2026, 199 days left')
})

test('a year without counted days has no pace', async () => {
  await render(
    makeYearlyBudget({
      counted_to: null,
      used_minor: 0,
      used_percent: 0,
      expected_minor: null,
      others: [],
    }),
  )
  await screen.findByText('Points received count from tomorrow on.')
  expect(screen.queryByText('At this pace by the end of the year')).toBeNull()
})

test('a team without a budget sets one', async () => {
  const { user, fill } = await render(null)
  await screen.findByText(/^Set what a year of recognition may cost/)
  await user.click(screen.getByRole('button', { name: 'Set a budget' }))
  const dialog = await findDialog('Yearly budget')
  expect(dialog.queryByRole('button', { name: 'Remove the budget' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Enter an amount above zero/)
  expect(callsTo('yearly_budget.set')).toHaveLength(0)
  await fill(dialog.getByLabelText('Amount for a year'), '12 000,50')
  await user.selectOptions(dialog.getByLabelText('Currency'), 'EUR')
  await fill(dialog.getByLabelText(/^First day of the year/), '2026-01-01')
  serve({
    'yearly_budget.set': () =>
      refuse('out_of_range', {
        field: 'starts_on',
        params: { start: '2025-06-16', finish: '2026-06-15' },
      }),
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Must be between Jun 16, 2025 and Jun 15, 2026')
  const saved = makeYearlyBudget({ amount_minor: 1_200_050 })
  serve({ 'yearly_budget.set': () => saved, 'yearly_budget.get': () => saved })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Budget saved.')
  await screen.findByText('of €12,000.50')
  expect(callsTo('yearly_budget.set').at(-1)?.body).toEqual({
    starts_on: '2026-01-01',
    amount_minor: 1_200_050,
    currency: 'EUR',
  })
})

test('a budget is changed and removed', async () => {
  const { user } = await render(makeYearlyBudget())
  await user.click(await screen.findByRole('button', { name: 'Change Yearly budget' }))
  const dialog = await findDialog('Yearly budget')
  expect(dialog.getByLabelText('Amount for a year')).toHaveProperty('value', '12000')
  expect(dialog.getByLabelText(/^First day of the year/)).toHaveProperty('value', '2026-01-01')
  await user.click(dialog.getByRole('button', { name: 'Remove the budget' }))
  const question = await findDialog('Remove the yearly budget?')
  serve({ 'yearly_budget.delete': () => undefined, 'yearly_budget.get': () => null })
  await user.click(question.getByRole('button', { name: 'Remove the budget' }))
  await screen.findByText('Budget removed.')
  await screen.findByRole('button', { name: 'Set a budget' })
})

test('a plan becomes the yearly budget', async () => {
  const { user } = await render(
    makeYearlyBudget({ starts_on: '2026-04-01' }),
    '/settings/finance/plans',
  )
  await user.click(await screen.findByRole('button', { name: 'Use as yearly budget' }))
  const dialog = await findDialog('Yearly budget')
  expect(dialog.getByLabelText('Amount for a year')).toHaveProperty('value', '4095')
  expect(dialog.getByLabelText('Currency')).toHaveProperty('value', 'EUR')
  serve({ 'yearly_budget.set': () => makeYearlyBudget({ amount_minor: 409_500 }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Budget saved.')
  expect(callsTo('plans.update')).toEqual([])
  expect(callsTo('yearly_budget.set')[0]?.body).toEqual({
    starts_on: '2026-04-01',
    amount_minor: 409_500,
    currency: 'EUR',
  })
})
