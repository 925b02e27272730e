import { limits } from '#contract/limits.ts'
import { isUuid } from '#server/platform/ids.ts'
import { groupType } from './attributes.ts'
import type { Filter } from './filter-parser.ts'
import { type Operation, readOperations } from './patch-operations.ts'
import { throwInvalid } from './scim-error.ts'
import { normalizeValue, type Resource } from './values.ts'

/** A change of a group. `replaces`: the members that are not added leave. */
export type GroupChange = {
  displayName?: string
  externalId?: string | null
  members: { replaces: boolean; added: Set<string>; removed: Set<string> }
}
export const emptyGroupChange = (): GroupChange => ({
  members: { replaces: false, added: new Set(), removed: new Set() },
})

/** Returns the ids of members. Throws invalidValue for groups, which cannot be nested. */
export function toMemberIds(values: Resource[]): string[] {
  return values.map(({ value, type }) => {
    if (typeof type === 'string' && type.toLowerCase() !== 'user')
      throwInvalid('invalidValue', 'Groups cannot be members of groups')
    const id = typeof value === 'string' ? value.toLowerCase() : ''
    return isUuid(id) ? id : throwInvalid('invalidValue', `No user has the id ${String(value)}`)
  })
}

/** Returns the ids that a filter such as `value eq "…" or value eq "…"` names. */
function listFilteredIds(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(listFilteredIds)
  if (
    filter.kind === 'compare' &&
    filter.operator === 'eq' &&
    filter.path.name?.toLowerCase() === 'value' &&
    typeof filter.value === 'string'
  )
    return isUuid(filter.value.toLowerCase()) ? [filter.value.toLowerCase()] : []
  return throwInvalid('invalidPath', 'Members are selected by value eq only')
}

function changeMembers({ members }: GroupChange, operation: Operation): void {
  const { op, attribute, sub, filter, value } = operation
  if (sub) throwInvalid('invalidPath', 'A member cannot be changed, only added and removed')
  if (filter && op !== 'remove') throwInvalid('noTarget', 'A filter of members only removes')
  const isEverything = op === 'remove' && !filter && (value === undefined || value === null)
  const listed = normalizeValue(attribute, value, limits.scim_operation_members_max)
  const ids = filter ? listFilteredIds(filter) : toMemberIds((listed ?? []) as Resource[])
  if (op === 'replace' || isEverything) {
    members.replaces = true
    members.added.clear()
    members.removed.clear()
  }
  for (const id of ids) {
    const [into, outOf] =
      op === 'remove' ? [members.removed, members.added] : [members.added, members.removed]
    into.add(id)
    outOf.delete(id)
  }
}

/** Returns the change that the operations of a PATCH request describe together. */
export function readGroupPatch(body: unknown): GroupChange {
  const change = emptyGroupChange()
  for (const operation of readOperations(groupType, body)) {
    const { op, attribute, value } = operation
    if (attribute.name === 'members') {
      changeMembers(change, operation)
      continue
    }
    const text = op === 'remove' ? undefined : (normalizeValue(attribute, value) as string)
    if (attribute.name === 'externalId') change.externalId = text ?? null
    else if (text === undefined) throwInvalid('mutability', 'displayName cannot be removed')
    else change.displayName = text
  }
  return change
}
