import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import { makeTaxRuleData } from '#tests/support/tax-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const render = (rules: TaxRule[]) =>
  renderApp('/settings/finance/tax-rules', { api: { 'tax_rules.list': () => rules } })
const example = makeTaxRuleData({
  country: 'GB',
  currency: 'GBP',
  period_limit_minor: null,
  borne_by: 'company',
  tax_rate: '0.225',
  confirmed_at: null,
  confirmed_by: null,
})

test('rules are in words by country, past ones last', async () => {
  await render([
    makeTaxRuleData({ country: null, taxable: false, valid_from: '2999-01-01' }),
    example,
    makeTaxRuleData({ valid_from: '2025-01-01', valid_to: '2025-12-31', tax_rate: '0.3' }),
    makeTaxRuleData({ item_limit_minor: 1_000, above_limit: 'whole', year_start: '--04-06' }),
  ])
  await screen.findByText('1 example does not count yet.')
  screen.getByText(/This is not tax advice/)
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'Germany',
    'United Kingdom',
    'Other countries',
  ])
  const rows = (country: string) =>
    within(screen.getByRole('list', { name: country })).getAllByRole('listitem')
  const [current, past] = rows('Germany').map((row) => within(row))
  current?.getByRole('heading', { name: /^Goods and experiences.· Other$/ })
  current?.getByText(
    'Free up to €10 for each reward and €50 a tax year from Apr 6, above it all of it is taxable',
  )
  current?.getByText('The employee bears it')
  current?.getByText('Since Jan 1, 2026')
  past?.getByText('Past')
  past?.getByText('Free up to €50 a year, the part above it is taxable')
  past?.getByText('The employee bears it, estimated at 30%')
  past?.getByText('Jan 1, 2025 to Dec 31, 2025')
  const [british] = rows('United Kingdom').map((row) => within(row))
  british?.getByText('Example, does not count yet')
  british?.getByText('All of it')
  british?.getByText('The company bears it, 22.5%')
  const [other] = rows('Other countries').map((row) => within(row))
  other?.getByText('Not taxable')
  other?.getByText('From Jan 1, 2999')
})

test('an empty page adds the examples of a country', async () => {
  const { user } = await render([])
  await user.click(await screen.findByRole('button', { name: 'Add examples' }))
  serve({ 'tax_rules.add_examples': () => [example], 'tax_rules.list': () => [example] })
  await user.click(await screen.findByRole('menuitem', { name: 'United Kingdom' }))
  await screen.findByText('Examples added. They count once you confirm them.')
  expect(callsTo('tax_rules.add_examples')[0]?.body).toEqual({ country: 'GB' })
  await screen.findByRole('list', { name: 'United Kingdom' })
})

test('an example is confirmed, or says why it cannot be', async () => {
  const { user } = await render([example])
  const confirm = await screen.findByRole('button', { name: /^Confirm United Kingdom/ })
  serve({ 'tax_rules.confirm': () => refuse('tax_rule_overlap', { field: 'categories' }) })
  await user.click(confirm)
  await screen.findByText(/Another rule of this country covers one of these categories/)
  const confirmed = { ...example, confirmed_at: '2026-06-15T12:00:00.000Z' }
  serve({ 'tax_rules.confirm': () => confirmed, 'tax_rules.list': () => [confirmed] })
  await user.click(screen.getByRole('button', { name: /^Confirm United Kingdom/ }))
  await screen.findByText('Confirmed. The rule counts from now on.')
  expect(screen.queryByText('Example, does not count yet')).toBeNull()
})

test('a new rule shows the fields that its choices need', async () => {
  const { user, fill } = await render([])
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }))
  const dialog = await findDialog('Add a rule')
  const has = (label: string) => dialog.queryByText(label) !== null
  expect([has('Taxable above a limit'), has('First day of the tax year')]).toEqual([false, false])
  await user.selectOptions(dialog.getByLabelText('Country'), 'GB')
  expect(dialog.getByLabelText<HTMLSelectElement>('Currency').value).toBe('GBP')
  await user.click(dialog.getByRole('checkbox', { name: 'Charity' }))
  await fill(dialog.getByLabelText('Limit for a period'), '50.5')
  expect([has('Taxable above a limit'), has('First day of the tax year')]).toEqual([true, true])
  await user.selectOptions(dialog.getByLabelText('Month'), 'April')
  await user.selectOptions(dialog.getByLabelText('Day'), '6')
  await user.click(dialog.getByRole('radio', { name: 'All of it' }))
  await user.click(dialog.getByRole('radio', { name: 'The company' }))
  await fill(dialog.getByLabelText('Tax rate'), '22,25')
  await fill(dialog.getByLabelText('First day'), '2026-04-06')
  await user.selectOptions(dialog.getByLabelText('Language'), 'ru')
  await fill(dialog.getByLabelText('Message'), ' Налог платим мы. ')
  serve({
    'tax_rules.create': () => makeTaxRuleData(),
    'tax_rules.list': () => [makeTaxRuleData()],
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Rule saved.')
  expect(callsTo('tax_rules.create')[0]?.body).toEqual({
    country: 'GB',
    categories: ['charity'],
    taxable: true,
    currency: 'GBP',
    item_limit_minor: null,
    period_limit_minor: 5_050,
    period: 'year',
    year_start: '--04-06',
    above_limit: 'whole',
    borne_by: 'company',
    tax_rate: '0.2225',
    messages: { ru: 'Налог платим мы.' },
    valid_from: '2026-04-06',
    valid_to: null,
  })
})

test('wrong fields and refusals of the server stand at their fields', async () => {
  const rule = makeTaxRuleData()
  const { user, fill } = await render([rule])
  await user.click(await screen.findByRole('button', { name: /^Change: Germany/ }))
  const dialog = await findDialog('Change the rule')
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  await fill(dialog.getByLabelText('Limit for a period'), '0')
  await fill(dialog.getByLabelText('Tax rate (optional)'), '100')
  await user.click(dialog.getByRole('checkbox', { name: 'Goods and experiences' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Other' }))
  await save()
  await dialog.findByText('Enter an amount above zero, such as 50.')
  dialog.getByText(/^Enter a percentage above 0 and below 100/)
  dialog.getByText('Choose at least one category.')
  expect(callsTo('tax_rules.update')).toEqual([])
  await user.click(dialog.getByRole('checkbox', { name: 'Other' }))
  await fill(dialog.getByLabelText('Limit for a period'), '60')
  await fill(dialog.getByLabelText('Tax rate (optional)'), ' ')
  serve({ 'tax_rules.update': () => refuse('tax_rule_days', { field: 'valid_to' }) })
  await save()
  await dialog.findByText('A rule must end on its first day or later')
  serve({ 'tax_rules.update': () => refuse('tax_rate_required', { field: 'tax_rate' }) })
  await save()
  await dialog.findByText('A tax that the company bears needs a rate')
  await user.click(dialog.getByRole('radio', { name: 'Not taxable' }))
  expect(dialog.queryByLabelText('Limit for a period')).toBeNull()
  serve({ 'tax_rules.update': () => rule })
  await save()
  await screen.findByText('Rule saved.')
  expect(callsTo('tax_rules.update').at(-1)?.body).toMatchObject({
    taxable: false,
    categories: ['uncategorised'],
    period_limit_minor: null,
    tax_rate: null,
    messages: {},
  })
})

test('a full team reads in the dialog that it can have no more rules', async () => {
  const { user } = await render([])
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }))
  const dialog = await findDialog('Add a rule')
  await user.click(dialog.getByRole('checkbox', { name: 'Charity' }))
  serve({ 'tax_rules.create': () => refuse('tax_rules_full', { params: { finish: 100 } }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('A team can have at most 100 rules')
})

test('a rule is deleted after a confirmation', async () => {
  const { user } = await render([makeTaxRuleData()])
  await user.click(await screen.findByRole('button', { name: /^Delete: Germany/ }))
  const dialog = await findDialog('Delete the rule?')
  dialog.getByText(/Locked payroll runs keep their amounts\.$/)
  serve({ 'tax_rules.delete': () => undefined, 'tax_rules.list': () => [] })
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Rule deleted.')
  await screen.findByRole('heading', { name: 'No tax rules yet' })
})
