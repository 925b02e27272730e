import type { OutputOf } from '#contract/routes/index.ts'
import type {
  HistoryCheck,
  HistoryImport,
  HistoryTotals,
} from '#contract/schemas/history-imports.ts'
import { exampleTime, nextId } from './web-data.ts'

/** Example data of imports of posts for component tests and screenshots. */
type UnknownPerson = OutputOf<'history_imports.people'>['people'][number]

export const makeHistoryTotals = (fields: Partial<HistoryTotals> = {}): HistoryTotals => ({
  posts: 48_210,
  points: 612_450,
  known: 0,
  givers: 402,
  receivers: 431,
  unknown: 3,
  first_day: '2021-02-01',
  last_day: '2026-02-27',
  years: [
    { year: 2021, posts: 6_120, points: 71_340 },
    { year: 2022, posts: 8_904, points: 109_870 },
    { year: 2023, posts: 10_233, points: 131_415 },
    { year: 2024, posts: 11_080, points: 142_900 },
    { year: 2025, posts: 10_417, points: 138_205 },
    { year: 2026, posts: 1_456, points: 18_720 },
  ],
  refusals: [
    { code: 'self_recognition', rows: 41 },
    { code: 'date_unreadable', rows: 12 },
    { code: 'points_negative', rows: 1 },
  ],
  opening: { people: 318, points: 421_930 },
  ...fields,
})

export const makeHistoryImportData = (fields: Partial<HistoryImport> = {}): HistoryImport => ({
  id: nextId(),
  product: 'bonusly',
  state: 'uploaded',
  file_name: 'Bonuses 2021–2026.csv',
  columns: [
    { header: 'Date', field: 'date', samples: ['2021-02-01 09:12', '2021-02-01 10:40'] },
    { header: 'Giver Email', field: 'giver_email', samples: ['ida@northwind.example'] },
    {
      header: 'Receiver Email',
      field: 'receiver_emails',
      samples: ['grace@northwind.example', 'bjorn@northwind.example; maria@northwind.example'],
    },
    { header: 'Amount', field: 'points', samples: ['10', '25', '5'] },
    {
      header: 'Reason',
      field: 'text',
      samples: ['for the calm release night', 'thanks for stepping in on Friday'],
    },
    { header: 'Hashtag', field: 'tag', samples: ['#teamwork', '#customer-first'] },
    { header: 'Department', field: 'ignore', samples: [] },
  ],
  date_order: null,
  rows: 48_264,
  done: 0,
  created: 0,
  known: 0,
  refused: 0,
  totals: null,
  opening_balances: false,
  opened_points: 0,
  kept_points: 0,
  created_at: exampleTime,
  started_at: null,
  finished_at: null,
  undo_until: null,
  ...fields,
})

/** An import after its check. */
export const makeCheckedImport = (fields: Partial<HistoryImport> = {}): HistoryImport =>
  makeHistoryImportData({
    state: 'checked',
    done: 48_264,
    refused: 54,
    totals: makeHistoryTotals(),
    ...fields,
  })
/** An import that ends. */
export const makeEndedImport = (fields: Partial<HistoryImport> = {}): HistoryImport =>
  makeCheckedImport({
    state: 'finished',
    done: 48_210,
    created: 48_210,
    opening_balances: true,
    opened_points: 421_930,
    started_at: exampleTime,
    finished_at: exampleTime,
    undo_until: new Date(Date.now() + 5.5 * 86_400_000).toISOString(),
    ...fields,
  })

const makeUnknownPerson = (fields: Partial<UnknownPerson> = {}): UnknownPerson => ({
  former_user_id: nextId(),
  name: 'Cara Nowak',
  email: 'cara@northwind.example',
  given_posts: 182,
  given_points: 2_140,
  received_posts: 201,
  received_points: 2_510,
  ...fields,
})
export const unknownPeople: UnknownPerson[] = [
  makeUnknownPerson(),
  makeUnknownPerson({ name: 'Dan Okafor', email: 'dan.okafor@old-northwind.example' }),
  makeUnknownPerson({ name: 'jens', email: '', given_posts: 3, received_posts: 0 }),
]

export const makeHistoryCheck = (
  historyImport: HistoryImport,
  fields: Partial<HistoryCheck> = {},
): HistoryCheck => ({
  import: historyImport,
  people: [
    ['Ida Holm', 'ida@northwind.example', 1_204, 1_188, 15_120],
    ['Grace Okafor', 'grace@northwind.example', 1_090, 1_242, 14_870],
    ['Björn Åkesson', 'bjorn@northwind.example', 870, 1_015, 12_400],
    ['', 'maria.silva.fernandes@northwind.example', 802, 640, 7_905],
  ].map(([name, email, given, received, points]) => ({
    name: String(name),
    email: String(email),
    given_posts: Number(given),
    given_points: Number(given) * 11,
    received_posts: Number(received),
    received_points: Number(points),
  })),
  tags: [
    { tag: 'teamwork', posts: 18_230, value_id: null },
    { tag: 'customer-first', posts: 12_077, value_id: null },
    { tag: 'courage', posts: 6_410, value_id: null },
    { tag: 'learning', posts: 318, value_id: null },
  ],
  ...fields,
})
