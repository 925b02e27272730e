import type { Page } from 'playwright-core'
import { makeWorth } from '#tests/support/worth-data.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const worthId = (n: number) => `00000000-0000-7000-8000-0000000000f${n}`
const mockWorths = (page: Page) =>
  page.route('**/api/point-worths', (route) =>
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

export const financeRoutes: RouteCase[] = [
  {
    route: '/settings/finance',
    allowedFor: 'manage_finance',
    states: [
      { name: 'finance', before: mockWorths },
      { name: 'finance-empty', viewer: 'empty' },
      {
        name: 'finance-past',
        before: mockWorths,
        open: (page) => page.locator('main details summary').click(),
      },
      {
        name: 'worth-dialog',
        before: mockWorths,
        open: clickAndWait('main button', 'dialog'),
      },
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
    ],
  },
]
