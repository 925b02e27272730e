import type { Page } from 'playwright-core'
import type { ChatConnection } from '#contract/schemas/chat.ts'
import {
  makeChatApp,
  makeChatLink,
  makeChatRoute,
  makeConnectedApp,
} from '#tests/support/chat-data.ts'
import { exampleTime } from '#tests/support/web-data.ts'
import { type RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const answer = (page: Page, call: string, json: unknown) =>
  page.route(`**/api/${call}`, (route) => route.fulfill({ json }))

/** Answers with apps and channels, because no chat runs beside the browser. */
const mockApps =
  (...apps: ChatConnection[]) =>
  async (page: Page) => {
    const [slack = makeChatApp(), teams = makeChatApp({ provider: 'teams' })] = apps
    await answer(page, 'chat/apps', [slack, teams])
    await answer(page, 'chat/routes', [
      makeChatRoute({ kinds: ['thanks', 'joined'], delivered_at: exampleTime }),
      makeChatRoute({ channel_name: 'sales', state: 'off', off_reason: 'channel', waiting: 3 }),
      makeChatRoute({ channel_name: 'berlin', state: 'paused' }),
      makeChatRoute({ provider: 'teams', channel_name: 'Northwind / General' }),
    ])
  }
const mockConnected = mockApps(makeConnectedApp(), makeConnectedApp({ provider: 'teams' }))
const mockDisconnected = mockApps(
  makeConnectedApp({ state: 'disconnected', state_reason: 'uninstalled' }),
  makeConnectedApp({ provider: 'teams', state: 'disconnected', state_reason: 'credentials' }),
)
const mockSetup = mockApps(
  makeChatApp({ state: 'setup' }),
  makeChatApp({ provider: 'teams', state: 'setup' }),
)
const mockOperatorApp = mockApps(makeChatApp({ operator_app: true }))

const clickPrimary = async (page: Page) => {
  await page.locator('main li[aria-current=step] .mantine-Button-root').last().click()
}
const openMenu = clickAndWait('main li button[aria-haspopup=menu]', 'menu')
const mockCheck = async (page: Page) => {
  const app = makeConnectedApp()
  await mockConnected(page)
  await answer(page, 'chat/apps/slack/check', {
    connection: app,
    checks: [
      { name: 'credentials', ok: true, detail: '' },
      { name: 'token', ok: true, detail: '' },
      { name: 'scopes', ok: false, detail: 'im:write' },
      { name: 'requests', ok: false, detail: 'none' },
    ],
  })
}
const mockLink = (page: Page) =>
  answer(page, 'chat/links/preview', {
    provider: 'slack',
    external_name: 'Northwind',
    person_name: 'Nora Albrecht',
  })
const mockLinks = (page: Page) =>
  answer(page, 'profiles/me/chat', [makeChatLink(), makeChatLink({ provider: 'teams' })])

export const chatRoutes: RouteCase[] = [
  {
    route: '/settings/connections/slack',
    allowedFor: 'manage_settings',
    states: [
      { name: 'slack-app' },
      { name: 'slack-app-create', open: clickPrimary },
      {
        name: 'slack-app-keys',
        open: async (page) => {
          await clickPrimary(page)
          await clickPrimary(page)
          await page.locator('main form input').first().waitFor()
        },
      },
      { name: 'slack-app-authorize', before: mockSetup },
      { name: 'slack-app-operator', before: mockOperatorApp },
      { name: 'slack-app-denied', path: () => '/settings/connections/slack?error=access_denied' },
      { name: 'slack-app-connected', before: mockConnected },
      {
        name: 'slack-app-check',
        before: mockCheck,
        open: async (page) => {
          await page.locator('main fieldset .mantine-Button-root').first().click()
          await page.locator('main [role=status] li').first().waitFor()
        },
      },
      { name: 'slack-app-menu', before: mockConnected, open: openMenu },
      {
        name: 'slack-app-channel',
        before: mockConnected,
        open: clickAndWait('main fieldset .mantine-Button-root', 'dialog', 1),
      },
      {
        name: 'slack-app-disconnect',
        before: mockConnected,
        open: clickAndWait('main fieldset .mantine-Button-root', 'dialog', -1),
      },
      { name: 'slack-app-disconnected', before: mockDisconnected },
      { name: 'slack-app-error', before: failCalls('chat/apps') },
    ],
  },
  {
    route: '/settings/connections/teams',
    allowedFor: 'manage_settings',
    states: [
      { name: 'teams-app' },
      { name: 'teams-app-keys', open: clickPrimary },
      { name: 'teams-app-package', before: mockSetup },
      {
        name: 'teams-app-check',
        before: mockSetup,
        open: clickPrimary,
      },
      { name: 'teams-app-connected', before: mockConnected },
      { name: 'teams-app-disconnected', before: mockDisconnected },
    ],
  },
  {
    route: '/chat/link/{token}',
    path: () => '/chat/link/nothing',
    allowedFor: 'active',
    states: [{ name: 'chat-link', before: mockLink }, { name: 'chat-link-invalid' }],
  },
]

/** States of pages that exist without an app too. */
export const connectionsWithApps = { name: 'connections-apps', before: mockConnected }
export const profileWithChats = { name: 'edit-profile-chats', before: mockLinks }
