import type { Page } from 'playwright-core'
import { type RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const openDecline = async (page: Page) => {
  await page.locator('main li button').nth(1).click()
  await page.getByRole('dialog').waitFor()
}

export const awardRoutes: RouteCase[] = [
  {
    route: '/settings/awards',
    allowedFor: 'manage_settings',
    states: [
      { name: 'award-settings' },
      { name: 'award-settings-empty', viewer: 'empty' },
      {
        name: 'award-settings-archived',
        open: (page) => page.locator('main details summary').click(),
      },
      { name: 'award-dialog', open: clickAndWait('main button', 'dialog') },
      { name: 'award-edit', open: clickAndWait('main li button', 'dialog') },
      { name: 'award-archive', open: clickAndWait('main li button', 'dialog', 1) },
      { name: 'award-settings-error', before: failCalls('awards') },
    ],
  },
  {
    route: '/awards',
    allowedFor: 'active',
    states: [
      { name: 'awards' },
      { name: 'awards-empty', viewer: 'empty' },
      { name: 'awards-give', path: () => '/awards?tab=give' },
      {
        name: 'award-give',
        path: () => '/awards?tab=give',
        open: clickAndWait('main li button', 'dialog'),
      },
      { name: 'awards-given', path: () => '/awards?tab=given' },
      { name: 'awards-received', path: () => '/awards?tab=received', viewer: 'member' },
      { name: 'award-decline', open: openDecline },
      {
        name: 'award-delegate',
        path: () => '/awards?tab=decide',
        open: clickAndWait('main > div > div:last-child button', 'dialog'),
      },
      { name: 'awards-error', before: failCalls('awards/summary') },
    ],
  },
  {
    route: '/awards/gifts/{id}',
    path: (seedData) => `/awards/gifts/${seedData.ids.gift}`,
    allowedFor: 'active',
    states: [
      { name: 'award-gift' },
      { name: 'award-gift-error', before: failCalls('awards/gifts/**') },
    ],
  },
]
