import type { Page } from 'playwright-core'
import type { Leaver, LeaverAccount } from '#contract/schemas/leavers.ts'
import type { RouteCase } from './route-case.ts'
import { failCalls } from './state-actions.ts'

const id = '00000000-0000-7000-8000-000000000051'
const makeLeaver = (
  number: number,
  [firstName, lastName]: [string, string],
  fields: Partial<Leaver> = {},
): Leaver => ({
  id: id.replace('51', `${number}`),
  user: {
    id: id.replace('51', `${number}`),
    name: `${firstName} ${lastName}`,
    first_name: firstName,
    last_name: lastName,
    avatar: { url: null },
    job_title: 'Engineer',
    state: 'deactivated',
    demo: false,
  },
  state: 'open',
  points: 120,
  cents: 1_200,
  outcome: 'payroll',
  result: null,
  started_at: '2026-03-01T09:00:00.000Z',
  ends_at: '2026-03-31T09:00:00.000Z',
  ended_at: null,
  ...fields,
})
const account: LeaverAccount = {
  team: 'Northwind',
  logo: { url: null },
  first_name: 'Lea',
  balance: 120,
  cents: 1_200,
  outcome: 'payroll',
  ends_at: '2026-03-31T09:00:00.000Z',
  rewards: [
    {
      id,
      title: 'Tea',
      description: '',
      emoji: '🍵',
      picture: { url: null },
      price: 30,
      type: 'manual',
      comment_required: false,
      is_blocked: false,
    },
  ],
  purchases: [
    {
      id,
      title: 'Book',
      emoji: '📚',
      price: 20,
      status: 'fulfilled',
      note: 'By post',
      code: '',
      claim_url: null,
      created_at: '2026-03-02T09:00:00.000Z',
    },
  ],
}

/** Answers the list with an open, a held and an ended leaver. */
export const mockLeavers = (page: Page) =>
  page.route('**/api/leavers', (route) =>
    route.fulfill({
      json: {
        items: [
          makeLeaver(51, ['Lea', 'Moss']),
          makeLeaver(52, ['Omar', 'Diaz'], { state: 'held', points: 340, cents: 3_400 }),
          makeLeaver(53, ['Ines', 'Vogt'], {
            state: 'ended',
            points: 75,
            cents: 750,
            result: 'paid_out',
            ended_at: '2026-03-31T09:00:00.000Z',
          }),
        ],
        next_cursor: null,
      },
    }),
  )

/** Answers the link of a leaver. */
export const mockLeaverPage = (page: Page) =>
  page.route('**/api/leavers/open', (route) => route.fulfill({ json: account }))

export const leaversPage: RouteCase = {
  route: '/settings/leavers',
  allowedFor: 'manage_workspace',
  states: [
    { name: 'leavers', before: mockLeavers },
    { name: 'leavers-empty' },
    { name: 'leavers-error', before: failCalls('leavers') },
  ],
}
