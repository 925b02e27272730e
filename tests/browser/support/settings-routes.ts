import { connectionsWithApps } from './chat-routes.ts'
import { mockExports } from './export-states.ts'
import { leaversPage } from './leaver-states.ts'
import { officeScreenStates } from './office-screen-states.ts'
import { takeBackState } from './purchase-states.ts'
import { type RouteCase } from './route-case.ts'
import {
  clickAndWait,
  clickMenuItem,
  failCalls,
  submitForm,
  uploadPeople,
} from './state-actions.ts'

export const settingsRoutes: RouteCase[] = [
  {
    route: '/settings',
    allowedFor: 'enter_settings',
    states: [{ name: 'settings' }, { name: 'settings-rewards', viewer: 'rewards' }],
  },
  {
    route: '/settings/no-such-setting',
    allowedFor: 'enter_settings',
    redirectsTo: () => '/settings',
  },
  {
    route: '/settings/global',
    allowedFor: 'manage_settings',
    states: [
      { name: 'global' },
      { name: 'global-error', before: failCalls('settings') },
      ...officeScreenStates,
    ],
  },
  {
    route: '/settings/notifications',
    allowedFor: 'manage_notifications',
    states: [{ name: 'notifications' }],
  },
  {
    route: '/settings/values',
    allowedFor: 'manage_values',
    states: [
      { name: 'values' },
      { name: 'value-dialog', open: clickAndWait('main li button', 'dialog') },
      { name: 'values-error', before: failCalls('values') },
    ],
  },
  {
    route: '/settings/groups',
    allowedFor: 'manage_team',
    states: [
      { name: 'groups' },
      { name: 'groups-empty', viewer: 'empty' },
      { name: 'group-dialog', open: clickAndWait('main li button', 'dialog') },
      { name: 'groups-error', before: failCalls('groups**') },
    ],
  },
  {
    route: '/settings/allowance-rules',
    allowedFor: 'manage_settings',
    states: [
      { name: 'allowance-rules' },
      { name: 'allowance-rules-empty', viewer: 'empty' },
      {
        name: 'allowance-rule-dialog',
        open: clickAndWait('main ol li button:has(.sr-only)', 'dialog'),
      },
      { name: 'allowance-rules-error', before: failCalls('allowance_rules') },
    ],
  },
  {
    route: '/settings/attributes',
    allowedFor: 'manage_team',
    states: [
      { name: 'attributes' },
      { name: 'attributes-empty', viewer: 'empty' },
      { name: 'attribute-dialog', open: clickAndWait('main li button', 'dialog') },
      { name: 'attributes-error', before: failCalls('attributes') },
    ],
  },
  {
    route: '/settings/connections',
    allowedFor: 'manage_settings',
    states: [
      { name: 'connections' },
      { name: 'connections-empty', viewer: 'empty' },
      { name: 'connections-error', before: failCalls('hooks') },
      connectionsWithApps,
      {
        name: 'connections-connect',
        viewer: 'empty',
        open: clickAndWait('main button', 'dialog', 2),
      },
      { name: 'connections-edit', open: clickAndWait('main li button', 'dialog', 12) },
      { name: 'connections-log', open: clickAndWait('main li button', 'dialog', 11) },
    ],
  },
  {
    route: '/settings/danger',
    allowedFor: 'manage_workspace',
    states: [
      { name: 'danger' },
      { name: 'danger-exports', before: mockExports },
      { name: 'danger-exports-error', before: failCalls('workspace/exports') },
      { name: 'danger-dialog', open: clickAndWait('main button', 'dialog', -1) },
    ],
  },
  leaversPage,
  {
    route: '/settings/audit',
    allowedFor: 'read_audit',
    states: [{ name: 'audit' }, { name: 'audit-error', before: failCalls('workspace/audit**') }],
  },
  {
    route: '/settings/team',
    allowedFor: 'manage_team',
    states: [
      { name: 'team' },
      { name: 'team-menu', open: clickAndWait('main tr button[aria-haspopup=menu]', 'menu', 2) },
      { name: 'team-edit', open: clickMenuItem(1) },
      { name: 'team-permissions', open: clickMenuItem(2) },
      { name: 'team-adjust', open: clickMenuItem(3) },
      { name: 'team-nobody', path: () => '/settings/team?search=nobody-of-this-name' },
      { name: 'team-error', before: failCalls('users?**') },
    ],
  },
  {
    route: '/settings/team/add-user',
    allowedFor: 'manage_team',
    states: [
      { name: 'add-user' },
      {
        name: 'add-user-error',
        open: async (page) => {
          await page.locator('main form input').first().fill('broken@')
          await submitForm(page)
        },
      },
    ],
  },
  {
    route: '/settings/team/import',
    allowedFor: 'manage_team',
    states: [
      { name: 'import' },
      { name: 'import-columns', open: uploadPeople },
      {
        name: 'import-confirm',
        open: async (page) => {
          await uploadPeople(page)
          await page.locator('main .mantine-Button-root').last().click()
          await page.locator('main tbody tr').first().waitFor()
        },
      },
    ],
  },
  {
    route: '/settings/team/bulk-upload',
    allowedFor: 'manage_team',
    redirectsTo: () => '/settings/team/invite',
  },
  {
    route: '/settings/team/invite',
    allowedFor: 'manage_team',
    states: [
      { name: 'invite' },
      {
        name: 'invite-file',
        open: (page) => page.locator('main nav a').nth(1).click(),
      },
      { name: 'invite-link', path: () => '/settings/team/invite?tab=link' },
      {
        name: 'invite-link-renew',
        path: () => '/settings/team/invite?tab=link',
        open: clickAndWait('main [data-link-actions] button', 'dialog'),
      },
      {
        name: 'invite-link-new',
        viewer: 'fresh',
        path: () => '/settings/team/invite?tab=link',
      },
      {
        name: 'invite-link-error',
        path: () => '/settings/team/invite?tab=link',
        before: failCalls('joining'),
      },
      {
        name: 'invite-filled',
        open: async (page) => {
          await page
            .locator('main textarea')
            .fill('ada@example.test, ada@example.test, broken@, grace@example.test')
          await page.locator('main').getByText('broken@').last().waitFor()
        },
      },
    ],
  },
  {
    route: '/settings/rewards',
    allowedFor: 'manage_rewards',
    redirectsTo: () => '/settings/rewards/all',
  },
  {
    route: '/settings/rewards/all',
    allowedFor: 'manage_rewards',
    states: [
      { name: 'rewards' },
      { name: 'rewards-empty', viewer: 'empty' },
      { name: 'rewards-error', before: failCalls('rewards/rewards') },
    ],
  },
  {
    route: '/settings/rewards/purchases',
    allowedFor: 'manage_rewards',
    states: [
      { name: 'purchases' },
      { name: 'purchases-ordered', path: () => '/settings/rewards/purchases?stage=ordered' },
      {
        name: 'purchase-panel-ordered',
        path: () => '/settings/rewards/purchases?stage=ordered',
        open: clickAndWait('main li[data-purchase] button', 'dialog'),
      },
      { name: 'purchases-empty', viewer: 'empty' },
      takeBackState,
      { name: 'purchase-panel', open: clickAndWait('main li[data-purchase] button', 'dialog') },
      {
        name: 'purchases-selected',
        open: async (page) => {
          await page.locator('main li[data-purchase] input').first().check()
          await page.getByRole('region').first().waitFor()
        },
      },
    ],
  },
  {
    route: '/settings/rewards/payment',
    allowedFor: 'manage_rewards_billing',
    states: [{ name: 'payment' }, { name: 'payment-none', viewer: 'empty' }],
  },
  {
    route: '/settings/billing',
    allowedFor: 'manage_billing',
    redirectsTo: (role) =>
      role === 'expired_payer' ? '/settings/billing/trial' : '/settings/billing/overview',
  },
  {
    route: '/settings/billing/overview',
    allowedFor: 'manage_billing',
    states: [
      { name: 'billing', viewer: 'payer' },
      { name: 'billing-trialing', viewer: 'fresh' },
      { name: 'cancel-dialog', viewer: 'payer', open: clickAndWait('main button', 'dialog', 1) },
      { name: 'switch-dialog', viewer: 'payer', open: clickAndWait('main button', 'dialog', 0) },
    ],
  },
  {
    route: '/settings/billing/history',
    allowedFor: 'manage_billing',
    states: [
      { name: 'billing-history', viewer: 'payer' },
      { name: 'billing-history-empty', viewer: 'empty' },
    ],
  },
  {
    route: '/settings/billing/details',
    allowedFor: 'manage_billing',
    states: [{ name: 'billing-details', viewer: 'payer' }],
  },
  {
    route: '/settings/billing/payment_method',
    allowedFor: 'manage_billing',
    states: [
      { name: 'billing-card', viewer: 'payer' },
      { name: 'billing-card-none', viewer: 'fresh' },
    ],
  },
  {
    route: '/settings/billing/trial',
    allowedFor: 'manage_billing',
    states: [
      { name: 'trial' },
      { name: 'trial-over', viewer: 'expired_payer' },
      { name: 'trial-subscribed', viewer: 'payer' },
    ],
  },
]
