import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { isUuid } from '#server/platform/ids.ts'
import { groupType, userType } from './attributes.ts'
import { listResponseUrn } from './discovery.ts'
import { parseFilter } from './filter-parser.ts'
import { countScimGroups, findScimGroup, listScimGroups, listScimMembers } from './group-queries.ts'
import { presentGroup, presentUser } from './present.ts'
import { includesAttribute, projectResource, readProjection } from './projection.ts'
import { ScimError, throwInvalid } from './scim-error.ts'
import { compileGroupFilter, compileUserFilter } from './filter-queries.ts'
import { countScimUsers, findScimUser, listScimUsers } from './user-queries.ts'
import { isObject, type Resource } from './values.ts'

export type ScimQuery = {
  filter?: string
  startIndex?: string
  count?: string
  attributes?: string
  excludedAttributes?: string
}
const queryNames = [
  'filter',
  'startIndex',
  'count',
  'attributes',
  'excludedAttributes',
] as const satisfies (keyof ScimQuery)[]

function toParameter(name: string, value: unknown): string {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.every((item) => typeof item === 'string' || typeof item === 'number')
    ? list.join(',')
    : throwInvalid('invalidValue', `${name} cannot have this value`)
}

/** Returns the query in the body of a search (RFC 7644, section 3.4.3). Throws invalidValue. */
export function readSearch(body: unknown): ScimQuery {
  if (!isObject(body)) throwInvalid('invalidSyntax', 'The body is not a JSON object')
  return Object.fromEntries(
    queryNames.flatMap((name) => {
      const value = body[name]
      return value === undefined || value === null ? [] : [[name, toParameter(name, value)]]
    }),
  )
}

type Place = { trx: Trx; workspaceId: string; baseUrl: string }

/** Groups on a page with their members, which may be thousands. */
const groupsWithMembersMax = 20

function readNumber(text: string | undefined, name: string, byDefault: number): number {
  if (text === undefined) return byDefault
  return /^-?\d{1,9}$/.test(text)
    ? Number(text)
    : throwInvalid('invalidValue', `${name} is not a whole number`)
}

/** Returns the part of a list that a query asks for. A count of 0 only counts. */
function readPage({ startIndex, count }: ScimQuery, max: number) {
  const start = Math.max(readNumber(startIndex, 'startIndex', 1), 1)
  const wanted = Math.max(readNumber(count, 'count', limits.scim_page_size_default), 0)
  return { start, offset: start - 1, limit: Math.min(wanted, max) }
}

/** Returns a page of resources with its position (RFC 7644, section 3.4.2). */
export const presentList = (total: number, start: number, resources: unknown[]) => ({
  schemas: [listResponseUrn],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Returns a page of users. Throws invalidFilter. */
export async function listUsers(
  { trx, workspaceId, baseUrl }: Place,
  query: ScimQuery,
): Promise<Resource> {
  const condition = compileUserFilter(query.filter ? parseFilter(query.filter) : null)
  const projection = readProjection(userType, query)
  const { start, ...page } = readPage(query, limits.scim_page_size_max)
  const total = await countScimUsers(trx, workspaceId, condition)
  const rows = page.limit ? await listScimUsers(trx, workspaceId, condition, page) : []
  const resources = rows.map((row) =>
    projectResource(userType, presentUser(row, baseUrl), projection),
  )
  return presentList(total, start, resources)
}

/** Returns a page of groups, with their members unless the query leaves them out. */
export async function listGroups(
  { trx, workspaceId, baseUrl }: Place,
  query: ScimQuery,
): Promise<Resource> {
  const condition = compileGroupFilter(query.filter ? parseFilter(query.filter) : null)
  const projection = readProjection(groupType, query)
  const hasMembers = includesAttribute(projection, 'members')
  const max = hasMembers ? groupsWithMembersMax : limits.scim_page_size_max
  const { start, ...page } = readPage(query, max)
  const total = await countScimGroups(trx, workspaceId, condition)
  const rows = page.limit ? await listScimGroups(trx, workspaceId, condition, page) : []
  const ids = rows.map((row) => row.id)
  const members = hasMembers && ids.length ? await listScimMembers(trx, workspaceId, ids) : []
  const byGroup = Map.groupBy(members, (member) => member.group_id)
  const resources = rows.map((row) => {
    const own = hasMembers ? (byGroup.get(row.id) ?? []) : null
    return projectResource(groupType, presentGroup(row, own, baseUrl), projection)
  })
  return presentList(total, start, resources)
}

/** Returns a user. Throws 404. */
export async function getUser({ trx, workspaceId, baseUrl }: Place, id: string): Promise<Resource> {
  const row = isUuid(id) ? await findScimUser(trx, workspaceId, id) : undefined
  if (!row) throw new ScimError(404, 'Unknown user')
  return presentUser(row, baseUrl)
}

/** Returns a group. Throws 404. */
export async function getGroup(
  { trx, workspaceId, baseUrl }: Place,
  id: string,
  query: ScimQuery,
): Promise<Resource> {
  const row = isUuid(id) ? await findScimGroup(trx, workspaceId, id) : undefined
  if (!row) throw new ScimError(404, 'Unknown group')
  const hasMembers = includesAttribute(readProjection(groupType, query), 'members')
  const members = hasMembers ? await listScimMembers(trx, workspaceId, [id]) : null
  return presentGroup(row, members, baseUrl)
}
