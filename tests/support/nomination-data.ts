import type {
  BallotNominee,
  NominationReport,
  NominationResult,
  NominationRound,
  NominationsSummary,
  NomineeResult,
  OwnNomination,
  OwnNominationRound,
} from '#contract/schemas/nominations.ts'
import { exampleTime, makePerson, nextId } from './web-data.ts'
import { makeAudience } from './audience-data.ts'

const roundSummary = {
  name: 'Colleague of the quarter',
  text: 'For someone who made the quarter better for all of us.',
  emoji: '🌟',
  nominee_kind: 'person' as const,
  questions: [],
  nominations_max: 3,
  starts_on: '2031-11-03',
  ends_on: '2031-11-16',
  decides_on: '2031-11-23',
  opens_at: '2031-11-02T10:00:00.000Z',
  closes_at: '2031-11-17T12:00:00.000Z',
  decides_at: '2031-11-24T00:00:00.000Z',
  decision: 'jury' as const,
  criteria: ['Impact of the work', 'Help for others'],
  tie_rule: 'share' as const,
  winners_max: 1,
  points: 200,
}

/** Returns an open round with a jury, as administrators see it. */
export const makeRound = (fields: Partial<NominationRound> = {}): NominationRound => ({
  id: nextId(),
  ...roundSummary,
  phase: 'open',
  nominators: makeAudience(),
  nominees: makeAudience(),
  hide_departments: false,
  jurors: [makePerson({ name: 'Mara Voss' })],
  budget: null,
  value_id: nextId(),
  nominations: 4,
  created_at: exampleTime,
  announced_at: null,
  ...fields,
})

/** Returns an open round in which the reader may nominate. */
export const makeOwnRound = (fields: Partial<OwnNominationRound> = {}): OwnNominationRound => ({
  id: nextId(),
  ...roundSummary,
  phase: 'open',
  abilities: { nominate: true, score: false, vote: false },
  own_nominations: 0,
  to_score: 0,
  voted: false,
  to_vote: false,
  ...fields,
})

export const makeOwnNomination = (fields: Partial<OwnNomination> = {}): OwnNomination => ({
  id: nextId(),
  nominee: { user: makePerson({ name: 'Rosa Park' }), group: null },
  text: 'She kept everyone calm through the outage.',
  answers: [],
  values: [],
  sharing: 'named',
  may_quote: false,
  created_at: exampleTime,
  updated_at: exampleTime,
  ...fields,
})

export const makeBallotNominee = (fields: Partial<BallotNominee> = {}): BallotNominee => ({
  id: nextId(),
  nominee: { user: makePerson({ name: 'Rosa Park' }), group: null },
  department: 'Support',
  nominations: [{ text: 'She kept everyone calm through the outage.', answers: [], values: [] }],
  nomination_count: 1,
  scores: null,
  voted: false,
  conflict: null,
  ...fields,
})

export const makeNomineeResult = (fields: Partial<NomineeResult> = {}): NomineeResult => ({
  id: nextId(),
  nominee: { user: makePerson({ name: 'Rosa Park' }), group: null },
  nominations: 3,
  score: 4.25,
  spread: 0.5,
  votes: 3,
  place: 1,
  won: true,
  excluded: false,
  left: false,
  quotes: [],
  ...fields,
})

export const makeResult = (fields: Partial<NominationResult> = {}): NominationResult => ({
  phase: 'ended',
  decided: true,
  finished: 3,
  invited: 3,
  tied_ids: [],
  places_left: 0,
  nominees: [makeNomineeResult()],
  ...fields,
})

export const makeReport = (fields: Partial<NominationReport> = {}): NominationReport => ({
  nominators: 12,
  invited: 48,
  departments: [
    { name: 'Support', people: 14, nominations: 3, wins: 1 },
    { name: null, people: 7, nominations: 1, wins: 0 },
  ],
  ...fields,
})

export const makeNominationsSummary = (
  fields: Partial<NominationsSummary> = {},
): NominationsSummary => ({ to_do: 0, has_rounds: true, has_words: false, ...fields })
