import type { Page } from 'playwright-core'
import { answerReported } from './group-card-routes.ts'
import { type RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

/** Opens the dialog of an entry in the menu of the first budget. */
const openFromMenu = (nth: number) => async (page: Page) => {
  await clickAndWait('main li button[aria-haspopup=menu]', 'menu')(page)
  await page.getByRole('menuitem').nth(nth).click()
  await page.getByRole('dialog').waitFor()
}

export const budgetRoutes: RouteCase[] = [
  {
    route: '/settings/budgets',
    allowedFor: 'manage_settings',
    states: [
      { name: 'budgets' },
      { name: 'budgets-empty', viewer: 'empty' },
      { name: 'budgets-closed', open: (page) => page.locator('main details summary').click() },
      { name: 'budget-dialog', open: clickAndWait('main button', 'dialog') },
      {
        name: 'budget-menu',
        open: clickAndWait('main li button[aria-haspopup=menu]', 'menu'),
      },
      { name: 'budget-fund', open: openFromMenu(0) },
      { name: 'budget-move', open: openFromMenu(1) },
      { name: 'budget-close', open: openFromMenu(3) },
      { name: 'budgets-error', before: failCalls('budgets') },
    ],
  },
  {
    route: '/settings/celebrations',
    allowedFor: 'manage_settings',
    states: [
      { name: 'celebrations' },
      { name: 'celebrations-reported', before: answerReported },
      { name: 'celebrations-off', viewer: 'empty' },
      { name: 'celebration-dialog', open: clickAndWait('main li button', 'dialog', 1) },
      { name: 'custom-day-add', open: clickAndWait('[role=group] button', 'dialog') },
      { name: 'custom-day-edit', open: clickAndWait('[role=group] li button', 'dialog') },
      { name: 'custom-day-delete', open: clickAndWait('[role=group] li button', 'dialog', 1) },
      { name: 'celebrations-error', before: failCalls('celebrations**') },
    ],
  },
  {
    route: '/budgets/{id}',
    path: (seedData) => `/budgets/${seedData.ids.budget}`,
    allowedFor: 'active',
    states: [
      { name: 'budget' },
      { name: 'budget-member', viewer: 'member' },
      { name: 'budget-error', before: failCalls('budgets/**') },
    ],
  },
]
