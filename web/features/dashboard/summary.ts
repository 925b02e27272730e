import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'

type Statistics = OutputOf<'leaderboards.statistics'>
type ValueTrends = OutputOf<'leaderboards.value_trends'>
type Unthanked = OutputOf<'leaderboards.unthanked'>

/** A sentence of the summary: its text and the figures in it. Shares are whole percent. */
export type SummarySentence =
  | { text: 'took_part'; share: number }
  | { text: 'took_part_up' | 'took_part_down'; share: number; before: number }
  | { text: 'took_part_same'; share: number }
  | { text: 'took_part_of'; count: number; people: number }
  | { text: 'everyone_thanked' }
  | { text: 'not_thanked'; count: number }
  | { text: 'value_grew'; name: string; points: number }
  | { text: 'value_leads'; name: string; points: number }
  | { text: 'first' }

/**
 * Returns whether the preceding range can be compared. In the first days of a team it is empty or
 * nearly so, and every figure would have grown by thousands of percent.
 */
export const hasBefore = ({ active_users: active }: Statistics) =>
  active.before > 0 && active.before * 10 >= active.now

function describeParticipation(statistics: Statistics): SummarySentence {
  const { people, team_engagement: engagement } = statistics
  // Shares of a few people vary strongly, so small teams get numbers.
  if (people < limits.unthanked_people_min)
    return {
      text: 'took_part_of',
      count: Math.round((engagement.now * people) / 100),
      people,
    }
  const [share, before] = [Math.round(engagement.now), Math.round(engagement.before)]
  if (!hasBefore(statistics)) return { text: 'took_part', share }
  if (share === before) return { text: 'took_part_same', share }
  return { text: share > before ? 'took_part_up' : 'took_part_down', share, before }
}

function describeUnthanked({ hidden, total }: Unthanked): SummarySentence[] {
  if (hidden) return []
  return [total ? { text: 'not_thanked', count: total } : { text: 'everyone_thanked' }]
}

/** Returns the value that grew most, or the strongest value if there is nothing to compare. */
function describeValues({ values }: ValueTrends, isCompared: boolean): SummarySentence[] {
  const named = values.flatMap(({ value, score, before }) =>
    value ? [{ name: value.name, score, growth: score - before }] : [],
  )
  const [leader] = named
  if (!isCompared)
    return leader && leader.score > 0
      ? [{ text: 'value_leads', name: leader.name, points: leader.score }]
      : []
  const [grown] = named.toSorted((a, b) => b.growth - a.growth)
  return grown && grown.growth > 0
    ? [{ text: 'value_grew', name: grown.name, points: grown.growth }]
    : []
}

/**
 * Returns the sentences about the figures, most important first. `unthanked` and `trends` are
 * undefined while they load or when they failed.
 */
export function summarize(
  statistics: Statistics,
  unthanked: Unthanked | undefined,
  trends: ValueTrends | undefined,
): SummarySentence[] {
  return [
    describeParticipation(statistics),
    ...(unthanked ? describeUnthanked(unthanked) : []),
    ...(trends ? describeValues(trends, hasBefore(statistics)) : []),
    ...(hasBefore(statistics) ? [] : [{ text: 'first' as const }]),
  ]
}
