import type { Page } from 'playwright-core'
import type { TaxNote } from '#contract/schemas/tax-rules.ts'
import { makeOwnPayrollLine, makeTaxNote, makeTaxRuleData } from '#tests/support/tax-data.ts'
import type { RouteCase, ScreenState } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const allKinds = [
  'goods_and_experiences',
  'group_activities',
  'company_merchandise',
  'money_and_giftcards',
  'charity',
  'creative',
  'uncategorised',
] as const
const british = {
  country: 'GB',
  currency: 'GBP',
  period_limit_minor: null,
  borne_by: 'company',
  tax_rate: '0.2',
} as const
const rules = [
  makeTaxRuleData({
    categories: [...allKinds],
    period: 'month',
    above_limit: 'whole',
  }),
  makeTaxRuleData({
    valid_from: '2024-01-01',
    valid_to: '2025-12-31',
    period_limit_minor: 4_400,
    period: 'month',
  }),
  makeTaxRuleData({
    ...british,
    categories: ['goods_and_experiences', 'group_activities', 'company_merchandise', 'creative'],
    year_start: '--04-06',
    confirmed_at: null,
    confirmed_by: null,
  }),
  makeTaxRuleData({
    ...british,
    categories: ['money_and_giftcards'],
    item_limit_minor: 5_000,
    period_limit_minor: 30_000,
    year_start: '--04-06',
    tax_rate: '0.225',
    valid_from: '2099-04-06',
  }),
  makeTaxRuleData({ country: null, categories: ['charity'], taxable: false }),
]

/** Rules of three countries, one of them an example that does not count yet. */
export const mockRules = (page: Page) =>
  page.route('**/api/tax-rules', (route) => route.fulfill({ json: rules }))
const mockNoRules = (page: Page) =>
  page.route('**/api/tax-rules', (route) => route.fulfill({ json: [] }))

/** Opens the dialog of a new rule, types limits, and lets the server refuse it. */
const typeWrongRule = async (page: Page) => {
  await page.locator('main button').last().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[name=period_limit_minor]').fill('50')
  await dialog.locator('input[name=tax_rate]').fill('100')
  await dialog.locator('button[type=submit]').click()
  await dialog.getByRole('alert').waitFor()
}

export const taxRoutes: RouteCase[] = [
  {
    route: '/settings/finance/tax-rules',
    allowedFor: 'manage_finance',
    states: [
      { name: 'tax-rules', before: mockRules },
      { name: 'tax-rules-empty', viewer: 'empty' },
      { name: 'tax-rules-error', before: failCalls('tax-rules') },
      {
        name: 'tax-examples',
        before: mockRules,
        open: clickAndWait('main button[aria-haspopup=menu]', 'menu'),
      },
      { name: 'tax-rule-edit', before: mockRules, open: clickAndWait('main li button', 'dialog') },
      {
        name: 'tax-rule-delete',
        before: mockRules,
        open: clickAndWait('main li button', 'dialog', 1),
      },
      { name: 'tax-rule-wrong', before: mockNoRules, open: typeWrongRule },
    ],
  },
]

const noteState = (name: string, note: TaxNote['note']): ScreenState => ({
  name,
  viewer: 'member',
  before: (page) =>
    page.route('**/api/shop/rewards/*/tax', (route) => route.fulfill({ json: { note } })),
  open: async (page) => {
    await page.locator('main article button:not([disabled])').first().click()
    await page.locator('[role=dialog] [aria-live] p').first().waitFor()
  },
})
const nothing = { currency: 'EUR', minor: 0 }

/** The dialog of a reward with notes on its tax, and what payroll gets of own purchases. */
export const taxShopStates: ScreenState[] = [
  noteState('redeem-tax', makeTaxNote()),
  noteState('redeem-tax-own-text', makeTaxNote({ message: '' })),
  noteState(
    'redeem-tax-free',
    makeTaxNote({ message: '', borne_by: 'company', taxable: nothing, estimate: null }),
  ),
  {
    name: 'shop-payroll-lines',
    viewer: 'member',
    path: () => '/rewards?tab=mine',
    before: (page) =>
      page.route('**/api/shop/payroll-lines', (route) =>
        route.fulfill({
          json: [
            makeOwnPayrollLine({
              title: 'Dinner for two at the harbor',
              emoji: '🍽️',
              correction: true,
              value: { currency: 'EUR', minor: -6_000 },
              taxable_minor: -1_000,
              run: null,
            }),
            makeOwnPayrollLine({
              title: 'Dinner for two at the harbor',
              emoji: '🍽️',
              value: { currency: 'EUR', minor: 6_000 },
            }),
            makeOwnPayrollLine({ title: 'Gift card', emoji: '', borne_by: 'company', run: 2 }),
            makeOwnPayrollLine({ taxable_minor: 0, run: 2 }),
            makeOwnPayrollLine({ title: 'Mug', borne_by: null, value: null, taxable_minor: 0 }),
          ],
        }),
      ),
    open: clickAndWait('main [class*=tabs] > button', 'dialog'),
  },
]
