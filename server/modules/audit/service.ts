import { auditAreas } from '#contract/audit-areas.ts'
import type { AuditEntry, AuditFilter } from '#contract/schemas/audit.ts'
import type { Person } from '#contract/schemas/users.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { startOfDay } from '#server/platform/periods.ts'
import {
  type AuditConditions,
  type AuditRow,
  listAuditEntries,
  listAuditObjects,
} from './queries.ts'

/** The details that can hold the id of the subject, in the order of preference. */
const objectKeys = ['purchase_id', 'reward_id', 'value_id', 'post_id', 'import_id'] as const

const idOf = (details: unknown, key: string): string | null => {
  const id = (details as Record<string, unknown>)[key]
  return typeof id === 'string' && isUuid(id) ? id : null
}
const objectIdOf = ({ details }: AuditRow): string | null =>
  objectKeys.map((key) => idOf(details, key)).find((id) => id !== null) ?? null

/** Returns the conditions of an area. Sign-ins are left out unless they are asked for. */
function toKinds(area: AuditFilter['area']): Pick<AuditConditions, 'kinds' | 'sign_ins'> {
  if (area === 'all') return { sign_ins: 'also' }
  if (area === 'sign_ins') return { sign_ins: 'only' }
  return { kinds: area && auditAreas[area], sign_ins: 'none' }
}

/**
 * Returns the conditions of a filter, whose days are in `timezone`. Throws `out_of_range` for a
 * reversed range.
 */
export function toConditions(filter: AuditFilter, timezone: string): AuditConditions {
  const { area, actor_id: actorId, from, to } = filter
  if (from && to && from > to)
    throwRefusal('out_of_range', { field: 'to', params: { start: from, finish: to } })
  return {
    ...toKinds(area),
    actor_id: actorId,
    since: from === undefined ? undefined : startOfDay(from, timezone),
    until: to === undefined ? undefined : startOfDay(to, timezone, 1),
  }
}

/** Returns the entries of a page with their people and subjects. */
export async function loadAuditEntries(
  trx: Trx,
  workspaceId: string,
  conditions: AuditConditions,
  page: { before: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  return presentAuditRows(
    trx,
    workspaceId,
    await listAuditEntries(trx, workspaceId, conditions, page),
  )
}

/** Returns entries with their people and subjects, as the API presents them. */
export async function presentAuditRows(
  trx: Trx,
  workspaceId: string,
  rows: AuditRow[],
): Promise<AuditEntry[]> {
  const objectIds = rows.map(objectIdOf).filter((id) => id !== null)
  const objects = new Map(
    (objectIds.length ? await listAuditObjects(trx, workspaceId, objectIds) : []).map((object) => [
      object.id,
      object,
    ]),
  )
  const subjectIdOf = (row: AuditRow) =>
    idOf(row.details, 'user_id') ?? objects.get(objectIdOf(row) ?? '')?.buyer_id ?? null
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.flatMap((row) => [row.actor_id, subjectIdOf(row)]).filter((id) => id !== null),
  )
  const personOf = (id: string | null): Person | null => people.get(id ?? '') ?? null
  return rows.map((row) => {
    const object = objects.get(objectIdOf(row) ?? '')
    return {
      id: row.id,
      action: row.action,
      actor: personOf(row.actor_id),
      impersonated: row.impersonated,
      token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
      subject: personOf(subjectIdOf(row)),
      object: object ? { kind: object.kind, id: object.id, title: object.title } : null,
      details: row.details as Record<string, unknown>,
      created_at: row.created_at.toISOString(),
    }
  })
}
