import { limits } from '#contract/limits.ts'
import type { GroupName } from '#contract/schemas/organization-record.ts'
import { findProtectedPlaces } from '#server/modules/reports/protected-places.ts'
import type { GroupFigures, GroupOfDay } from './queries.ts'

export type GroupSums = { group: GroupName; people: number; rows: GroupFigures[] }

/** Returns the rows of each group, those of departments below it among them. */
function collectRows(groups: readonly GroupOfDay[], rows: readonly GroupFigures[]) {
  const own = Map.groupBy(rows, (row) => row.group_id)
  const children = Map.groupBy(groups, (group) => group.parent_id)
  const collect = (id: string): GroupFigures[] => [
    ...(own.get(id) ?? []),
    ...(children.get(id) ?? []).flatMap((child) => collect(child.id)),
  ]
  return collect
}

/** Returns the ids of departments and locations whose figures would reveal those of a few people. */
function findProtected(
  groups: readonly GroupOfDay[],
  rows: readonly GroupFigures[],
  everyone: number,
): Set<string> {
  const people = new Map<string, number>()
  for (const row of rows) people.set(row.group_id, (people.get(row.group_id) ?? 0) + row.people)
  const ofKind = (kind: string) =>
    findProtectedPlaces(
      groups
        .filter((group) => group.kind === kind)
        .map(({ id, parent_id: parentId }) => ({
          id,
          parent_id: parentId,
          people: people.get(id) ?? 0,
        })),
      everyone,
    )
  return ofKind('department').union(ofKind('location'))
}

/**
 * Returns the figures of groups with the departments below them. Groups of fewer than
 * `limits.group_figures_min` people are left out, and those that all others or the whole team would
 * leave so few people of.
 */
export function sumGroups(
  groups: readonly GroupOfDay[],
  rows: readonly GroupFigures[],
  everyone: number,
): GroupSums[] {
  const collect = collectRows(groups, rows)
  const hidden = findProtected(groups, rows, everyone)
  return groups.flatMap(({ id, kind, name }) => {
    const found = collect(id)
    const people = found.reduce((sum, row) => sum + row.people, 0)
    const rest = everyone - people
    const isFew = people < limits.group_figures_min || (rest > 0 && rest < limits.group_figures_min)
    if (isFew || hidden.has(id)) return []
    return [{ group: { id, kind: kind as GroupName['kind'], name }, people, rows: found }]
  })
}
