import type { Page } from 'playwright-core'
import type {
  ConnectedApplication,
  OauthInteraction,
  OauthPolicyView,
} from '#contract/schemas/oauth.ts'
import { exampleTime, nextId } from '#tests/support/web-data.ts'
import type { RouteCase } from './route-case.ts'
import { failCalls } from './state-actions.ts'

const clientId = 'https://open-assistant.example/client.json'
const request: OauthInteraction = {
  client: { id: clientId, name: 'Assistant', website: 'https://open-assistant.example' },
  returns_to: 'open-assistant.example',
  audience: 'mcp',
  scopes: ['profile:read', 'posts:read', 'posts:write', 'shop:read', 'points:read'],
  allowed: true,
}
const policy: OauthPolicyView = {
  access: 'listed',
  client_ids: [clientId],
  clients: [
    { client_id: clientId, name: 'Assistant', people: 214, last_used_at: exampleTime },
    {
      client_id: 'https://apps.northwind.example/birthdays/oauth-client.json',
      name: 'Birthday wishes',
      people: 1,
      last_used_at: exampleTime,
    },
  ],
}
const application: ConnectedApplication = {
  id: nextId(),
  client_id: clientId,
  name: 'Assistant',
  audience: 'mcp',
  scopes: ['profile:read', 'posts:read', 'posts:write'],
  reads_private: true,
  created_at: exampleTime,
  last_used_at: exampleTime,
}

/** Answers a request for access of this browser. */
const mockAccessRequest = async (page: Page, fields: Partial<OauthInteraction> = {}) =>
  page.route('**/api/oauth/interactions/*', (route) =>
    route.fulfill({ json: { ...request, ...fields } }),
  )
const mockApplications = async (page: Page) =>
  page.route('**/api/profiles/me/applications', (route) => route.fulfill({ json: [application] }))
const mockOauthPolicy = async (page: Page) =>
  page.route('**/api/oauth/policy', (route) => route.fulfill({ json: policy }))

/** The account page with a connected application. */
export const profileWithApplications = {
  name: 'edit-profile-applications',
  before: mockApplications,
}

const connectPath = '/connect/example-request-for-access'

export const oauthRoutes: RouteCase[] = [
  {
    route: '/connect/{uid}',
    path: () => connectPath,
    allowedFor: 'active',
    states: [
      { name: 'connect', before: (page) => mockAccessRequest(page) },
      { name: 'connect-blocked', before: (page) => mockAccessRequest(page, { allowed: false }) },
      { name: 'connect-over' },
    ],
  },
  {
    route: '/settings/applications',
    allowedFor: 'manage_workspace',
    states: [
      { name: 'applications', before: mockOauthPolicy },
      { name: 'applications-empty' },
      { name: 'applications-error', before: failCalls('oauth/policy') },
    ],
  },
]

/** The pictures of the documentation. */
export const oauthScreenshots = [
  { name: 'connect', path: connectPath, before: (page: Page) => mockAccessRequest(page) },
  { name: 'applications', path: '/settings/applications', before: mockOauthPolicy },
]
