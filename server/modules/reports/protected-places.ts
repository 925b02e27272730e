import { limits } from '#contract/limits.ts'

/** A department or location; `people` are in it itself, without those in departments below it. */
export type Place = { id: string; parent_id: string | null; people: number }
type SizedPlace = { id: string; size: number; below: SizedPlace[] }

const isFew = (people: number) => people > 0 && people < limits.group_figures_min

/** Returns the places at the top with all people in them and below them. */
function buildTree(places: readonly Place[]): SizedPlace[] {
  const byParent = Map.groupBy(places, (place) => place.parent_id)
  const build = (parentId: string | null): SizedPlace[] =>
    (byParent.get(parentId) ?? []).map(({ id, people }) => {
      const below = build(id)
      return { id, below, size: below.reduce((sum, { size }) => sum + size, people) }
    })
  return build(null)
}

/**
 * Returns the places whose figures would reveal those of a few people: what all places with figures
 * leave of the whole is nobody or at least `limits.group_figures_min` people. The smallest place
 * loses its figures; those below it then count like places beside it.
 */
export function findProtectedPlaces(places: readonly Place[], everyone: number): Set<string> {
  const found = new Set<string>()
  const protect = (size: number, children: readonly SizedPlace[]): void => {
    const shown: SizedPlace[] = []
    const add = (place: SizedPlace): void => {
      if (place.size < limits.group_figures_min || isFew(size - place.size)) refuse(place)
      else shown.push(place)
    }
    const refuse = (place: SizedPlace): void => {
      found.add(place.id)
      place.below.forEach(add)
    }
    children.forEach(add)
    while (isFew(shown.reduce((rest, place) => rest - place.size, size))) {
      shown.sort((a, b) => b.size - a.size || (a.id < b.id ? 1 : -1))
      const smallest = shown.pop()
      if (!smallest) break
      refuse(smallest)
    }
    for (const place of shown) protect(place.size, place.below)
  }
  protect(everyone, buildTree(places))
  return found
}
