import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { NominationQuestion, OwnNomination } from '#contract/schemas/nominations.ts'
import { lockUser } from '#server/modules/users/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId, newUnorderedId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { loadAnswerValues } from './load-answer-values.ts'
import { loadNominated } from './load-nominated.ts'
import {
  countOwnNominations,
  deleteNomination,
  findOwnNomination,
  insertNomination,
  listOwnNominations,
  type NominationRow,
  updateNominationColumns,
} from './nomination-queries.ts'
import {
  findNominatedGroup,
  findNominatedPerson,
  listOpenValues,
  type NomineeKey,
  upsertNominee,
} from './nominee-queries.ts'
import { requireConcernedRound } from './own-rounds.ts'
import { phaseOf } from './phase.ts'
import { findRound, type RoundRow } from './queries.ts'

async function presentNominations(
  trx: Trx,
  workspaceId: string,
  rows: NominationRow[],
): Promise<OwnNomination[]> {
  const nominated = await loadNominated(trx, workspaceId, rows)
  const valuesOf = await loadAnswerValues(trx, workspaceId, rows)
  return rows.map((row) => ({
    id: row.id,
    nominee: nominated(row),
    text: row.text,
    answers: row.answers,
    values: valuesOf(row.answers),
    sharing: row.sharing,
    may_quote: row.may_quote,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

/** Returns the actor's nominations in a round that concerns them. Throws not_found. */
export async function loadOwnNominations(
  trx: Trx,
  actor: Actor,
  id: string,
  at: Date,
): Promise<OwnNomination[]> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  await requireConcernedRound(trx, actor, id, { at })
  const limit = limits.nominations_of_person_max
  return presentNominations(
    trx,
    workspaceId,
    await listOwnNominations(trx, workspaceId, { roundId: id, userId, limit }),
  )
}

async function loadOwnNomination(trx: Trx, actor: Actor, id: string): Promise<OwnNomination> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const row = await findOwnNomination(trx, workspaceId, id, userId)
  const [nomination] = row ? await presentNominations(trx, workspaceId, [row]) : []
  return nomination ?? throwRefusal('not_found')
}

/** Returns the answers of each question. Throws required, and out_of_range for further answers. */
async function resolveAnswers(
  trx: Trx,
  workspaceId: string,
  questions: NominationQuestion[],
  given: (string | null)[],
): Promise<(string | null)[]> {
  if (given.length > questions.length)
    throwRefusal('out_of_range', {
      field: 'answers',
      params: { start: 0, finish: questions.length },
    })
  const valueIds = questions.flatMap(({ kind }, index) =>
    kind === 'value' ? (given[index] ?? []) : [],
  )
  const values = valueIds.length
    ? await listOpenValues(trx, workspaceId, valueIds)
    : new Set<string>()
  return questions.map(({ kind, choices, required }, index) => {
    const answer = given[index] || null
    const isKnown =
      answer === null ||
      kind === 'text' ||
      (kind === 'choice' ? choices.includes(answer) : values.has(answer))
    if (!isKnown || (required && answer === null))
      throwRefusal('required', { field: `answers.${index}` })
    return answer
  })
}

/** Throws an error unless the actor may nominate this person or group in a round now. */
async function resolveNominee(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, timezone }: Actor,
  { nominee_kind: kind, nominees }: RoundRow,
  body: BodyOf<'nominations.nominate'>,
  at: Date,
): Promise<NomineeKey> {
  const other = kind === 'person' ? 'group_id' : 'user_id'
  if (body[other] !== undefined) throwRefusal('nomination_nominee', { field: other })
  if (kind === 'person') {
    const field = 'user_id'
    const nomineeId = body.user_id ?? throwRefusal('required', { field })
    if (nomineeId === userId) throwRefusal('self_nomination', { field })
    const today = toLocalDay(at, timezone)
    const person = await findNominatedPerson(trx, workspaceId, nomineeId, { nominees, today })
    if (!person) throwRefusal('user_not_found', { field })
    if (!person?.is_in_audience) throwRefusal('nomination_nominee', { field })
    return { user_id: nomineeId, group_id: null }
  }
  const field = 'group_id'
  const groupId = body.group_id ?? throwRefusal('required', { field })
  const group = await findNominatedGroup(trx, workspaceId, groupId, userId)
  if (!group) return throwRefusal('not_found', { field })
  if (group.is_own) throwRefusal('self_nomination', { field })
  if (group.people < 1 || group.people > limits.nominated_group_people_max)
    throwRefusal('nomination_nominee', { field })
  return { user_id: null, group_id: groupId }
}

/** Throws nomination_repeated and nominations_full. The person stays locked. */
async function assertRoom(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  { id: roundId, nominations_max: max }: RoundRow,
  nominee: NomineeKey,
): Promise<void> {
  await lockUser(trx, workspaceId, userId)
  const own = await countOwnNominations(trx, workspaceId, { roundId, userId, nominee })
  if (own.is_repeated) throwRefusal('nomination_repeated')
  if (own.count >= max) throwRefusal('nominations_full', { params: { finish: max } })
}

/** Nominates a person or a group. Throws the codes of `nominations.nominate`. */
export async function nominate(
  trx: Trx,
  actor: Actor,
  id: string,
  body: BodyOf<'nominations.nominate'>,
  at: Date,
): Promise<OwnNomination> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const { row, isNominator } = await requireConcernedRound(trx, actor, id, { at, lock: 'share' })
  if (!isNominator) throwRefusal('not_found')
  if (phaseOf(row, at) !== 'open') throwRefusal('nomination_closed')
  const nominee = await resolveNominee(trx, actor, row, body, at)
  const answers = await resolveAnswers(trx, workspaceId, row.questions, body.answers)
  await assertRoom(trx, actor, row, nominee)
  // The ids of a round have one time, so that they do not tell nominees when and by whom.
  const nominationId = newUnorderedId(row.opens_at)
  const isNew = await insertNomination(trx, {
    workspace_id: workspaceId,
    id: nominationId,
    round_id: id,
    nominee_id: await upsertNominee(trx, workspaceId, {
      ...nominee,
      id: newId(at),
      round_id: id,
    }),
    nominator_id: userId,
    text: body.text,
    answers: JSON.stringify(answers),
    sharing: body.sharing,
    may_quote: body.may_quote,
    created_at: at,
    updated_at: at,
  })
  if (!isNew) throwRefusal('nomination_repeated')
  return loadOwnNomination(trx, actor, nominationId)
}

/** Returns the open round of a nomination of the actor. Throws not_found, nomination_closed. */
async function requireOpenNomination(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  id: string,
  at: Date,
): Promise<RoundRow> {
  const nomination = await findOwnNomination(trx, workspaceId, id, userId)
  if (!nomination) return throwRefusal('not_found')
  const round = await findRound(trx, workspaceId, nomination.round_id, 'share')
  if (!round || phaseOf(round, at) !== 'open') return throwRefusal('nomination_closed')
  return round
}

/** Changes a nomination of the actor. Throws the codes of `nominations.change`. */
export async function changeNomination(
  trx: Trx,
  actor: Actor,
  id: string,
  body: BodyOf<'nominations.change'>,
  at: Date,
): Promise<OwnNomination> {
  const { workspace_id: workspaceId } = actor
  const { questions } = await requireOpenNomination(trx, actor, id, at)
  const answers = await resolveAnswers(trx, workspaceId, questions, body.answers)
  await updateNominationColumns(trx, workspaceId, id, {
    text: body.text,
    answers: JSON.stringify(answers),
    sharing: body.sharing,
    may_quote: body.may_quote,
    updated_at: at,
  })
  return loadOwnNomination(trx, actor, id)
}

/** Withdraws a nomination of the actor. Throws not_found, nomination_closed. */
export async function withdrawNomination(
  trx: Trx,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  await requireOpenNomination(trx, actor, id, at)
  await deleteNomination(trx, actor.workspace_id, id)
}
