import { limits } from '#contract/limits.ts'
import type { NominationQuestion, NominationRound } from '#contract/schemas/nominations.ts'
import {
  includesEveryone,
  listAudienceFields,
  toAudienceForm,
  toAudienceInput,
  listTypedMonths,
} from '#web/shared/audiences/audience-form.ts'
import { addDays } from '#web/lib/add-days.ts'
import type { Translate } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import type { RoundIdea } from './round-ideas.ts'

/** Answers of choices are texts, as the segmented controls hold them. */
type Choice = 'yes' | 'no'
const toChoice = (is: boolean): Choice => (is ? 'yes' : 'no')
export type QuestionValues = NominationQuestion

const listFieldNames = (list: string, max: number, parts: readonly string[]) =>
  Array.from({ length: max }, (_, index) => [
    `${list}.${index}`,
    ...parts.map((part) => `${list}.${index}.${part}`),
  ]).flat()
export const roundFieldNames = [
  'name',
  'text',
  'emoji',
  'nominations_max',
  'starts_on',
  'ends_on',
  'decides_on',
  'criteria',
  'juror_ids',
  'winners_max',
  'points',
  'budget_id',
  'value_id',
  ...listAudienceFields('nominators'),
  ...listAudienceFields('nominees'),
  ...listFieldNames('questions', limits.nomination_questions_max, ['label', 'choices']),
  ...listFieldNames('criteria', limits.nomination_criteria_max, []),
]

/** People nominate for two weeks from tomorrow, and the decision takes another one. */
const [nominationDays, decisionDays] = [13, 7]

export const emptyRoundValues = (t: Translate, today: string, valueId: string) => {
  const startsOn = addDays(today, 1)
  const endsOn = addDays(startsOn, nominationDays)
  return {
    name: '',
    text: '',
    emoji: '🌟',
    nominee_kind: 'person' as NominationRound['nominee_kind'],
    for_all_nominators: toChoice(true),
    nominators: toAudienceForm(),
    for_all_nominees: toChoice(true),
    nominees: toAudienceForm(),
    questions: [] as QuestionValues[],
    nominations_max: '3',
    starts_on: startsOn,
    ends_on: endsOn,
    decides_on: addDays(endsOn, decisionDays),
    decision: 'jury' as NominationRound['decision'],
    criteria: [t('nominations.criteria.impact'), t('nominations.criteria.together')],
    hide_departments: false,
    jurors: [] as { id: string; name: string }[],
    tie_rule: 'share' as NominationRound['tie_rule'],
    winners_max: '1',
    points: '',
    budget_id: '',
    value_id: valueId,
  }
}
export type RoundValues = ReturnType<typeof emptyRoundValues>

export const toIdeaValues = (t: Translate, idea: RoundIdea): Partial<RoundValues> => ({
  name: t(`nominations.ideas.${idea.key}.name`),
  text: t(`nominations.ideas.${idea.key}.text`),
  emoji: idea.emoji,
  nominee_kind: idea.nominee_kind,
  decision: idea.decision,
  winners_max: String(idea.winners_max),
  points: String(idea.points),
  questions: [
    {
      label: t(`nominations.ideas.${idea.key}.question`),
      kind: idea.hasValueQuestion ? 'value' : 'text',
      required: false,
      choices: [],
    },
  ],
})

export const toRoundValues = (round: NominationRound): RoundValues => ({
  name: round.name,
  text: round.text,
  emoji: round.emoji,
  nominee_kind: round.nominee_kind,
  for_all_nominators: toChoice(includesEveryone(round.nominators)),
  nominators: toAudienceForm(round.nominators),
  for_all_nominees: toChoice(includesEveryone(round.nominees)),
  nominees: toAudienceForm(round.nominees),
  questions: round.questions,
  nominations_max: String(round.nominations_max),
  starts_on: round.starts_on,
  ends_on: round.ends_on,
  decides_on: round.decides_on,
  decision: round.decision,
  criteria: round.criteria,
  hide_departments: round.hide_departments,
  jurors: round.jurors.map(({ id, name }) => ({ id, name })),
  tie_rule: round.tie_rule,
  winners_max: String(round.winners_max),
  points: round.points ? String(round.points) : '',
  budget_id: round.budget?.id ?? '',
  value_id: round.value_id,
})

/** The numbers as typed; those of hidden fields do not count. */
export const listTypedNumbers = (values: RoundValues): string[] => [
  values.nominations_max,
  values.winners_max,
  values.points,
  ...(['nominators', 'nominees'] as const).flatMap((name) => {
    const isHidden = name === 'nominees' && values.nominee_kind === 'group'
    return values[`for_all_${name}`] === 'no' && !isHidden ? listTypedMonths(values[name]) : []
  }),
]

const isFilled = (text: string) => text.trim() !== ''

/** The fields that can still change after the start. */
export const toChangeableBody = (values: RoundValues) => ({
  name: values.name,
  text: values.text,
  emoji: values.emoji,
  ends_on: values.ends_on,
  decides_on: values.decides_on,
  budget_id: values.budget_id || null,
  ...(values.decision === 'jury' ? { juror_ids: values.jurors.map(({ id }) => id) } : {}),
})

export function toRoundBody(values: RoundValues) {
  const isJury = values.decision === 'jury'
  const isOfGroups = values.nominee_kind === 'group'
  return {
    name: values.name,
    text: values.text,
    emoji: values.emoji,
    nominee_kind: values.nominee_kind,
    nominators: values.for_all_nominators === 'yes' ? {} : toAudienceInput(values.nominators),
    nominees:
      isOfGroups || values.for_all_nominees === 'yes' ? {} : toAudienceInput(values.nominees),
    questions: values.questions.map((question) => ({
      ...question,
      choices: question.kind === 'choice' ? question.choices.filter(isFilled) : [],
    })),
    nominations_max: parseWholeNumber(values.nominations_max) ?? 0,
    starts_on: values.starts_on,
    ends_on: values.ends_on,
    decides_on: values.decides_on,
    decision: values.decision,
    criteria: isJury ? values.criteria.filter(isFilled) : [],
    hide_departments: isJury && values.hide_departments,
    juror_ids: isJury ? values.jurors.map(({ id }) => id) : [],
    tie_rule: values.tie_rule,
    winners_max: parseWholeNumber(values.winners_max) ?? 0,
    points: parseWholeNumber(values.points) ?? 0,
    budget_id: values.budget_id || null,
    value_id: values.value_id,
  }
}
