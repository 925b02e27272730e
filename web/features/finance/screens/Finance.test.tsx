import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PointWorth } from '#contract/schemas/point-worths.ts'
import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeLiability } from '#tests/support/liability-data.ts'
import { makeEmptyDraft, makePayrollDraft } from '#tests/support/payroll-data.ts'
import { makePlanData } from '#tests/support/plan-data.ts'
import { makePerson } from '#tests/support/web-data.ts'
import { makeTaxRuleData } from '#tests/support/tax-data.ts'
import { makeWorth } from '#tests/support/worth-data.ts'
import { makeYearlyBudget } from '#tests/support/yearly-budget-data.ts'
import { setLanguage } from '#web/lib/i18n.ts'

const worthId = (n: number) => `00000000-0000-7000-8000-0000000000f${n}`
const renderFinance = (api: Handlers) =>
  renderApp('/settings/finance', {
    api: {
      'plans.list': () => [],
      'tax_rules.list': () => [],
      'liability.get': () => makeLiability(),
      'payroll_runs.draft': () => makePayrollDraft(),
      'point_expiry.get': () => ({ months: null, first_day: null }),
      'point_worths.list': () => [],
      'point_worths.policy': () => ({ shown_to_members: false, announced: false }),
      'point_worths.set_policy': ({ body }) => body,
      'price_factors.list': () => [],
      'yearly_budget.get': () => null,
      ...api,
    },
  })
const render = (worths: PointWorth[], rules: TaxRule[] = []) =>
  renderFinance({ 'point_worths.list': () => worths, 'tax_rules.list': () => rules })

const findOverview = async () => within(await screen.findByRole('region', { name: 'At a glance' }))

test('answers four questions at a glance', async () => {
  await render([
    makeWorth(),
    makeWorth({ id: worthId(4), country: 'JP', currency: 'JPY', hundred_points_minor: 1_500 }),
  ])
  const overview = await findOverview()
  await overview.findByText('$10')
  overview.getByText('since Jan 1, 2026 · 1 country has its own')
  overview.getByText('€975.00')
  overview.getByText(/^Points at the end of .*: 13,000$/)
  overview.getByText('Plan a year, or set a budget.')
  overview.getByText('€12,440.00')
  overview.getByText('taxable · May 2026 · 6 lines · 3 points to check')
  expect(
    overview.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['What points are worth', '/settings/finance#worth'],
    ['What we owe', '/settings/finance/liability'],
    ['What a year costs', '/settings/finance/plans'],
    ['What payroll must know', '/settings/finance/payroll'],
  ])
})

test('the cost of a year is the use of the budget, or what a plan expects', async () => {
  await renderFinance({ 'plans.list': () => [makePlanData()] })
  await (await findOverview()).findByText('as “Next year” plans')
  cleanup()
  await renderFinance({ 'yearly_budget.get': () => makeYearlyBudget() })
  const withBudget = await findOverview()
  await withBudget.findByText('62% of the budget of €12,000 used')
  expect(withBudget.getByRole('link', { name: 'What a year costs' }).getAttribute('href')).toBe(
    '/settings/finance#budget',
  )
})

test('a card whose figure fails keeps its link', async () => {
  await renderFinance({
    'payroll_runs.draft': () => refuse('payroll_too_large', { params: { finish: 50_000 } }),
    'liability.get': () => refuse('forbidden'),
  })
  const overview = await findOverview()
  await overview.findByText('What is taxable about redeemed rewards.')
  overview.getByText('Points that people have not redeemed yet.')
  expect(screen.queryByRole('alert')).toBeNull()
  overview.getByRole('link', { name: 'What payroll must know' })
})

test('a month without purchases has nothing for payroll', async () => {
  await renderFinance({ 'payroll_runs.draft': () => makeEmptyDraft() })
  await (await findOverview()).findByText('No purchases in May 2026')
})

test('names the countries with tax rules and counts the examples', async () => {
  await render(
    [makeWorth()],
    [
      makeTaxRuleData(),
      makeTaxRuleData({ country: 'FR', valid_from: '2025-01-01', valid_to: '2025-12-31' }),
      makeTaxRuleData({ country: null }),
      makeTaxRuleData({ country: 'GB', confirmed_at: null, confirmed_by: null }),
    ],
  )
  await screen.findByText('For Germany and other countries. 1 example does not count yet.')
  const link = screen.getByRole('link', { name: 'Open Tax rules' })
  expect(link.getAttribute('href')).toBe('/settings/finance/tax-rules')
})

test('separates the names of countries in Russian', async () => {
  const rules = ['DE', 'GB', null].map((country) => makeTaxRuleData({ country }))
  await render([makeWorth()], rules)
  await act(() => setLanguage('ru', false))
  await screen.findByText(/^Страны: Германия, Великобритания и другие страны\./)
})

test('the empty page sets the first worth', async () => {
  const { user, fill } = await render([])
  await user.click(await screen.findByRole('button', { name: 'Set a worth' }))
  const dialog = await findDialog('Set a worth')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('required')
  expect(callsTo('point_worths.create')).toHaveLength(0)
  const amount = dialog.getByLabelText('100 points are worth')
  await fill(amount, '7.5')
  await user.selectOptions(dialog.getByLabelText('Currency'), 'JPY')
  await dialog.findByText(/^Enter an amount/)
  await user.selectOptions(dialog.getByLabelText('Currency'), 'EUR')
  await fill(dialog.getByLabelText('From'), '2026-01-01')
  serve({
    'point_worths.create': () => makeWorth({ currency: 'EUR', hundred_points_minor: 750 }),
    'point_worths.list': () => [makeWorth({ currency: 'EUR', hundred_points_minor: 750 })],
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('100 points = €7.50, since Jan 1, 2026')
  expect(callsTo('point_worths.create')[0]?.body).toEqual({
    country: null,
    currency: 'EUR',
    hundred_points_minor: 750,
    valid_from: '2026-01-01',
  })
})

test('the first worth puts what is owed into money at once', async () => {
  const { figures, ...rest } = makeLiability()
  const { user, fill } = await renderFinance({
    'liability.get': () => ({ ...rest, figures: { ...figures, money: [] } }),
  })
  const overview = await findOverview()
  await overview.findByText('13,000')
  await user.click(screen.getByRole('button', { name: 'Set a worth' }))
  const dialog = await findDialog('Set a worth')
  await fill(dialog.getByLabelText('100 points are worth'), '7.5')
  serve({
    'point_worths.create': () => makeWorth(),
    'point_worths.list': () => [makeWorth()],
    'liability.get': () => makeLiability(),
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await overview.findByText('€975.00')
})

test('lists countries with coming and earlier worths', async () => {
  await render([
    makeWorth({
      id: worthId(2),
      valid_from: '2999-01-01',
      hundred_points_minor: 1_200,
      state: 'coming',
    }),
    makeWorth(),
    makeWorth({
      id: worthId(3),
      valid_from: '2025-01-01',
      hundred_points_minor: 800,
      state: 'past',
      created_by: makePerson({ name: 'Nora Lind' }),
    }),
    makeWorth({ id: worthId(4), country: 'JP', currency: 'JPY', hundred_points_minor: 1_500 }),
  ])
  await screen.findByText('100 points = $12 from Jan 1, 2999')
  screen.getByText('100 points = $10, since Jan 1, 2026')
  screen.getByText('1 earlier amount')
  screen.getByText('100 points = $8, since Jan 1, 2025 · Nora Lind')
  screen.getByText('Japan', { selector: 'b' })
  screen.getByText('100 points = ¥1,500, since Jan 1, 2026')
})

test('a coming worth is changed and deleted', async () => {
  const coming = makeWorth({ id: worthId(2), valid_from: '2999-01-01', state: 'coming' })
  const { user, fill } = await render([coming, makeWorth()])
  await user.click(await screen.findByRole('button', { name: 'Change the worth from Jan 1, 2999' }))
  const dialog = await findDialog('Change the worth')
  serve({ 'point_worths.update': () => refuse('worth_past') })
  await fill(dialog.getByLabelText('100 points are worth'), '12')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('A worth that has begun stays as it is')
  expect(callsTo('point_worths.update')[0]).toMatchObject({
    params: { id: coming.id },
    body: { currency: 'USD', hundred_points_minor: 1_200 },
  })
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Delete the worth from Jan 1, 2999' }))
  serve({ 'point_worths.delete': () => undefined, 'point_worths.list': () => [makeWorth()] })
  await user.click(
    (await findDialog('Delete the worth from Jan 1, 2999?')).getByRole('button', {
      name: 'Delete',
    }),
  )
  await screen.findByText('Worth deleted.')
  expect(screen.queryByText(/2999/)).toBeNull()
})

test('a switch keeps the other one as a colleague has set it', async () => {
  const { user } = await render([makeWorth()])
  const shown = await screen.findByRole('switch', { name: /^Show members/ })
  serve({ 'point_worths.policy': () => ({ shown_to_members: false, announced: true }) })
  await user.click(shown)
  await waitFor(() =>
    expect(callsTo('point_worths.set_policy').map(({ body }) => body)).toEqual([
      { shown_to_members: true, announced: true },
    ]),
  )
})

test('a switch shows members the worth', async () => {
  const { user } = await render([makeWorth()])
  const shown = await screen.findByRole('switch', { name: /^Show members/ })
  serve({ 'point_worths.policy': () => ({ shown_to_members: true, announced: false }) })
  await user.click(shown)
  await waitFor(() => expect(shown).toHaveProperty('checked', true))
  expect(callsTo('point_worths.set_policy')[0]?.body).toEqual({
    shown_to_members: true,
    announced: false,
  })
})
