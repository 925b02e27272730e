import type { Page } from 'playwright-core'
import { makeLeaverAccount } from '#tests/support/leaver-account.ts'
import type { Leaver, LeaverBadge } from '#contract/schemas/leavers.ts'
import { renderBadgePicture } from '#server/modules/badges/picture.ts'
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
  worth: { currency: 'USD', minor: 1_200 },
  outcome: 'payroll',
  result: null,
  started_at: '2026-03-01T09:00:00.000Z',
  ends_at: '2026-03-31T09:00:00.000Z',
  ended_at: null,
  ...fields,
})
const account = makeLeaverAccount({
  balance: 120,
  worth: { currency: 'USD', minor: 1_200 },
  outcome: 'payroll',
  purchases: [
    {
      id,
      title: 'Book',
      emoji: '📚',
      price: 20,
      status: 'fulfilled',
      stage: 'done',
      decline_reason: '',
      order_note: '',
      note: 'By post',
      code: '',
      claim_url: null,
      created_at: '2026-03-02T09:00:00.000Z',
      canceled_at: null,
      returned_at: null,
    },
  ],
})

/** Answers the list with an open, a held and an ended leaver. */
export const mockLeavers = (page: Page) =>
  page.route('**/api/leavers', (route) =>
    route.fulfill({
      json: {
        items: [
          makeLeaver(51, ['Lea', 'Moss']),
          makeLeaver(52, ['Omar', 'Diaz'], {
            state: 'held',
            points: 340,
            worth: { currency: 'USD', minor: 3_400 },
          }),
          makeLeaver(53, ['Ines', 'Vogt'], {
            state: 'ended',
            points: 75,
            worth: { currency: 'USD', minor: 750 },
            result: 'paid_out',
            ended_at: '2026-03-31T09:00:00.000Z',
          }),
        ],
        next_cursor: null,
      },
    }),
  )

const makeBadge = (number: number, name: string, emoji: string, count: number): LeaverBadge => ({
  value_id: id.replace('51', `${number}`),
  name,
  emoji,
  count,
  first_day: '2026-01-12',
  last_day: '2026-02-27',
})
const badges = [
  makeBadge(61, 'Teamwork', '🤝', 12),
  makeBadge(62, 'Curiosity beyond your own work', '🔭', 4),
]

/** Answers the link of a leaver, with two badges. */
export async function mockLeaverPage(page: Page): Promise<void> {
  await page.route('**/api/leavers/open', (route) => route.fulfill({ json: account }))
  await page.route('**/api/leavers/badges', (route) => route.fulfill({ json: { badges } }))
  await page.route('**/api/leavers/badges/file', (route) => {
    const { value_id: valueId } = route.request().postDataJSON() as { value_id: string }
    const badge = badges.find((one) => one.value_id === valueId) ?? badges[0]
    if (!badge) throw new Error('no badge')
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: renderBadgePicture({
        ...badge,
        team: account.team,
        thanked: `Thanked ${badge.count} times`,
        credential: 'header.payload.signature',
      }),
    })
  })
}

export const leaversPage: RouteCase = {
  route: '/settings/leavers',
  allowedFor: 'manage_workspace',
  states: [
    { name: 'leavers', before: mockLeavers },
    { name: 'leavers-empty' },
    { name: 'leavers-error', before: failCalls('leavers') },
  ],
}
