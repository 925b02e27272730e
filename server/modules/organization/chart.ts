import { limits } from '#contract/limits.ts'
import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { ChartPerson } from '#contract/schemas/organization.ts'
import { listManagerIds } from '#server/modules/managers/queries.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import { isCurrentUser } from '#server/modules/users/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { countReports, listReports, listTopManagers, type NamePosition } from './queries.ts'

/** Returns the position in a cursor over names. Throws malformed. */
export function decodeNamePosition(cursor: string | undefined): [string, string] | undefined {
  const keys = decodeCursor(cursor, 2)
  if (!keys) return undefined
  const [name, id] = keys
  return typeof name === 'string' && isUuid(String(id))
    ? [name, String(id)]
    : throwRefusal('malformed', { field: 'cursor' })
}

/** Returns the page of rows that were read with one more, and the cursor of the next page. */
export function takePage<Row extends NamePosition>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor([last.sort_name, last.id]) : null
  return { page, nextCursor }
}

/** Returns people with the number of people who report to each, in the order of the ids. */
export async function loadChartPeople(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<ChartPerson[]> {
  const [people, reports] = await Promise.all([
    loadPeople(trx, workspaceId, ids),
    countReports(trx, workspaceId, ids),
  ])
  return ids.map((id) => ({ ...requirePerson(people, id), reports: reports.get(id) ?? 0 }))
}

/**
 * Returns a person with the managers above and a page of the people who report to them; without a
 * person, those at the top. Throws not_found.
 */
export async function loadChart(
  trx: Trx,
  workspaceId: string,
  { user_id: userId, cursor, limit }: QueryOf<'organization.chart'>,
): Promise<OutputOf<'organization.chart'>> {
  const page = { after: decodeNamePosition(cursor), limit: limit + 1 }
  if (userId !== undefined && !(await isCurrentUser(trx, workspaceId, userId)))
    throwRefusal('not_found')
  const [managerIds, rows] = await Promise.all([
    userId === undefined ? [] : listManagerIds(trx, workspaceId, userId, limits.manager_depth_max),
    userId === undefined
      ? listTopManagers(trx, workspaceId, page)
      : listReports(trx, workspaceId, userId, page),
  ])
  const { page: reports, nextCursor } = takePage(rows, limit)
  const above = managerIds.toReversed()
  const own = userId === undefined ? [] : [userId]
  const people = await loadChartPeople(trx, workspaceId, [
    ...above,
    ...own,
    ...reports.map(({ id }) => id),
  ])
  return {
    managers: people.slice(0, above.length),
    person: own.length ? (people[above.length] ?? null) : null,
    reports: { items: people.slice(above.length + own.length), next_cursor: nextCursor },
  }
}
