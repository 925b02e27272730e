import type { Page } from 'playwright-core'
import type { YearlyBudget } from '#contract/schemas/yearly-budget.ts'
import { makeFactor } from '#tests/support/factor-data.ts'
import { makePlanBasis, makePlanData } from '#tests/support/plan-data.ts'
import {
  liabilityAccountNames,
  makeLiability,
  makeLiabilityChanges,
} from '#tests/support/liability-data.ts'
import { makeWorth } from '#tests/support/worth-data.ts'
import { makeYearlyBudget } from '#tests/support/yearly-budget-data.ts'
import { mockDraft, payrollRoutes } from './payroll-routes.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'
import { mockRules } from './tax-states.ts'

const worthId = (n: number) => `00000000-0000-7000-8000-0000000000f${n}`
const mockWorths = async (page: Page) => {
  await mockDraft(page)
  await page.route('**/api/liability?*', (route) => route.fulfill({ json: makeLiability() }))
  await page.route('**/api/point-worths', (route) =>
    route.fulfill({
      json: [
        makeWorth({
          id: worthId(2),
          hundred_points_minor: 1_200,
          valid_from: '2099-01-01',
          state: 'coming',
        }),
        makeWorth({ currency: 'EUR', hundred_points_minor: 1_050 }),
        makeWorth({ id: worthId(3), valid_from: '2025-01-01', state: 'past' }),
        makeWorth({ id: worthId(4), country: 'JP', currency: 'JPY', hundred_points_minor: 1_500 }),
        makeWorth({ id: worthId(5), country: 'PL', currency: 'PLN', hundred_points_minor: 3_200 }),
      ],
    }),
  )
}
const mockLiability = async (page: Page) => {
  await page.route('**/api/liability?*', (route) => route.fulfill({ json: makeLiability() }))
  await page.route('**/api/liability/changes?*', (route) =>
    route.fulfill({ json: makeLiabilityChanges() }),
  )
  await page.route('**/api/liability/accounts', (route) =>
    route.fulfill({ json: liabilityAccountNames }),
  )
}

const openAccounts = async (page: Page) => {
  await page.locator('main button').last().click()
  await page.getByRole('dialog').waitFor()
}

const mockFactors = (page: Page) =>
  page.route('**/api/price-factors', (route) =>
    route.fulfill({
      json: [
        makeFactor({ country: 'JP', factor: '1.15' }),
        makeFactor({ country: 'GB', factor: '1.3333' }),
        makeFactor({ country: 'PL', factor: '0.7' }),
      ],
    }),
  )
const mockBudget = (page: Page, fields: Partial<YearlyBudget> = {}) =>
  page.route('**/api/yearly-budget', (route) => route.fulfill({ json: makeYearlyBudget(fields) }))
const openBudgetRemoval = async (page: Page) => {
  await clickAndWait('main button', 'dialog')(page)
  await page.locator('[role=dialog] form > button').click()
  await page.locator('[role=dialog] form').waitFor({ state: 'detached' })
  await page.getByRole('dialog').waitFor()
}
const section = 'main [class*=section]'

const importWrongTable = async (page: Page) => {
  await page.locator(`${section} button`).first().click()
  await page.getByRole('dialog').waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Country,Factor\nAtlantis,1\nJP,1000\n'),
  })
  await page.getByRole('alert').waitFor()
}

const mockPlans = async (page: Page) => {
  await page.route('**/api/plans', (route) =>
    route.fulfill({ json: [makePlanData(), makePlanData({ id: worthId(6), name: 'Growth' })] }),
  )
  await page.route('**/api/plans/basis', (route) => route.fulfill({ json: makePlanBasis() }))
}

export const financeRoutes: RouteCase[] = [
  {
    route: '/settings/finance',
    allowedFor: 'manage_finance',
    states: [
      { name: 'finance', before: mockWorths },
      { name: 'finance-empty', viewer: 'empty' },
      { name: 'finance-tax', before: mockRules },
      {
        name: 'finance-past',
        before: mockWorths,
        open: (page) => page.locator('main details summary').click(),
      },
      {
        name: 'worth-dialog',
        before: mockWorths,
        open: clickAndWait('main button', 'dialog', 1),
      },
      { name: 'budget', before: mockBudget },
      {
        name: 'budget-over',
        before: (page) =>
          mockBudget(page, { used_minor: 1_368_000, used_percent: 114, others: [] }),
      },
      { name: 'budget-dialog', before: mockBudget, open: clickAndWait('main button', 'dialog') },
      { name: 'budget-remove', before: mockBudget, open: openBudgetRemoval },
      { name: 'budget-error', before: failCalls('yearly-budget') },
      {
        name: 'worth-edit',
        before: mockWorths,
        open: clickAndWait('main li [class*=coming] button', 'dialog'),
      },
      {
        name: 'worth-delete',
        before: mockWorths,
        open: clickAndWait('main li [class*=coming] button', 'dialog', 1),
      },
      { name: 'finance-error', before: failCalls('point-worths') },
      { name: 'factors', before: mockFactors },
      { name: 'factors-error', before: failCalls('price-factors') },
      {
        name: 'factor-dialog',
        before: mockFactors,
        open: clickAndWait(`${section} button`, 'dialog', 1),
      },
      {
        name: 'factor-edit',
        before: mockFactors,
        open: clickAndWait(`${section} li button`, 'dialog'),
      },
      {
        name: 'factor-delete',
        before: mockFactors,
        open: clickAndWait(`${section} li button`, 'dialog', 1),
      },
      {
        name: 'factor-table',
        before: mockFactors,
        open: clickAndWait(`${section} button`, 'dialog'),
      },
      { name: 'factor-table-refused', before: mockFactors, open: importWrongTable },
    ],
  },
  {
    route: '/settings/finance/plans',
    allowedFor: 'manage_finance',
    states: [
      { name: 'plans', before: mockPlans },
      { name: 'plans-empty', viewer: 'empty' },
      {
        name: 'plan-budget',
        before: mockPlans,
        open: clickAndWait('main form > :last-child button', 'dialog'),
      },
      {
        name: 'plan-delete',
        before: mockPlans,
        open: clickAndWait('main form button[type=button]', 'dialog'),
      },
      { name: 'plans-error', before: failCalls('plans') },
    ],
  },
  {
    route: '/settings/finance/liability',
    allowedFor: 'manage_finance',
    states: [
      { name: 'liability', before: mockLiability },
      { name: 'liability-empty', viewer: 'empty' },
      {
        name: 'liability-accounts',
        before: mockLiability,
        open: openAccounts,
      },
      { name: 'liability-error', before: failCalls('liability**') },
    ],
  },
  ...payrollRoutes,
]
