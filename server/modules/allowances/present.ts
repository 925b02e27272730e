import type { Allowance } from '#contract/schemas/allowance-rules.ts'
import type { UserLimitsRow } from './queries.ts'

/** Returns the points that a person may still give, never below zero, and what sets the limit. */
export function presentAllowance(row: UserLimitsRow, renewsAt: Date): Allowance {
  const { points_limit: limit, spent, source } = row
  return {
    limit,
    limit_per_post: row.points_limit_per_post,
    spent,
    score_remaining: limit === null ? null : Math.max(limit - spent, 0),
    renews_at: renewsAt.toISOString(),
    source,
    rule:
      source === 'rule'
        ? {
            name: row.rule_name ?? '',
            base: row.rule_limit,
            extra_per_report: row.extra_per_report ?? 0,
            reports: row.reports,
          }
        : null,
  }
}
