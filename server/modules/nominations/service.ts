import { isDeepStrictEqual } from 'node:util'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { assertOpenBudget } from '#server/modules/budgets/assert-open-budget.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import {
  assertJurors,
  assertRound,
  normalizeRound,
  type RoundFields,
  toFields,
} from './assert-round.ts'
import { loadRound } from './load-rounds.ts'
import { notifyJury, notifyNominees } from './notify.ts'
import { findNextTime, phaseOf, type RoundInstants } from './phase.ts'
import {
  countOpenRounds,
  findRound,
  insertRound,
  listJurors,
  listZones,
  replaceJurors,
  type RoundRow,
  updateRoundColumns,
} from './queries.ts'
import { assertDays, toInstants } from './round-days.ts'

type RoundChange = { id: string; inboxes: string[] }

/** Runs `change` under the settings lock and publishes it. Returns the round. */
async function changeRounds(
  { db, events }: Services,
  actor: Actor,
  at: Date,
  change: (trx: Trx) => Promise<RoundChange>,
): Promise<NominationRound> {
  const { workspace_id: workspaceId } = actor
  const { round, inboxes } = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const { id, inboxes: changed } = await change(trx)
    return { round: await loadRound(trx, actor, id, at), inboxes: changed }
  })
  events.publish(workspaceId, ['config'])
  publishInboxChanged({ events }, workspaceId, inboxes)
  return round
}

async function assertName(
  trx: Trx,
  workspaceId: string,
  name: string,
  exceptId: string | null,
): Promise<void> {
  const open = await countOpenRounds(trx, workspaceId, { name, exceptId })
  if (exceptId === null && open.count >= limits.nomination_rounds_max)
    throwRefusal('nomination_rounds_full', { params: { finish: limits.nomination_rounds_max } })
  if (open.is_name_taken) throwRefusal('not_unique', { field: 'name' })
}

/** Returns the instants of the days of a round for the people who nominate now. */
async function computeInstants(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  fields: RoundFields,
  at: Date,
) {
  const zones = await listZones(trx, workspaceId, fields.nominators, toLocalDay(at, timezone))
  return toInstants(fields, zones, timezone)
}

/** Returns the fields of a round as the database takes them. */
function toColumns(fields: Omit<RoundFields, 'juror_ids'>) {
  return {
    ...fields,
    nominators: JSON.stringify(fields.nominators),
    nominees: JSON.stringify(fields.nominees),
    questions: JSON.stringify(fields.questions),
    criteria: JSON.stringify(fields.criteria),
  }
}

export const createRound = (
  services: Services,
  actor: Actor,
  body: BodyOf<'nominations.create_round'>,
  at: Date,
): Promise<NominationRound> =>
  changeRounds(services, actor, at, async (trx) => {
    const { workspace_id: workspaceId, timezone } = actor
    const fields = normalizeRound(body)
    await assertName(trx, workspaceId, fields.name, null)
    assertDays(fields, toLocalDay(at, timezone))
    await assertRound(trx, actor, fields, { at })
    const instants = await computeInstants(trx, actor, fields, at)
    const id = newId(at)
    const { juror_ids: jurorIds, ...columns } = fields
    await insertRound(trx, {
      ...toColumns(columns),
      ...instants,
      workspace_id: workspaceId,
      id,
      created_at: at,
      next_at: instants.closes_at,
    })
    await replaceJurors(trx, workspaceId, id, jurorIds)
    const { name, points } = fields
    await audit(trx, actor, 'nomination_round.create', { round_id: id, name, amount: points }, at)
    return { id, inboxes: [] }
  })

type FieldName = keyof RoundFields
type FieldChange = { before: RoundFields; after: RoundFields; changed: FieldName[]; at: Date }

/** Fields that change until the announcement: a budget may be closed in the meantime. */
const unboundFields: readonly FieldName[] = ['name', 'text', 'emoji', 'budget_id']
/** Fields that may change after the start: nominators and jurors do not rely on them. */
const laterFields: readonly FieldName[] = [...unboundFields, 'ends_on', 'decides_on', 'juror_ids']

/** Throws nomination_started for fields on which nominators rely, nomination_closed for others. */
function assertChangeable(row: RoundRow, { changed, at }: FieldChange): void {
  const phase = phaseOf(row, at)
  if (phase === 'announced' || phase === 'canceled') throwRefusal('nomination_closed')
  if (phase === 'planned') return
  const fixed = changed.find((field) => !laterFields.includes(field))
  if (fixed) throwRefusal('nomination_started', { field: fixed })
  const over = changed.find((field) =>
    phase === 'ended'
      ? !unboundFields.includes(field)
      : phase === 'deciding' && field === 'ends_on',
  )
  if (over) throwRefusal('nomination_closed', { field: over })
}

/** Throws an error unless the changed fields are valid. */
async function assertChanges(
  trx: Trx,
  actor: Actor,
  row: RoundRow,
  { before, after, changed, at }: FieldChange,
): Promise<void> {
  const { workspace_id: workspaceId, timezone } = actor
  if (changed.includes('name')) await assertName(trx, workspaceId, after.name, row.id)
  if (phaseOf(row, at) === 'planned') {
    const isMoved = changed.includes('starts_on')
    assertDays(after, isMoved ? toLocalDay(at, timezone) : after.starts_on)
    await assertRound(trx, actor, after, { before, at })
    return
  }
  assertDays(after, after.starts_on, before)
  if (changed.includes('juror_ids')) await assertJurors(trx, workspaceId, after, before.juror_ids)
  await assertOpenBudget(trx, workspaceId, after.budget_id, { before: before.budget_id })
}

const movingFields: readonly FieldName[] = ['starts_on', 'ends_on', 'decides_on', 'nominators']
const later = (one: Date, other: Date) => (one > other ? one : other)

/** Returns the new instants of a round. After its start they only move to later ones. */
async function moveInstants(
  trx: Trx,
  actor: Actor,
  row: RoundRow,
  { after, changed, at }: FieldChange,
): Promise<RoundInstants & { asked_at: Date | null }> {
  if (!changed.some((field) => movingFields.includes(field))) return row
  const phase = phaseOf(row, at)
  const instants = await computeInstants(trx, actor, after, at)
  if (phase === 'planned') return { ...row, ...instants }
  const closesAt = phase === 'open' ? later(instants.closes_at, row.closes_at) : row.closes_at
  return { ...row, closes_at: closesAt, decides_at: later(instants.decides_at, row.decides_at) }
}

/** Changes a round. Throws the codes of `nominations.update_round`. */
export const updateRound = (
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'nominations.update_round'>,
  at: Date,
): Promise<NominationRound> =>
  changeRounds(services, actor, at, async (trx) => {
    const { workspace_id: workspaceId } = actor
    const row = await findRound(trx, workspaceId, id, 'change')
    if (!row) return throwRefusal('not_found')
    const jurors = await listJurors(trx, workspaceId, [id])
    const before = toFields(
      row,
      jurors.map((juror) => juror.user_id),
    )
    const after = normalizeRound({ ...before, ...body })
    const changed = (Object.keys(body) as FieldName[]).filter(
      (field) => !isDeepStrictEqual(before[field], after[field]),
    )
    const change = { before, after, changed, at }
    assertChangeable(row, change)
    await assertChanges(trx, actor, row, change)
    const instants = await moveInstants(trx, actor, row, change)
    const { juror_ids: jurorIds, ...columns } = after
    await updateRoundColumns(trx, workspaceId, id, {
      ...toColumns(columns),
      opens_at: instants.opens_at,
      closes_at: instants.closes_at,
      decides_at: instants.decides_at,
      next_at: findNextTime(instants),
    })
    await replaceJurors(trx, workspaceId, id, jurorIds)
    const { name } = after
    await audit(trx, actor, 'nomination_round.update', { round_id: id, name, fields: changed }, at)
    const added = jurorIds.filter((juror) => !before.juror_ids.includes(juror))
    const isAsked = row.asked_at !== null && phaseOf(row, at) === 'deciding'
    const asked = { roundId: id, userIds: isAsked ? added : [], at }
    return { id, inboxes: await notifyJury(trx, workspaceId, asked) }
  })

/** Cancels a round and passes its kind words on. Throws nomination_closed, not_found. */
export const cancelRound = (
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<NominationRound> =>
  changeRounds(services, actor, at, async (trx) => {
    const { workspace_id: workspaceId } = actor
    const row = await findRound(trx, workspaceId, id, 'change')
    if (!row) return throwRefusal('not_found')
    if (row.announced_at || row.canceled_at) throwRefusal('nomination_closed')
    await updateRoundColumns(trx, workspaceId, id, { canceled_at: at, next_at: null })
    const inboxes = await notifyNominees(trx, workspaceId, { roundId: id, at })
    await audit(trx, actor, 'nomination_round.cancel', { round_id: id, name: row.name }, at)
    return { id, inboxes }
  })
