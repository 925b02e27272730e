import { type Permission, permissions } from '#contract/permissions.ts'
import type { QueryInputOf } from '#contract/routes/index.ts'
import type { UserSort } from '#contract/schemas/users.ts'
import { parseSearchText } from '#web/lib/search-text.ts'

export type MemberState = 'pending' | 'accepted' | 'deactivated'
/** The filter and order of the team list in the address. */
export type TeamView = {
  search?: string | undefined
  state?: MemberState | undefined
  permission?: Permission | 'any' | undefined
  invited?: 'long_ago' | undefined
  activity?: 'never' | undefined
  /** The id of a department. */
  group?: string | undefined
  sort?: UserSort | undefined
  order?: 'desc' | undefined
}

export const columns = [
  'email',
  'title',
  'department',
  'location',
  'manager',
  'state',
  'permissions',
  'balance',
  'given',
  'last_active',
  'invited',
  'joined',
] as const
/** A column of an attribute: `attribute:` with its id. */
export type AttributeColumn = `attribute:${string}`
export type Column = (typeof columns)[number] | AttributeColumn
/** The sort of a column head. Columns without one are not sortable. */
export const isAttributeColumn = (column: string): column is AttributeColumn =>
  column.startsWith('attribute:')
/** The names of attributes by their columns. */
export type AttributeColumns = ReadonlyMap<AttributeColumn, string>

/** Returns the chosen columns in the order of the list; deleted attributes have none. */
export const listShownColumns = (
  shown: readonly Column[],
  attributes: AttributeColumns,
): Column[] => [...columns, ...attributes.keys()].filter((column) => shown.includes(column))

export const columnSorts: Partial<Record<Column | 'name', UserSort>> = {
  name: 'name',
  email: 'email',
  title: 'title',
  department: 'department',
  location: 'location',
  manager: 'manager',
  state: 'state',
  balance: 'balance',
  given: 'given',
  last_active: 'last_active',
  invited: 'invited',
  joined: 'joined',
}
export const defaultColumns: readonly Column[] = [
  'email',
  'title',
  'state',
  'balance',
  'given',
  'last_active',
]
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** The built-in views. A view without fields shows everyone. */
export const builtInViews = {
  everyone: {},
  invited_long_ago: { state: 'pending', invited: 'long_ago' },
  never_active: { activity: 'never' },
  administrators: { permission: 'any' },
} as const satisfies Record<string, TeamView>

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value)
const sorts = Object.values(columnSorts).filter((sort) => sort !== undefined)

/** Returns the view of an address or of a stored text. Unknown values count as absent. */
export function parseTeamView(fields: Record<string, unknown>): TeamView {
  const { search, group } = fields
  const view: TeamView = {
    search: parseSearchText(search),
    state: oneOf(['pending', 'accepted', 'deactivated'], fields['state']),
    permission: oneOf(['any', ...permissions], fields['permission']),
    invited: oneOf(['long_ago'], fields['invited']),
    activity: oneOf(['never'], fields['activity']),
    group: typeof group === 'string' && uuidPattern.test(group) ? group : undefined,
    sort: oneOf(sorts, fields['sort']),
    order: oneOf(['desc'], fields['order']),
  }
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined))
}

/** Returns a key that is the same for equal views. */
export const viewKey = (view: TeamView): string =>
  JSON.stringify(Object.entries(parseTeamView(view)).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Returns whether a view has a filter. */
export const isFiltered = (view: TeamView): boolean =>
  Object.values({ ...view, sort: undefined, order: undefined }).some((value) => value !== undefined)

/** Returns the number of filters of a view, beside its search. */
export const countFilters = ({ state, permission, invited, activity, group }: TeamView): number =>
  [state, permission, invited, activity, group].filter((value) => value !== undefined).length

/** Returns the view of a click on a column head: ascending, then descending. */
export const toggleSort = (view: TeamView, sort: UserSort): TeamView => ({
  ...view,
  sort,
  order: (view.sort ?? 'state') === sort && view.order !== 'desc' ? 'desc' : undefined,
})

export type TeamQuery = QueryInputOf<'users.ids'>
/** Returns the query of a view. */
export function toQuery(view: TeamView): TeamQuery {
  const { group, ...query } = parseTeamView(view)
  return group === undefined ? query : { ...query, group_id: group }
}
