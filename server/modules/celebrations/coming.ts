import {
  type Celebration,
  type CelebrationKind,
  celebrationKinds,
} from '#contract/schemas/celebrations.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'
import { listCalendarDays } from './calendar-days.ts'
import { pointsOf } from './describe-celebration.ts'
import { countCelebrations, type RuleRow } from './queries.ts'

/** Days of the preview after today. */
export const comingDays = 30

/** Returns the people and points of each kind in the next days. Disabled kinds have none. */
export async function countComing(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Pick<Actor, 'workspace_id' | 'timezone'>,
  rules: readonly RuleRow[],
  at: Date,
): Promise<Record<CelebrationKind, Celebration['coming']>> {
  const coming = Object.fromEntries(
    celebrationKinds.map((kind) => [kind, { people: 0, points: 0 }]),
  ) as Record<CelebrationKind, Celebration['coming']>
  const enabled = rules.filter((rule) => rule.enabled)
  if (!enabled.length) return coming
  const today = toLocalDay(at, timezone)
  const days = listCalendarDays(today, addDays(today, comingDays))
  for (const { kind, years, people } of await countCelebrations(trx, workspaceId, enabled, {
    days,
    today,
    openOnly: true,
  })) {
    const rule = enabled.find((one) => one.kind === kind)
    coming[kind].people += people
    coming[kind].points += people * (rule ? pointsOf(rule, years) : 0)
  }
  return coming
}
