import type { Page } from 'playwright-core'
import { type RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const openPaid = async (page: Page) => {
  await page.locator('main ul[aria-label] > li').last().locator('button').click()
  await page.getByRole('dialog').locator('li').first().waitFor()
}

export const bonusRoutes: RouteCase[] = [
  {
    route: '/settings/bonuses',
    allowedFor: 'manage_settings',
    states: [
      { name: 'bonuses' },
      { name: 'bonuses-empty', viewer: 'empty' },
      { name: 'bonus-dialog', open: clickAndWait('main button', 'dialog') },
      { name: 'bonus-preview', open: clickAndWait('main li button', 'dialog') },
      { name: 'bonus-paid', open: openPaid },
      { name: 'bonus-edit', open: clickAndWait('main li button', 'dialog', 1) },
      { name: 'bonus-delete', open: clickAndWait('main li button', 'dialog', 2) },
      { name: 'bonuses-error', before: failCalls('bonuses') },
      {
        name: 'bonus-preview-error',
        before: failCalls('bonuses/*/preview**'),
        open: clickAndWait('main li button', 'dialog'),
      },
    ],
  },
]
