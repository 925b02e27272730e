import { limits } from '#contract/limits.ts'

type Figures = { name: string | null; people: number; nominations: number; wins: number }

const addFigures = (one: Figures, other: Figures): Figures => ({
  name: null,
  people: one.people + other.people,
  nominations: one.nominations + other.nominations,
  wins: one.wins + other.wins,
})

/**
 * Returns the figures of departments. Those with fewer people than a report may show are put together,
 * with the next smallest ones until they are as many.
 */
export function mergeSmallDepartments(departments: readonly Figures[]): Figures[] {
  const min = limits.unthanked_people_min
  const isShown = ({ name, people }: Figures) => name !== null && people >= min
  const shown = departments.filter(isShown).toSorted((one, other) => other.people - one.people)
  let rest = departments
    .filter((one) => !isShown(one))
    .reduce(addFigures, { name: null, people: 0, nominations: 0, wins: 0 })
  while ((rest.people > 0 || rest.nominations > 0) && rest.people < min && shown.length > 0)
    rest = addFigures(rest, shown.pop() ?? rest)
  const named = new Set(shown)
  const kept = departments
    .filter((one) => named.has(one))
    .map(({ name, people, nominations, wins }) => ({ name, people, nominations, wins }))
  return rest.people > 0 || rest.nominations > 0 ? [...kept, rest] : kept
}
