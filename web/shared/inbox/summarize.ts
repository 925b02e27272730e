import type { InboxItem } from '#contract/schemas/inbox.ts'
import type { Person } from '#contract/schemas/users.ts'

type ThanksSummary = { people: Person[]; points: number }

/** Returns the items with points. */
export const filterThanks = (items: readonly InboxItem[]): InboxItem[] =>
  items.filter(({ kind }) => kind === 'thanks' || kind === 'points_added')

/** Returns the people behind items, each once and the latest first, and the sum of their points. */
export function summarizeThanks(items: readonly InboxItem[]): ThanksSummary {
  const people = new Map(items.flatMap(({ actors }) => actors.map((actor) => [actor.id, actor])))
  return {
    people: [...people.values()],
    points: items.reduce((sum, { points }) => sum + (points ?? 0), 0),
  }
}
