import type { Page } from 'playwright-core'
import { dayMs } from '#contract/durations.ts'
import type {
  BallotNominee,
  KindWords,
  NominationResult,
  NominationRound,
  OwnNominationRound,
} from '#contract/schemas/nominations.ts'
import {
  makeBallotNominee,
  makeNominationsSummary,
  makeNomineeResult,
  makeOwnNomination,
  makeOwnRound,
  makeReport,
  makeResult,
  makeRound,
} from '#tests/support/nomination-data.ts'
import { exampleTime, makePerson, nextId } from '#tests/support/web-data.ts'

// The phase of a round follows the clock, so the calls are answered here.

const after = (days: number) => new Date(Date.now() + days * dayMs + 3_600_000).toISOString()
const dayAfter = (days: number) => after(days).slice(0, 10)
const [ada, tomas, elif, max] = [
  ['Ada', 'Lind'],
  ['Tomás', 'Pereira'],
  ['Elif', 'Demir'],
  ['Maximiliane', 'Oppenheimer-Brandt'],
].map(([firstName = '', lastName = '']) =>
  makePerson({ first_name: firstName, last_name: lastName }),
) as [Person, Person, Person, Person]
type Person = ReturnType<typeof makePerson>
const people = [ada, tomas, elif, max]
const texts = [
  'Ada sat with support for two days when the import broke, wrote down every case, and fixed the three that hurt most. Our customers noticed before we did.',
  'The calmest person in the room, every single time. I learned more from her in this outage than in a year before.',
  'Thank you for the way you bring new people in. Nobody starts alone any more.',
  'The release would still be waiting without you.',
]
const questions = [
  { label: 'What changed for the customer?', kind: 'text' as const, required: false, choices: [] },
]
const answers = ['Imports have not failed once since then.']

const days = (starts: number, ends: number, decides: number) => ({
  starts_on: dayAfter(starts),
  ends_on: dayAfter(ends),
  decides_on: dayAfter(decides),
  opens_at: after(starts),
  closes_at: after(ends),
  decides_at: after(decides),
})
const isOpen = { phase: 'open' as const, ...days(-9, 5, 12) }
const isDeciding = { phase: 'deciding' as const, ...days(-16, -2, 5) }
const hasEnded = { phase: 'ended' as const, ...days(-30, -16, -2) }

export const roundId = nextId()
const rounds: NominationRound[] = [
  makeRound({ id: roundId, ...isOpen, nominations: 23 }),
  makeRound({
    ...hasEnded,
    name: 'Customer hero',
    emoji: '🤝',
    decision: 'vote',
    criteria: [],
    winners_max: 3,
    points: 100,
    nominations: 41,
  }),
  makeRound({
    phase: 'planned',
    ...days(20, 34, 41),
    name: 'Team of the year',
    emoji: '🏅',
    nominee_kind: 'group',
    points: 50,
    nominations: 0,
  }),
  makeRound({ phase: 'announced', ...days(-90, -76, -69), announced_at: after(-66) }),
  makeRound({ phase: 'canceled', ...days(-190, -176, -169), name: 'Best office', emoji: '🏡' }),
]

const quotes = texts.slice(0, 3).map((text, index) => ({
  nomination_id: nextId(),
  nominator: people[index + 1] ?? ada,
  text,
}))
const results = people.map((user, index) =>
  makeNomineeResult({
    nominee: { user, group: null },
    nominations: 9 - index * 2,
    score: 4.6 - index * 0.5,
    spread: 0.3 + index * 0.2,
    votes: 5,
    place: index + 1,
    won: index === 0,
    quotes: index === 0 ? quotes : [],
  }),
)
const [first = makeNomineeResult(), second = first, third = first, last = first] = results
const leftOut = { ...last, excluded: true, place: null }
const decided = makeResult({ finished: 5, invited: 5, nominees: [first, second, third, leftOut] })
const equal = [first, second].map((one) => ({ ...one, place: 1, won: false, score: 4.6 }))
const tied = makeResult({
  finished: 5,
  invited: 5,
  tied_ids: equal.map(({ id }) => id),
  places_left: 1,
  nominees: [...equal, third],
})
const report = makeReport({
  nominators: 23,
  invited: 58,
  departments: [
    { name: 'Customer support', people: 14, nominations: 11, wins: 1 },
    { name: 'Engineering', people: 27, nominations: 9, wins: 0 },
    { name: null, people: 9, nominations: 3, wins: 0 },
  ],
})

/** Answers calls by the end of their path. */
const answer = (outputs: Record<string, unknown>) => async (page: Page) => {
  for (const [path, json] of Object.entries(outputs))
    await page.route(`**/api/nominations${path}`, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json }) : route.continue(),
    )
}
export const mockRounds = answer({ '/rounds': rounds })
const mockResult = (round: Partial<NominationRound>, result: NominationResult) =>
  answer({
    '/rounds': [makeRound({ id: roundId, nominations: 23, ...round })],
    '/rounds/*/result': result,
    '/rounds/*/report': report,
  })
export const mockDecided = mockResult(hasEnded, decided)
export const mockTied = mockResult({ ...hasEnded, tie_rule: 'administrator' }, tied)
export const mockAnnounced = mockResult(
  { ...hasEnded, phase: 'announced', announced_at: after(-1) },
  { ...decided, phase: 'announced' },
)
export const mockDeciding = mockResult(isDeciding, {
  ...decided,
  phase: 'deciding',
  finished: 2,
  nominees: decided.nominees.map((one) => ({ ...one, place: null, won: false, excluded: false })),
})
export const mockNoNominations = mockResult(
  { ...isOpen, nominations: 0 },
  makeResult({ phase: 'open', finished: 0, nominees: [] }),
)

const own = (fields: Partial<OwnNominationRound>) =>
  makeOwnRound({ id: roundId, own_nominations: 1, questions, ...fields })
const noAbilities = { nominate: false, score: false, vote: false }
const scoring = own({
  ...isDeciding,
  abilities: { ...noAbilities, score: true },
  own_nominations: 0,
  to_score: 2,
})
const voting = own({
  ...isDeciding,
  name: 'Customer hero',
  emoji: '🤝',
  decision: 'vote',
  criteria: [],
  winners_max: 3,
  abilities: { ...noAbilities, vote: true },
  own_nominations: 0,
  voted: true,
})
const ownList = [
  own(isOpen),
  { ...scoring, id: nextId(), name: 'Team of the year', emoji: '🏅' },
  { ...voting, id: nextId() },
  own({
    id: nextId(),
    ...hasEnded,
    phase: 'announced',
    abilities: noAbilities,
    name: 'Best office',
    emoji: '🏡',
  }),
]
const summary = makeNominationsSummary({ to_do: 2, has_words: true })
export const mockOwnRounds = answer({ '/summary': summary, '': ownList })
const words: KindWords[] = texts.map((text, index) => ({
  id: nextId(),
  round: { id: roundId, name: 'Colleague of the quarter', emoji: '🌟' },
  group: index === 3 ? { id: nextId(), kind: 'team', name: 'Imports' } : null,
  nominator: index === 1 ? null : (people[index] ?? ada),
  text,
  created_at: exampleTime,
}))
export const mockWords = answer({
  '/summary': summary,
  '/words*': { items: words, next_cursor: null },
})
export const mockNothing = answer({
  '/summary': makeNominationsSummary({ has_rounds: false }),
  '/words*': { items: [], next_cursor: null },
  '': [],
})

const mockRound = (round: OwnNominationRound, outputs: Record<string, unknown>) =>
  answer({ '/*': round, '/*/own': [], ...outputs })
const ownNomination = makeOwnNomination({
  nominee: { user: elif, group: null },
  text: texts[2] ?? '',
  answers,
  may_quote: true,
})
export const mockOpenRound = mockRound(own(isOpen), { '/*/own': [ownNomination] })
export const mockFullRound = mockRound(
  own({ ...isOpen, nominations_max: 1, abilities: noAbilities }),
  { '/*/own': [ownNomination] },
)
const ballot = (fields: Partial<BallotNominee>[]) => ({
  '/*/ballot*': {
    items: people.map((user, index) =>
      makeBallotNominee({
        nominee: { user, group: null },
        department: ['Customer support', 'Engineering', 'Design', 'Engineering'][index] ?? null,
        nominations: [
          { text: texts[index] ?? '', answers, values: [] },
          { text: texts[3] ?? '', answers: [null], values: [] },
        ],
        nomination_count: 9 - index * 2,
        ...fields[index],
      }),
    ),
    next_cursor: null,
  },
})
export const mockJury = mockRound(
  scoring,
  ballot([{ scores: [5, 4] }, {}, { conflict: 'report' }, {}]),
)
export const mockVote = mockRound(voting, ballot([{}, { voted: true }, { conflict: 'self' }, {}]))
export const mockNobody = mockRound(scoring, {
  '/*/ballot*': { items: [], next_cursor: null },
})
