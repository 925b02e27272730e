import type { Page } from 'playwright-core'
import type {
  GroupCard,
  GroupCardSummary,
  ReportedSignature,
} from '#contract/schemas/group-cards.ts'
import { exampleTime, makePerson, nextId } from '#tests/support/web-data.ts'
import type { RouteCase } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const people = [
  ['Ada', 'Lind'],
  ['Tomás', 'Pereira'],
  ['Elif', 'Demir'],
  ['Maximiliane', 'Oppenheimer-Brandt'],
].map(([firstName = '', lastName = '']) =>
  makePerson({
    id: nextId(),
    first_name: firstName,
    last_name: lastName,
    name: `${firstName} ${lastName}`,
  }),
)
const [ada = makePerson(), ...signers] = people
const texts = [
  'Happy birthday! I still laugh about the day the projector gave up and you drew all the slides on the wall.',
  'All the best, and a long lunch on me 🎂',
  'Thank you for everything you have taught me this year. It is good to have you here.',
]
const id = nextId()
const makeSummary = (fields: Partial<GroupCardSummary> = {}): GroupCardSummary => ({
  id,
  user: ada,
  occasion: { kind: 'birthday' },
  date: '2026-09-06',
  delivered_at: null,
  signed: false,
  signature_count: 3,
  ...fields,
})
const makeCard = (fields: Partial<GroupCard> = {}): GroupCard => ({
  ...makeSummary(),
  signatures: signers.map((user, index) => ({
    user,
    text: texts[index] ?? '',
    picture: { url: index === 2 ? '/icons/apple-180.png' : null },
    hidden: false,
    reported: false,
    created_at: exampleTime,
  })),
  abilities: { sign: true, hide: false },
  ...fields,
})

/** Cards open by themselves a week before a day, so the calls are answered here. */
const answerCard = (card: GroupCard) => (page: Page) =>
  page.route(`**/api/group-cards/${id}`, (route) => route.fulfill({ json: card }))
const answerLists = (page: Page) =>
  page.route('**/api/group-cards?*', (route) =>
    route.fulfill({
      json: route.request().url().includes('received')
        ? [
            makeSummary({
              id: nextId(),
              occasion: { kind: 'anniversary', years: 5 },
              date: '2026-03-02',
              delivered_at: exampleTime,
              signature_count: 12,
            }),
          ]
        : [makeSummary(), makeSummary({ id: nextId(), user: people[3] ?? ada, signed: true })],
    }),
  )

const own = makeCard({ delivered_at: exampleTime, abilities: { sign: false, hide: true } })
/** A reported signature, for administrators. */
export const answerReported = (page: Page) =>
  page.route('**/api/group-cards/reported', (route) =>
    route.fulfill({
      json: [
        {
          card_id: id,
          person: ada,
          occasion: { kind: 'birthday' },
          date: '2026-09-06',
          user: signers[1] ?? ada,
          text: 'Another year older, and still late to every meeting.',
          picture: { url: null },
          created_at: exampleTime,
          reported_at: exampleTime,
        } satisfies ReportedSignature,
      ],
    }),
  )

export const groupCardRoutes: RouteCase[] = [
  {
    route: '/group-cards',
    allowedFor: 'active',
    states: [
      { name: 'group-cards', before: answerLists },
      { name: 'group-cards-empty' },
      { name: 'group-cards-error', before: failCalls('group-cards?*') },
    ],
  },
  {
    route: '/group-cards/{id}',
    path: () => `/group-cards/${id}`,
    allowedFor: 'active',
    states: [
      { name: 'group-card-to-sign', before: answerCard(makeCard()) },
      {
        name: 'group-card-unsigned',
        before: answerCard(makeCard({ signatures: [], signature_count: 0 })),
      },
      {
        name: 'group-card',
        before: answerCard({
          ...own,
          signatures: own.signatures.map((one, index) => ({
            ...one,
            hidden: index === 1,
            reported: index === 1,
          })),
        }),
      },
      {
        name: 'group-card-report',
        before: answerCard(own),
        open: clickAndWait('main li button', 'dialog', 1),
      },
      { name: 'group-card-error', before: failCalls('group-cards/**') },
    ],
  },
]
