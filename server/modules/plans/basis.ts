import type { PlanBasis } from '#contract/schemas/plans.ts'
import { loadYear } from '#server/modules/celebrations/preview.ts'
import { findHundredPoints } from '#server/modules/point-worths/queries.ts'
import { listSnapshotDays } from '#server/modules/reports/snapshot-queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'
import { sumAllowances, sumYearPoints } from './queries.ts'

const yearDays = 365
/** Days of a period on average. */
const daysOf = { day: 1, week: 7, month: 365 / 12, quarter: 365 / 4 } as const

/** Returns a part as whole percent between 0 and 100, or null of nothing. */
const toPercent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.min(Math.round((part / whole) * 100), 100) : null

/** Returns the figures of the actor's team to start a plan from. */
export async function loadPlanBasis(trx: Trx, actor: Actor, at: Date): Promise<PlanBasis> {
  const { workspace_id: workspaceId, timezone, limit_period: period } = actor
  const today = toLocalDay(at, timezone)
  const year = { from: addDays(today, 1 - yearDays), to: today }
  const snapshotDays = await listSnapshotDays(trx, workspaceId)
  const { people, allowance, unlimited } = await sumAllowances(trx, workspaceId)
  const points = await sumYearPoints(trx, workspaceId, year, snapshotDays.at(-1))
  const months = await loadYear(trx, actor, Number(today.slice(0, 4)) + 1, at)
  const isLimited = people > 0 && unlimited === 0
  return {
    people,
    allowance: isLimited ? Math.round(allowance / people) : null,
    period,
    use_percent: isLimited
      ? toPercent(points.given, allowance * (yearDays / daysOf[period]))
      : null,
    celebration_points: months.reduce((sum, month) => sum + month.points, 0),
    award_points: points.awarded,
    bonus_points: points.bonuses,
    gift_card_percent: toPercent(points.gift_cards, points.redeemed),
    hundred_points: await findHundredPoints(trx, workspaceId, { country: null, day: today }),
  }
}
