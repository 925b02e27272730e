import { z } from 'zod'
import {
  codeWithBounds,
  date,
  emoji,
  flag,
  id,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageOf,
  pageQueryParams,
  searchText,
  tableFileParams,
  text,
  time,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { audience, audienceInput } from './audiences.ts'
import { groupName } from './organization-record.ts'
import { person } from './users.ts'

const label = oneLineText(1, limits.nomination_label_chars_max)
const listOf = <Item extends z.ZodType>(item: Item, min: number, max: number) =>
  z
    .array(item, 'wrong_format')
    .min(min, codeWithBounds(min === 0 ? 'out_of_range' : 'required', min, max))
    .max(max, codeWithBounds('out_of_range', min, max))

const questionKind = z.enum(['text', 'choice', 'value'], 'wrong_format')
/** A question of a round. The answer to `choice` is one of `choices`, to `value` a company value. */
const question = namedObject('NominationQuestion', {
  label: z.string(),
  kind: questionKind,
  required: z.boolean(),
  choices: z.array(z.string()),
})
const questionInput = namedStrictObject('NominationQuestionInput', {
  label,
  kind: questionKind,
  required: flag,
  /** For `choice`: two or more. */
  choices: listOf(label, 0, limits.nomination_choices_max).default([]),
})
export type NominationQuestion = z.infer<typeof question>

const nomineeKind = z.enum(['person', 'group'], 'wrong_format')
const decision = z.enum(['jury', 'vote'], 'wrong_format')
const tieRule = z.enum(['share', 'most_nominated', 'administrator'], 'wrong_format')
const nominationPhase = z
  .enum(['planned', 'open', 'deciding', 'ended', 'announced', 'canceled'])
  .meta({ id: 'NominationPhase' })
export type NominationPhase = z.infer<typeof nominationPhase>

/** What everyone concerned with a round knows about it. */
const roundSummary = {
  id: id('nomination_round'),
  name: z.string(),
  text: z.string(),
  emoji: z.string(),
  nominee_kind: nomineeKind,
  questions: z.array(question),
  nominations_max: z.number().int(),
  starts_on: date,
  ends_on: date,
  decides_on: date,
  opens_at: time,
  closes_at: time,
  decides_at: time,
  decision,
  criteria: z.array(z.string()),
  tie_rule: tieRule,
  winners_max: z.number().int(),
  points: z.number().int(),
  phase: nominationPhase,
}

/** A round for administrators. `nominations` counts those submitted so far. */
export const nominationRound = namedObject('NominationRound', {
  ...roundSummary,
  nominators: audience,
  nominees: audience,
  hide_departments: z.boolean(),
  jurors: z.array(person),
  /** Null: issued points. */
  budget: z.object({ id: id('budget'), name: z.string() }).nullable(),
  value_id: id('value'),
  nominations: z.number().int(),
  created_at: time,
  announced_at: time.nullable(),
})
export type NominationRound = z.infer<typeof nominationRound>

const roundFields = {
  name: oneLineText(1, limits.award_name_chars_max),
  text: text(0, limits.award_text_chars_max),
  emoji,
  nominee_kind: nomineeKind,
  nominators: audienceInput,
  nominees: audienceInput,
  questions: listOf(questionInput, 0, limits.nomination_questions_max),
  nominations_max: wholeNumber(1, limits.nominations_of_person_max),
  starts_on: date,
  ends_on: date,
  decides_on: date,
  decision,
  criteria: listOf(label, 0, limits.nomination_criteria_max),
  hide_departments: flag,
  juror_ids: listOf(id('user'), 0, limits.nomination_jurors_max),
  tie_rule: tieRule,
  winners_max: wholeNumber(1, limits.nomination_winners_max),
  points: wholeNumber(0, limits.nomination_points_max),
  budget_id: id('budget').nullable(),
  value_id: id('value'),
}
export const nominationRoundCreate = namedStrictObject('NominationRoundCreate', {
  ...roundFields,
  text: roundFields.text.default(''),
  questions: roundFields.questions.default([]),
  criteria: roundFields.criteria.default([]),
  hide_departments: roundFields.hide_departments.default(false),
  juror_ids: roundFields.juror_ids.default([]),
  budget_id: roundFields.budget_id.default(null),
})
/** After the start, only name, text, emoji, budget, later ends and the jury change. */
export const nominationRoundUpdate = z
  .strictObject(roundFields)
  .partial()
  .meta({ id: 'NominationRoundUpdate' })

/** A round for a member, with what they may do now and have done. */
export const ownNominationRound = namedObject('OwnNominationRound', {
  ...roundSummary,
  abilities: z.object({ nominate: z.boolean(), score: z.boolean(), vote: z.boolean() }),
  own_nominations: z.number().int(),
  /** Nominees that the reader may score and has not, in the phase `deciding`. */
  to_score: z.number().int(),
  /** Whether the vote of the reader counts: its nominee is still on the ballot. */
  voted: z.boolean(),
  /** Whether the reader has not voted and finds a nominee on the ballot, in the phase `deciding`. */
  to_vote: z.boolean(),
})
export type OwnNominationRound = z.infer<typeof ownNominationRound>

/** Which parts of nominations concern the reader. */
export const nominationsSummary = namedObject('NominationsSummary', {
  /** Rounds in which the reader can nominate, score or vote now. */
  to_do: z.number().int(),
  has_rounds: z.boolean(),
  has_words: z.boolean(),
})
export type NominationsSummary = z.infer<typeof nominationsSummary>

/** A nominated person or group. */
const nominated = namedObject('Nominated', {
  user: person.nullable(),
  group: groupName.nullable(),
})

const sharing = z.enum(['named', 'anonymous', 'nothing'], 'wrong_format')
/** Answers in the order of the questions: text, the chosen text, a value id, or null. */
const answers = listOf(
  text(0, limits.nomination_answer_chars_max).nullable(),
  0,
  limits.nomination_questions_max,
)
const nominationFields = {
  text: text(
    limits.message_chars_min,
    limits.message_chars_max,
    'description_required',
    'message_too_long',
  ),
  answers: answers.default([]),
  /** What the nominee gets after the round: these words with or without the name, or nothing. */
  sharing: sharing.default('named'),
  /** Whether the announcement may quote these words with the name. */
  may_quote: flag.default(false),
}
/** Answers as they are read, with the company values that they name, also retired ones. */
const readAnswers = {
  answers: z.array(z.string().nullable()),
  values: z.array(
    namedObject('AnswerValue', { id: id('value'), name: z.string(), emoji: z.string() }),
  ),
}
/** A nomination of the reader. */
export const ownNomination = namedObject('OwnNomination', {
  id: id('nomination'),
  nominee: nominated,
  text: z.string(),
  ...readAnswers,
  sharing,
  may_quote: z.boolean(),
  created_at: time,
  updated_at: time,
})
export type OwnNomination = z.infer<typeof ownNomination>
/** `user_id` in a round of people, `group_id` in a round of groups. */
export const nominationInput = namedStrictObject('NominationInput', {
  user_id: id('user').optional(),
  group_id: id('group').optional(),
  ...nominationFields,
})
export const nominationUpdate = namedStrictObject('NominationUpdate', nominationFields)

/** What nominators wrote about the reader or a group of theirs; `nominator` null: without a name. */
const kindWords = namedObject('KindWords', {
  id: id('nomination'),
  round: z.object({ id: id('nomination_round'), name: z.string(), emoji: z.string() }),
  group: groupName.nullable(),
  nominator: person.nullable(),
  text: z.string(),
  created_at: time,
})
export type KindWords = z.infer<typeof kindWords>
export const kindWordsPage = pageOf(kindWords)
export const kindWordsQueryParams = z.strictObject({ ...pageQueryParams })

/** A nominee on the ballot of a juror or voter. Nobody learns who nominated. */
export const ballotNominee = namedObject('BallotNominee', {
  id: id('nominee'),
  nominee: nominated,
  /** Null if the round hides departments. */
  department: z.string().nullable(),
  /** For jurors: what nominators wrote, at most limits.nomination_ballot_texts_max. */
  nominations: z.array(
    namedObject('BallotNomination', {
      text: z.string(),
      ...readAnswers,
    }),
  ),
  nomination_count: z.number().int(),
  /** The reader's scores, or null. */
  scores: z.array(z.number().int()).nullable(),
  /** The vote of the reader. */
  voted: z.boolean(),
  /** Why the reader cannot score or vote for this nominee. */
  conflict: z.enum(['self', 'member', 'manager', 'report', 'nominator']).nullable(),
})
export type BallotNominee = z.infer<typeof ballotNominee>
export const ballotPage = pageOf(ballotNominee)
export const ballotQueryParams = z.strictObject({
  ...pageQueryParams,
  /** Part of a name. */
  q: searchText.optional(),
})
export const nomineeParams = z.strictObject({
  id: id('nomination_round'),
  nominee_id: id('nominee'),
})
/** A score for each criterion, or none to remove them. */
export const scoresInput = namedStrictObject('NominationScores', {
  scores: listOf(wholeNumber(1, limits.nomination_score_max), 0, limits.nomination_criteria_max),
})
/** Null takes the vote back. */
export const voteInput = namedStrictObject('NominationVote', {
  nominee_id: id('nominee').nullable(),
})

/** The result of a nominee. Before the round is decided, the figures so far without places. */
const nomineeResult = namedObject('NomineeResult', {
  id: id('nominee'),
  nominee: nominated,
  nominations: z.number().int(),
  score: z.number().nullable(),
  spread: z.number().nullable(),
  /** Votes, or jurors who scored. */
  votes: z.number().int(),
  /** Null: cannot win. */
  place: z.number().int().nullable(),
  won: z.boolean(),
  excluded: z.boolean(),
  /** Gets no post: a person who has left, or a group without people. */
  left: z.boolean(),
  /** Quotes that nominators agreed to. */
  quotes: z.array(
    namedObject('NominationQuote', {
      nomination_id: id('nomination'),
      nominator: person,
      text: z.string(),
    }),
  ),
})
export type NomineeResult = z.infer<typeof nomineeResult>
export const nominationResult = namedObject('NominationResult', {
  phase: nominationPhase,
  /** Whether the places are fixed. An ended round is not decided for up to a minute. */
  decided: z.boolean(),
  /** How many jurors have scored everything they may, or how many people have voted. */
  finished: z.number().int(),
  /** Jurors, or people who may vote. */
  invited: z.number().int(),
  /** Places to fill among the equal nominees at the last place, for the tie rule `administrator`. */
  tied_ids: z.array(id('nominee')),
  places_left: z.number().int(),
  nominees: z.array(nomineeResult),
})
export type NominationResult = z.infer<typeof nominationResult>
export const nomineeExclusion = namedStrictObject('NomineeExclusion', { excluded: flag })

/** The winners as the administrator has seen them, with the quotes for each. */
export const announcementInput = namedStrictObject('NominationAnnouncement', {
  winners: z
    .array(
      namedStrictObject('NominationWinner', {
        nominee_id: id('nominee'),
        quote_ids: listOf(id('nomination'), 0, limits.nomination_quotes_max).default([]),
      }),
      'wrong_format',
    )
    .max(limits.nomination_winners_listed, 'out_of_range'),
})

export const nominationExportParams = z.strictObject({ ...tableFileParams })

/** Nominations and wins by department of the nominees; null: departments put together. */
export const nominationReport = namedObject('NominationReport', {
  nominators: z.number().int(),
  invited: z.number().int(),
  departments: z.array(
    namedObject('NominationDepartment', {
      name: z.string().nullable(),
      people: z.number().int(),
      nominations: z.number().int(),
      wins: z.number().int(),
    }),
  ),
})
export type NominationReport = z.infer<typeof nominationReport>
