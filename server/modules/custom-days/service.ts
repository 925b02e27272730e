import { isDeepStrictEqual } from 'node:util'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { countAudience } from '#server/modules/audience-members/queries.ts'
import { assertAudience } from '#server/modules/audiences/load-audience.ts'
import { assertOpenBudget } from '#server/modules/budgets/assert-open-budget.ts'
import { findValueName } from '#server/modules/posts/queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { loadDay } from './load-days.ts'
import {
  countDays,
  type DayRow,
  deleteDayRow,
  findLastYear,
  insertDay,
  lockDay,
  updateDayColumns,
} from './queries.ts'
import { findNext } from './schedule.ts'

type Body = BodyOf<'custom_days.update'>

/**
 * Throws unless the value and the budget of a day exist. A closed budget of the stored day,
 * `before`, refuses no change.
 */
async function assertReferences(
  trx: Trx,
  workspaceId: string,
  { value_id: valueId, budget_id: budgetId }: Body,
  before?: DayRow,
): Promise<void> {
  if (valueId && !(await findValueName(trx, workspaceId, valueId, { active: true })))
    throwRefusal('value_required', { field: 'value_id' })
  await assertOpenBudget(trx, workspaceId, budgetId, {
    before: before?.budget_id,
    code: 'budget_unavailable',
  })
}

/**
 * Throws for an audience that is empty, unknown, or larger than a day may celebrate. People of the
 * stored audience, `before`, who have left refuse no change.
 */
async function assertPeople(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  { audience, before, at }: { audience: AudienceInput; before?: AudienceInput; at: Date },
): Promise<void> {
  const today = toLocalDay(at, timezone)
  await assertAudience(trx, workspaceId, audience, today, { before })
  const finish = limits.custom_day_people_max
  if ((await countAudience(trx, workspaceId, audience, today)) > finish)
    throwRefusal('out_of_range', { field: 'audience', params: { start: 1, finish } })
}

/** Returns the next day of a schedule. Throws out_of_range if it is over or far ahead. */
function requireNext(
  day: Pick<DayRow, 'date' | 'yearly' | 'hour'>,
  { timezone }: Actor,
  { at, lastYear }: { at: Date; lastYear: number | null },
) {
  const today = toLocalDay(at, timezone)
  const latest = Temporal.PlainDate.from(today)
    .add({ years: limits.custom_day_years_ahead })
    .toString()
  const next = findNext(day, timezone, { at, lastYear })
  return next && next.next_on <= latest
    ? next
    : throwRefusal('out_of_range', { field: 'date', params: { start: today, finish: latest } })
}

const over = { next_on: null, next_at: null }

/** Adds a day. Throws the codes of `custom_days.create`. */
export const createDay = (
  { db }: Services,
  actor: Actor,
  body: BodyOf<'custom_days.create'>,
  at: Date,
): Promise<CustomDay> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const { workspace_id: workspaceId } = actor
    const { everyone: _everyone, audience, ...columns } = body
    await lockSettings(trx, workspaceId)
    if ((await countDays(trx, workspaceId)) >= limits.custom_days_max)
      throwRefusal('custom_days_full', { params: { finish: limits.custom_days_max } })
    const next = requireNext(body, actor, { at, lastYear: null })
    await assertReferences(trx, workspaceId, body)
    await assertPeople(trx, actor, { audience, at })
    const id = newId(at)
    await insertDay(trx, {
      ...columns,
      ...(body.enabled ? next : over),
      workspace_id: workspaceId,
      id,
      audience: JSON.stringify(audience),
      created_at: at,
    })
    await audit(trx, actor, 'custom_day.create', { day_id: id, name: body.name }, at)
    return loadDay(trx, actor, id, at)
  })

/**
 * Returns the columns of the next day after a change. A day that is moved or switched on is planned
 * from now on, in a year without posts; otherwise a planned day stays, also one that is late.
 */
async function reschedule(
  trx: Trx,
  actor: Actor,
  { before, after, at }: { before: DayRow; after: DayRow; at: Date },
) {
  const isMoved = (['date', 'yearly', 'hour'] as const).some((key) => after[key] !== before[key])
  const isSwitched = after.enabled !== before.enabled
  if (!isMoved && !isSwitched) return {}
  if (!isMoved && !after.enabled) return { ...over, awaits_budget: false }
  const lastYear = await findLastYear(trx, actor.workspace_id, before.id)
  const next = requireNext(after, actor, { at, lastYear })
  return { ...(after.enabled ? next : over), awaits_budget: false }
}

/** Returns the names of the fields that a change sets to another value. */
const listChanges = (day: DayRow, body: Omit<Body, 'everyone'>): string[] =>
  (Object.keys(body) as (keyof typeof body)[]).filter(
    (field) => !isDeepStrictEqual(body[field], day[field]),
  )

/** Changes a day. Throws the codes of `custom_days.update`. */
export const updateDay = (
  { db }: Services,
  actor: Actor,
  { id, body, at }: { id: string; body: Body; at: Date },
): Promise<CustomDay> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const { workspace_id: workspaceId } = actor
    const { everyone: _everyone, ...changes } = body
    await lockSettings(trx, workspaceId)
    const before = (await lockDay(trx, workspaceId, id)) ?? throwRefusal('not_found')
    const after = { ...before, ...changes }
    const next = await reschedule(trx, actor, { before, after, at })
    await assertReferences(trx, workspaceId, body, before)
    const { audience, ...columns } = changes
    if (audience) await assertPeople(trx, actor, { audience, before: before.audience, at })
    if (Object.keys(changes).length)
      await updateDayColumns(trx, workspaceId, id, {
        ...columns,
        ...next,
        ...(audience ? { audience: JSON.stringify(audience) } : {}),
      })
    const details = { day_id: id, name: after.name, fields: listChanges(before, changes) }
    await audit(trx, actor, 'custom_day.update', details, at)
    return loadDay(trx, actor, id, at)
  })

/** Deletes a day and what happened on it. Its posts stay. */
export const deleteDay = ({ db }: Services, actor: Actor, id: string, at: Date): Promise<void> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const { name } = (await lockDay(trx, actor.workspace_id, id)) ?? throwRefusal('not_found')
    await deleteDayRow(trx, actor.workspace_id, id)
    await audit(trx, actor, 'custom_day.delete', { day_id: id, name }, at)
  })
