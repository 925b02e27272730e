import { type AudienceInput, audienceInput } from '#contract/schemas/audiences.ts'
import { assertAudience } from '#server/modules/audiences/load-audience.ts'
import { assertOpenBudget } from '#server/modules/budgets/assert-open-budget.ts'
import { findValueName } from '#server/modules/posts/queries.ts'
import { listPlaceableUsers } from '#server/modules/users/organization-queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { RoundRow } from './queries.ts'

/** The fields of a round that an administrator writes. */
export type RoundFields = Pick<
  RoundRow,
  | 'name'
  | 'text'
  | 'emoji'
  | 'nominee_kind'
  | 'nominators'
  | 'nominees'
  | 'questions'
  | 'nominations_max'
  | 'starts_on'
  | 'ends_on'
  | 'decides_on'
  | 'decision'
  | 'criteria'
  | 'hide_departments'
  | 'tie_rule'
  | 'winners_max'
  | 'points'
  | 'budget_id'
  | 'value_id'
> & { juror_ids: string[] }

/** Returns the fields of a stored round. */
export const toFields = (row: RoundRow, jurorIds: string[]): RoundFields => ({
  name: row.name,
  text: row.text,
  emoji: row.emoji,
  nominee_kind: row.nominee_kind,
  nominators: row.nominators,
  nominees: row.nominees,
  questions: row.questions,
  nominations_max: row.nominations_max,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  decides_on: row.decides_on,
  decision: row.decision,
  criteria: row.criteria,
  hide_departments: row.hide_departments,
  tie_rule: row.tie_rule,
  winners_max: row.winners_max,
  points: row.points,
  budget_id: row.budget_id,
  value_id: row.value_id,
  juror_ids: jurorIds,
})

const everyone: AudienceInput = audienceInput.parse({})

/** Returns the fields without what a round of this kind does not use. */
export const normalizeRound = (fields: RoundFields): RoundFields => ({
  ...fields,
  nominees: fields.nominee_kind === 'group' ? everyone : fields.nominees,
  questions: fields.questions.map((question) => ({
    ...question,
    choices: question.kind === 'choice' ? question.choices : [],
  })),
  criteria: fields.decision === 'vote' ? [] : fields.criteria,
  juror_ids: fields.decision === 'vote' ? [] : [...new Set(fields.juror_ids)].toSorted(),
})

/** Throws required unless each choice has two answers, and a jury has criteria. */
function assertComplete({ questions, decision, criteria }: RoundFields): void {
  for (const [index, { kind, choices }] of questions.entries())
    if (kind === 'choice' && choices.length < 2)
      throwRefusal('required', { field: `questions.${index}.choices` })
  if (decision === 'jury' && !criteria.length) throwRefusal('required', { field: 'criteria' })
}

/**
 * Throws required for a jury without jurors, user_not_found unless those who are not in `before` may
 * join it: the scores of a juror who has left count, so that they may stay.
 */
export async function assertJurors(
  trx: Trx,
  workspaceId: string,
  { decision, juror_ids: ids }: RoundFields,
  before: readonly string[] = [],
): Promise<void> {
  const field = 'juror_ids'
  if (decision === 'jury' && !ids.length) throwRefusal('required', { field })
  const added = ids.filter((id) => !before.includes(id))
  const found = await listPlaceableUsers(trx, workspaceId, added)
  if (!added.every((id) => found.has(id))) throwRefusal('user_not_found', { field })
}

/**
 * Throws an error unless the fields of a round agree, and what they name exists. What the stored
 * round, `before`, names refuses no change, for example a person who has left or a closed budget.
 */
export async function assertRound(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  fields: RoundFields,
  { before, at }: { before?: RoundFields; at: Date },
): Promise<void> {
  assertComplete(fields)
  await assertJurors(trx, workspaceId, fields, before?.juror_ids)
  await assertOpenBudget(trx, workspaceId, fields.budget_id, { before: before?.budget_id })
  if (
    fields.value_id !== before?.value_id &&
    !(await findValueName(trx, workspaceId, fields.value_id, { active: true }))
  )
    throwRefusal('not_found', { field: 'value_id' })
  const today = toLocalDay(at, timezone)
  for (const name of ['nominators', 'nominees'] as const)
    await assertAudience(trx, workspaceId, fields[name], today, { name, before: before?.[name] })
}
