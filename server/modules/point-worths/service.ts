import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { Money } from '#contract/schemas/common.ts'
import type { PointWorth } from '#contract/schemas/point-worths.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import {
  deleteWorthRow,
  findHundredPoints,
  findWorthPolicy,
  insertWorth,
  listWorthRows,
  type PointWorthRow,
  updateWorthAmount,
} from './queries.ts'

/** Returns whether rows, the latest day first, are past, current or coming on a day. */
function findStates(rows: PointWorthRow[], today: string): Map<string, PointWorth['state']> {
  const states = new Map<string, PointWorth['state']>()
  const withCurrent = new Set<string | null>()
  for (const { id, country, valid_from: validFrom } of rows) {
    const isComing = validFrom > today
    const isCurrent = !isComing && !withCurrent.has(country)
    if (isCurrent) withCurrent.add(country)
    const begun = isCurrent ? 'current' : 'past'
    states.set(id, isComing ? 'coming' : begun)
  }
  return states
}

/** Returns the worths of the actor's team, with a constant number of statements. */
export async function loadWorths(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  at: Date,
): Promise<PointWorth[]> {
  const rows = await listWorthRows(trx, workspaceId, limits.point_worths_max)
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.flatMap((row) => row.created_by ?? []),
  )
  const states = findStates(rows, toLocalDay(at, timezone))
  return rows.map((row) => ({
    id: row.id,
    country: row.country,
    currency: row.currency,
    hundred_points_minor: row.hundred_points_minor,
    valid_from: row.valid_from,
    state: states.get(row.id) ?? 'past',
    created_at: row.created_at.toISOString(),
    created_by: row.created_by === null ? null : requirePerson(people, row.created_by),
  }))
}

const findById = (worths: PointWorth[], id: string) =>
  worths.find((worth) => worth.id === id) ?? throwRefusal('not_found')

/** Runs `change` under the settings lock, and publishes that the configuration has changed. */
async function changeWorths<T>(
  { db, events }: Services,
  actor: Actor,
  at: Date,
  change: (trx: Trx, worths: PointWorth[], today: string) => Promise<T>,
): Promise<T> {
  const { workspace_id: workspaceId, timezone } = actor
  const result = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    return change(trx, await loadWorths(trx, actor, at), toLocalDay(at, timezone))
  })
  events.publish(workspaceId, ['config'])
  return result
}

/**
 * Throws worth_notice if a team announces lower worths and `to` is lower than `from`. Amounts in
 * different currencies are not compared.
 */
async function assertNotLower(
  trx: Trx,
  workspaceId: string,
  { from, to, field }: { from: Money | null; to: Money | null; field?: string },
): Promise<void> {
  const { announce_worth: isAnnounced } = await findWorthPolicy(trx, workspaceId)
  if (isAnnounced && from && to && from.currency === to.currency && to.minor < from.minor)
    throwRefusal('worth_notice', {
      ...(field === undefined ? {} : { field }),
      params: { days: limits.worth_notice_days },
    })
}

/** Throws worth_notice if a worth is lower than the one of today and begins too early. */
async function assertNotice(
  trx: Trx,
  workspaceId: string,
  worth: Pick<PointWorth, 'country' | 'currency' | 'hundred_points_minor' | 'valid_from'>,
  today: string,
): Promise<void> {
  const { country, currency, hundred_points_minor: minor } = worth
  if (worth.valid_from >= addDays(today, limits.worth_notice_days)) return
  const from = await findHundredPoints(trx, workspaceId, { country, day: today })
  const to = { currency, minor }
  await assertNotLower(trx, workspaceId, { from, to, field: 'hundred_points_minor' })
}

/** Details of a worth for the audit log. */
const toDetails = ({
  country,
  currency,
  hundred_points_minor: minor,
  valid_from: validFrom,
}: Pick<PointWorth, 'country' | 'currency' | 'hundred_points_minor' | 'valid_from'>) => ({
  ...(country === null ? {} : { country }),
  worth: { currency, minor },
  valid_from: validFrom,
})

/**
 * Adds a worth. Throws not_unique for another one of the same day and country, worth_past for an
 * earlier day than today, worth_notice, and point_worths_full.
 */
export const createWorth = (
  services: Services,
  actor: Actor,
  body: BodyOf<'point_worths.create'>,
  at: Date,
): Promise<PointWorth> =>
  changeWorths(services, actor, at, async (trx, worths, today) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const { valid_from: validFrom = today, ...fields } = body
    if (worths.length >= limits.point_worths_max)
      throwRefusal('point_worths_full', { params: { finish: limits.point_worths_max } })
    if (worths.length && validFrom < today) throwRefusal('worth_past', { field: 'valid_from' })
    if (worths.some((one) => one.country === fields.country && one.valid_from === validFrom))
      throwRefusal('not_unique', { field: 'valid_from' })
    await assertNotice(trx, workspaceId, { ...fields, valid_from: validFrom }, today)
    const id = newId(at)
    await insertWorth(trx, {
      workspace_id: workspaceId,
      id,
      ...fields,
      valid_from: validFrom,
      created_by: userId,
      created_at: at,
    })
    const details = toDetails({ ...fields, valid_from: validFrom })
    await audit(trx, actor, 'point_worth.create', details, at)
    return findById(await loadWorths(trx, actor, at), id)
  })

/** Changes the amount of a worth. Throws not_found, worth_notice, and worth_past after its first day. */
export const updateWorth = (
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'point_worths.update'>,
  at: Date,
): Promise<PointWorth> =>
  changeWorths(services, actor, at, async (trx, worths, today) => {
    const worth = findById(worths, id)
    if (worth.valid_from < today) throwRefusal('worth_past')
    await assertNotice(trx, actor.workspace_id, { ...worth, ...body }, today)
    await updateWorthAmount(trx, actor.workspace_id, id, body)
    await audit(trx, actor, 'point_worth.update', toDetails({ ...worth, ...body }), at)
    return { ...worth, ...body }
  })

/**
 * Deletes a worth. Throws not_found, worth_past after its first day, and worth_notice for a worth of
 * today before which a lower one was valid.
 */
export const deleteWorth = (
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> =>
  changeWorths(services, actor, at, async (trx, worths, today) => {
    const { workspace_id: workspaceId } = actor
    const worth = findById(worths, id)
    if (worth.valid_from < today) throwRefusal('worth_past')
    const scope = { country: worth.country, day: today }
    const from = await findHundredPoints(trx, workspaceId, scope)
    await deleteWorthRow(trx, workspaceId, id)
    const to = await findHundredPoints(trx, workspaceId, scope)
    await assertNotLower(trx, workspaceId, { from, to })
    await audit(trx, actor, 'point_worth.delete', toDetails(worth), at)
  })
