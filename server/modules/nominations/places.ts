import type { RoundRow } from './queries.ts'

/** What decides the place of a nominee. `isEligible`: neither excluded nor gone. */
export type Candidate = {
  id: string
  score: number | null
  votes: number
  nominations: number
  isEligible: boolean
}
export type Ranking = {
  /** The places of nominees who can win: equal ones share a place, and the next ones are left out. */
  places: Map<string, number>
  /** Who wins without a further choice. */
  winnerIds: string[]
  /** Equal nominees at the last place, of whom an administrator chooses `placesLeft`. */
  tiedIds: string[]
  placesLeft: number
}
type Rules = Pick<RoundRow, 'decision' | 'tie_rule' | 'winners_max'>

/** Scores, votes and nominations of a nominee in the order in which they decide; null: cannot win. */
function toRank({ decision, tie_rule: tieRule }: Rules, candidate: Candidate): number[] | null {
  const { score, votes, nominations, isEligible } = candidate
  const result = decision === 'jury' ? score : votes || null
  if (!isEligible || result === null) return null
  return tieRule === 'most_nominated' ? [result, nominations] : [result]
}

function compareRanks(one: number[], other: number[]): number {
  const index = one.findIndex((value, position) => value !== other[position])
  return index < 0 ? 0 : (other[index] ?? 0) - (one[index] ?? 0)
}

/** Returns the places of nominees by the rules of a round. */
export function rankNominees(rules: Rules, candidates: readonly Candidate[]): Ranking {
  const { tie_rule: tieRule, winners_max: max } = rules
  const ranked = candidates
    .flatMap((candidate) => {
      const rank = toRank(rules, candidate)
      return rank ? [{ id: candidate.id, rank }] : []
    })
    .toSorted((one, other) => compareRanks(one.rank, other.rank))
  const places = new Map<string, number>()
  for (const [index, { id, rank }] of ranked.entries()) {
    const before = ranked[index - 1]
    const isEqual = before !== undefined && compareRanks(before.rank, rank) === 0
    places.set(id, isEqual ? (places.get(before.id) ?? index) : index + 1)
  }
  const reached = ranked.map(({ id }) => id).filter((id) => (places.get(id) ?? 0) <= max)
  const lastPlace = places.get(reached.at(-1) ?? '') ?? 0
  const last = reached.filter((id) => places.get(id) === lastPlace)
  if (tieRule !== 'administrator' || reached.length <= max)
    return { places, winnerIds: reached, tiedIds: [], placesLeft: 0 }
  return {
    places,
    winnerIds: reached.filter((id) => !last.includes(id)),
    tiedIds: last,
    placesLeft: max - lastPlace + 1,
  }
}
