import type { Page } from 'playwright-core'
import type { ScimSettings } from '#contract/schemas/scim.ts'
import { exampleTime, nextId } from '#tests/support/web-data.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const settings: ScimSettings = {
  base_url: 'https://laurel.example/scim/v2',
  name: 'Okta',
  dry_run: true,
  sends_invitations: true,
  grants_account_administrator: false,
  paused_at: exampleTime,
  tokens: [{ id: nextId(), name: 'Okta', created_at: exampleTime, last_used_at: exampleTime }],
}
const groups = [
  { id: nextId(), name: 'Everyone in Berlin', kind: 'custom', permission: null, members: 214 },
  {
    id: nextId(),
    name: 'Reward team',
    kind: 'custom',
    permission: 'rewards_administrator',
    members: 3,
  },
]
const makeActivity = (fields: object) => ({
  id: nextId(),
  token: 'Okta',
  method: 'PATCH',
  resource: 'User',
  user: null,
  subject: 'ida@northwind.example',
  fields: ['title', 'department', 'manager'],
  outcome: 'changed',
  status: 200,
  detail: '',
  dry_run: true,
  created_at: exampleTime,
  ...fields,
})
const activity = [
  makeActivity({ outcome: 'deactivated', fields: ['active'] }),
  makeActivity({}),
  makeActivity({ outcome: 'failed', status: 409, detail: 'The user ida@northwind.example exists' }),
]

/** Answers a provider that is paused, with groups and activity. */
export async function mockScim(page: Page): Promise<void> {
  const answers = {
    scim: settings,
    'scim/groups?*': { items: groups, next_cursor: null },
    'scim/activity?*': { items: activity, next_cursor: null },
  }
  for (const [call, json] of Object.entries(answers))
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json }))
}

export const scimPage: RouteCase = {
  route: '/settings/scim',
  allowedFor: 'manage_workspace',
  states: [
    { name: 'scim', before: mockScim },
    { name: 'scim-empty' },
    {
      name: 'scim-token',
      open: clickAndWait(
        'main fieldset [role=group]:nth-of-type(1) .mantine-Button-root',
        'dialog',
      ),
    },
    { name: 'scim-error', before: failCalls('scim') },
    {
      name: 'scim-lists-error',
      before: async (page) => {
        await mockScim(page)
        await failCalls('scim/groups*')(page)
        await failCalls('scim/activity*')(page)
      },
    },
  ],
}
