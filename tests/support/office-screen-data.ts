import type {
  OfficeScreen,
  OfficeScreenPerson,
  OfficeScreenView,
} from '#contract/schemas/office-screens.ts'

const makeScreenPerson = (
  firstName: string,
  lastName: string,
  fields: Partial<OfficeScreenPerson> = {},
): OfficeScreenPerson => ({
  name: `${firstName} ${lastName}`,
  first_name: firstName,
  last_name: lastName,
  avatar: { url: null },
  is_former: false,
  ...fields,
})
const postId = (number: number) => `00000000-0000-7000-8000-0000000000${number}`

/** Returns what a display shows: two posts, leaders and a date. */
export const makeScreenView = (fields: Partial<OfficeScreenView> = {}): OfficeScreenView => ({
  team: 'Juniper & Lane',
  logo: { url: null },
  language: 'en',
  timezone: 'UTC',
  active_color: '#B24E36',
  posts: [
    {
      id: postId(11),
      from: makeScreenPerson('Nora', 'Albrecht'),
      to: [makeScreenPerson('Tomás', 'Pereira'), makeScreenPerson('Li', 'Wei')],
      to_count: 2,
      value: { name: 'Teamwork', emoji: '🤝', color: '#2F6FB0' },
      score: 20,
      description: 'You stayed with the customer until everything worked. Thank you both!',
      created_at: '2026-03-04T09:00:00.000Z',
    },
    {
      id: postId(12),
      from: null,
      to: [makeScreenPerson('', '', { name: '', is_former: true })],
      to_count: 1,
      value: { name: 'Curiosity', emoji: '🔭', color: '#1B7062' },
      score: 0,
      description: 'Five years with us. Congratulations!',
      created_at: '2026-03-03T09:00:00.000Z',
    },
  ],
  leaders: {
    mode: 'receivers',
    period: 'month',
    total: 90,
    items: [
      { person: makeScreenPerson('Tomás', 'Pereira'), score: 60 },
      { person: makeScreenPerson('Li', 'Wei'), score: 30 },
    ],
  },
  dates: [
    {
      person: makeScreenPerson('Amara', 'Okafor'),
      kind: 'anniversary',
      date: '2026-03-09',
      years: 3,
    },
  ],
  ...fields,
})

export const makeOfficeScreens = (): OfficeScreen[] => [
  {
    id: postId(21),
    name: 'Reception',
    created_at: '2026-03-03T09:00:00.000Z',
    used_on: null,
  },
  {
    id: postId(22),
    name: 'Canteen',
    created_at: '2026-01-20T09:00:00.000Z',
    used_on: '2026-03-04',
  },
]
export const screenAddress =
  'https://laurel.example/screen/AZVCbR0AcAC-rGcM8XhV3Qx1e0Vn3c6mYb4zJ9sKpLqRtUvWxYz012'
