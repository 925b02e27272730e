import { type RawBuilder, sql } from 'kysely'
import { normalizeAddress } from '#contract/email-address.ts'
import { isUuid } from '#server/platform/ids.ts'
import { coreUserUrn, enterpriseUrn, groupUrn } from './attributes.ts'
import type { AttributePath, Filter, FilterOperator, FilterValue } from './filter-parser.ts'
import { throwInvalid } from './scim-error.ts'

export type Condition = RawBuilder<boolean>
/**
 * How an attribute is found. `text` compares in lower case, `exact` as it is, and `address` in the
 * form in which addresses are stored.
 */
type FilterColumn =
  | {
      kind: 'text' | 'address' | 'exact' | 'uuid' | 'boolean' | 'time'
      column: RawBuilder<unknown>
    }
  | { kind: 'related'; matches: (id: string) => Condition }
/** The attributes that a filter may name, by their paths in lower case. */
type FilterColumns = ReadonlyMap<string, FilterColumn>

const throwUnsupported = (detail: string): never => throwInvalid('invalidFilter', detail)

const toKey = ({ urn, name, sub }: AttributePath): string =>
  [urn ? `${urn}:` : '', name ?? '', sub ? `.${sub}` : ''].join('').toLowerCase()

function compareText(column: RawBuilder<unknown>, operator: FilterOperator, value: string) {
  const conditions: Record<FilterOperator, Condition> = {
    eq: sql`${column} = ${value}`,
    ne: sql`${column} is distinct from ${value}`,
    co: sql`strpos(${column}, ${value}) > 0`,
    sw: sql`starts_with(${column}, ${value})`,
    ew: sql`right(${column}, length(${value})) = ${value}`,
    gt: sql`${column} collate "C" > ${value}`,
    ge: sql`${column} collate "C" >= ${value}`,
    lt: sql`${column} collate "C" < ${value}`,
    le: sql`${column} collate "C" <= ${value}`,
  }
  return conditions[operator]
}

/** Compares values that have an order or only equality. Throws invalidFilter for other operators. */
function compareValue(
  column: RawBuilder<unknown>,
  operator: FilterOperator,
  value: Date | string | boolean,
): Condition {
  if (operator === 'eq') return sql`${column} = ${value}`
  if (operator === 'ne') return sql`${column} is distinct from ${value}`
  if (value instanceof Date) {
    if (operator === 'gt') return sql`${column} > ${value}`
    if (operator === 'ge') return sql`${column} >= ${value}`
    if (operator === 'lt') return sql`${column} < ${value}`
    if (operator === 'le') return sql`${column} <= ${value}`
  }
  return throwUnsupported(`The operator ${operator} does not apply to this attribute`)
}

function isPresent(column: FilterColumn): Condition {
  if (column.kind === 'related') return throwUnsupported('pr does not apply to this attribute')
  const isText = ['text', 'address', 'exact'].includes(column.kind)
  return isText ? sql`coalesce(${column.column}, '') <> ''` : sql`${column.column} is not null`
}

function toText(value: FilterValue): string {
  if (typeof value !== 'string') return throwUnsupported('The value is not a text')
  if (value.includes('\u0000') || !value.isWellFormed())
    throwUnsupported('The value has characters that cannot be stored')
  return value
}

function compare(column: FilterColumn, operator: FilterOperator, value: FilterValue): Condition {
  if (value === null) {
    if (operator === 'eq') return sql`not ${isPresent(column)}`
    return operator === 'ne' ? isPresent(column) : throwUnsupported('null has no order')
  }
  switch (column.kind) {
    case 'text':
      return compareText(column.column, operator, toText(value).toLowerCase())
    case 'address': {
      const text = toText(value)
      return compareText(column.column, operator, normalizeAddress(text) ?? text.toLowerCase())
    }
    case 'exact':
      return compareText(column.column, operator, toText(value))
    case 'boolean': {
      const word = String(value).toLowerCase()
      if (word !== 'true' && word !== 'false') throwUnsupported('The value is not a boolean')
      return compareValue(column.column, operator, word === 'true')
    }
    case 'time': {
      const time = new Date(toText(value))
      const year = time.getUTCFullYear()
      if (!(year > 0 && year < 10_000)) throwUnsupported('The value is not a time')
      return compareValue(column.column, operator, time)
    }
    case 'uuid': {
      const id = toText(value).toLowerCase()
      // An id of another form belongs to nothing.
      if (isUuid(id)) return compareValue(column.column, operator, id)
      return operator === 'ne' ? sql`true` : sql`false`
    }
    case 'related': {
      const id = toText(value).toLowerCase()
      if (operator !== 'eq') throwUnsupported('This attribute can only be compared with eq')
      return isUuid(id) ? column.matches(id) : sql`false`
    }
  }
}

/**
 * Returns the condition of a filter. Nothing is compared in memory. Throws invalidFilter for an
 * attribute without an index.
 */
function compileFilter(
  columns: FilterColumns,
  filter: Filter,
  outer: AttributePath | null = null,
): Condition {
  const columnOf = (path: AttributePath): FilterColumn => {
    const key = outer ? `${toKey(outer)}.${toKey(path)}` : toKey(path)
    return columns.get(key) ?? throwUnsupported(`Filters by ${key} are not supported`)
  }
  switch (filter.kind) {
    case 'present':
      return isPresent(columnOf(filter.path))
    case 'compare':
      return compare(columnOf(filter.path), filter.operator, filter.value)
    case 'not':
      return sql`not coalesce(${compileFilter(columns, filter.of, outer)}, false)`
    case 'values':
      return outer
        ? throwUnsupported('A filter of values has no further filter')
        : compileFilter(columns, filter.of, filter.path)
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => compileFilter(columns, part, outer))
      return sql`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
    }
  }
}

const email = { kind: 'address', column: sql`u.email` } as const
const manager = { kind: 'uuid', column: sql`u.manager_id` } as const
const plainUserColumns: [string, FilterColumn][] = [
  ['id', { kind: 'uuid', column: sql`u.id` }],
  ['username', email],
  ['externalid', { kind: 'exact', column: sql`x.external_id` }],
  ['active', { kind: 'boolean', column: sql`(u.state <> 'deactivated')` }],
  ['emails', email],
  ['emails.value', email],
  ['emails.type', { kind: 'text', column: sql`'work'::text` }],
  ['emails.primary', { kind: 'boolean', column: sql`true` }],
  ['meta.created', { kind: 'time', column: sql`u.created_at` }],
]
const extensionColumns: [string, FilterColumn][] = [
  ['employeenumber', { kind: 'text', column: sql`lower(nullif(u.employee_number, ''))` }],
  ['manager', manager],
  ['manager.value', manager],
]
/** Attributes of users with an index, or of a part of the row that an index finds. */
const userColumns = new Map<string, FilterColumn>([
  ...plainUserColumns,
  ...plainUserColumns.map(([key, column]): [string, FilterColumn] => [
    `${coreUserUrn}:${key}`.toLowerCase(),
    column,
  ]),
  // Entra ID asks for `manager` without the schema.
  ...extensionColumns,
  ...extensionColumns.map(([key, column]): [string, FilterColumn] => [
    `${enterpriseUrn}:${key}`.toLowerCase(),
    column,
  ]),
])

/** Returns the condition of a filter of users. Throws invalidFilter. */
export const compileUserFilter = (filter: Filter | null): Condition =>
  filter ? compileFilter(userColumns, filter) : sql`true`

const hasMember = (userId: string): RawBuilder<boolean> => sql`exists (
  select 1 from group_members gm
  where gm.workspace_id = g.workspace_id and gm.group_id = g.id and gm.user_id = ${userId}
    and gm.left_at is null)`
const plainGroupColumns: [string, FilterColumn][] = [
  ['id', { kind: 'uuid', column: sql`g.id` }],
  ['displayname', { kind: 'text', column: sql`lower(g.name)` }],
  ['externalid', { kind: 'exact', column: sql`s.external_id` }],
  ['members', { kind: 'related', matches: hasMember }],
  ['members.value', { kind: 'related', matches: hasMember }],
  ['meta.created', { kind: 'time', column: sql`g.created_at` }],
]
const groupColumns = new Map<string, FilterColumn>([
  ...plainGroupColumns,
  ...plainGroupColumns.map(([key, column]): [string, FilterColumn] => [
    `${groupUrn}:${key}`.toLowerCase(),
    column,
  ]),
])

/** Returns the condition of a filter of groups. Throws invalidFilter. */
export const compileGroupFilter = (filter: Filter | null): Condition =>
  filter ? compileFilter(groupColumns, filter) : sql`true`
