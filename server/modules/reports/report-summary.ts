import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { sumByValueAndDay } from './queries.ts'
import { listUnthanked } from './recognition-graph.ts'
import type { DayRange } from './report-period.ts'
import { loadStatistics } from './statistics.ts'

/** The figures of some days that a summary names. */
export type ReportSummary = {
  /** How many people were active. */
  active: number
  /**
   * Whole percent, `before` null without comparable days before. Shares of a few people vary
   * strongly, so small teams get numbers.
   */
  participation: { now: number; before: number | null } | { active: number; people: number }
  /** How many people were not thanked; null in a team too small to tell. */
  unthanked: number | null
  /** The value whose points grew most, and by how many. */
  grown_value: { name: string; points: number } | null
  points_given: number
  points_redeemed: number
}

/** Returns the summary of these days, compared with as many days before. */
export async function loadReportSummary(
  trx: Trx,
  workspaceId: string,
  days: DayRange,
  { timezone, includePrivate }: { timezone: string; includePrivate: boolean },
): Promise<ReportSummary> {
  const statistics = await loadStatistics(trx, { workspaceId, days }, timezone)
  const { hidden, total } = await listUnthanked(trx, { workspaceId, days }, { limit: 1, offset: 0 })
  const values = await sumByValueAndDay(trx, { workspaceId, days, includePrivate })
  const { people, active_users: active, team_engagement: engagement } = statistics
  // In the first days of a team every figure would have grown by thousands of percent.
  const isCompared = active.before > 0 && active.before * 10 >= active.now
  const [grown] = values
    .filter((value) => value.retired_at === null)
    .map(({ name, score, before }) => ({ name, points: score - before }))
    .toSorted((a, b) => b.points - a.points)
  return {
    active: active.now,
    participation:
      people < limits.unthanked_people_min
        ? { active: Math.round((engagement.now * people) / 100), people }
        : {
            now: Math.round(engagement.now),
            before: isCompared ? Math.round(engagement.before) : null,
          },
    unthanked: hidden ? null : total,
    grown_value: isCompared && grown && grown.points > 0 ? grown : null,
    points_given: statistics.points_granted.now,
    points_redeemed: statistics.points_spent.now,
  }
}
