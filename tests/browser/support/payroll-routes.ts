import type { Page } from 'playwright-core'
import type { PayrollDraft } from '#contract/schemas/payroll.ts'
import {
  makeEmptyDraft,
  makePayrollDraft,
  makePayrollRunData,
  makePayrollSettings,
  payrollLines,
} from '#tests/support/payroll-data.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const runs = [
  makePayrollRunData({
    id: '00000000-0000-7000-8000-0000000000d2',
    number: 2,
    totals: makePayrollDraft().totals,
  }),
  makePayrollRunData({ country: 'DE', from: '2026-03-10', to: '2026-03-25' }),
]

/** Answers the draft of a run on its pages. */
export const mockDraft = (page: Page, fields: Partial<PayrollDraft> = {}) =>
  page.route(/\/api\/payroll-runs\/draft(\?|$)/, (route) =>
    route.fulfill({ json: makePayrollDraft(fields) }),
  )
const mockPayroll = async (page: Page, fields: Partial<PayrollDraft> = {}) => {
  await mockDraft(page, fields)
  await page.route(/\/api\/payroll-runs(\?|$)/, (route) =>
    route.fulfill({ json: { items: runs, next_cursor: null } }),
  )
  await page.route('**/api/payroll-runs/*/lines?*', (route) =>
    route.fulfill({ json: { items: payrollLines, next_cursor: 'more' } }),
  )
  await page.route('**/api/payroll-runs/settings', (route) =>
    route.fulfill({ json: makePayrollSettings() }),
  )
}
const openSettings = clickAndWait('main button', 'dialog')
const openOwnColumns = async (page: Page) => {
  await openSettings(page)
  await page.locator('[role=dialog] select').first().selectOption('custom')
  await page.locator('[role=dialog] ol select').first().selectOption('constant')
}

export const payrollRoutes: RouteCase[] = [
  {
    route: '/settings/finance/payroll',
    allowedFor: 'manage_finance',
    states: [
      { name: 'payroll', before: mockPayroll },
      {
        name: 'payroll-long',
        before: (page) =>
          mockPayroll(page, {
            ended: false,
            lines: 4_812,
            people: 1_204,
            first_lines: Array.from({ length: 5 }, (_, copy) =>
              payrollLines.map((line) => ({ ...line, user_id: `${copy} ${line.user_id}` })),
            ).flat(),
          }),
      },
      { name: 'payroll-empty', viewer: 'empty' },
      {
        name: 'payroll-nothing',
        before: (page) =>
          page.route(/\/api\/payroll-runs\/draft(\?|$)/, (route) =>
            route.fulfill({ json: makeEmptyDraft() }),
          ),
      },
      {
        name: 'payroll-lock',
        before: mockPayroll,
        open: clickAndWait('main [class*=actions] button', 'dialog'),
      },
      {
        name: 'payroll-run',
        before: mockPayroll,
        open: clickAndWait('main li [class*=runButtons] button', 'dialog'),
      },
      { name: 'payroll-file', before: mockPayroll, open: openSettings },
      { name: 'payroll-file-own', before: mockPayroll, open: openOwnColumns },
      { name: 'payroll-error', before: failCalls('payroll-runs**') },
    ],
  },
]
