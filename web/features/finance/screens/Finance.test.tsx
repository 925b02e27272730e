import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PointWorth } from '#contract/schemas/point-worths.ts'
import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeLiability } from '#tests/support/liability-data.ts'
import { makePerson } from '#tests/support/web-data.ts'
import { makeTaxRuleData } from '#tests/support/tax-data.ts'
import { makeWorth } from '#tests/support/worth-data.ts'

const worthId = (n: number) => `00000000-0000-7000-8000-0000000000f${n}`
const render = (worths: PointWorth[], rules: TaxRule[] = []) =>
  renderApp('/settings/finance', {
    api: {
      'plans.list': () => [],
      'tax_rules.list': () => rules,
      'liability.get': () => makeLiability(),
      'point_expiry.get': () => ({ months: null, first_day: null }),
      'point_worths.list': () => worths,
      'point_worths.policy': () => ({ shown_to_members: false, announced: false }),
      'point_worths.set_policy': ({ body }) => body,
      'price_factors.list': () => [],
      'yearly_budget.get': () => null,
    },
  })

test('shows what the company owes', async () => {
  await render([makeWorth()])
  await screen.findByText(/^13,000 points not redeemed at the end of /)
  screen.getByText('€975.00')
  const link = screen.getByRole('link', { name: 'Details What we owe' })
  expect(link.getAttribute('href')).toBe('/settings/finance/liability')
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
  await screen.findByText('For Germany, Other countries. 1 example does not count yet.')
  const link = screen.getByRole('link', { name: 'Open Tax rules' })
  expect(link.getAttribute('href')).toBe('/settings/finance/tax-rules')
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
