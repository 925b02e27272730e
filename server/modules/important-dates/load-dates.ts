import { limits } from '#contract/limits.ts'
import type { ImportantDate } from '#contract/schemas/users.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { listVisibleDates } from './queries.ts'
import { findUpcomingDates, buildDateWindow } from './upcoming-dates.ts'

/** `user_id`: null for a display, which shows only what people show to everyone. */
type DatesViewer = Pick<Actor, 'workspace_id' | 'timezone'> & { user_id: string | null }

/**
 * Returns the birthdays and work anniversaries of the next `limits.dates_ahead_days` days, that people
 * show to the viewer. `keepIds` restricts them to some of the people.
 */
export async function loadUpcomingDates(
  trx: Trx,
  { workspace_id: workspaceId, user_id: viewerId, timezone }: DatesViewer,
  at: Date,
  keepIds?: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<ImportantDate[]> {
  const window = buildDateWindow(
    Temporal.PlainDate.from(toLocalDay(at, timezone)),
    limits.dates_ahead_days,
  )
  const rows = await listVisibleDates(trx, workspaceId, viewerId, {
    days: [...window.keys()],
    limit: limits.calendar_visible_dates_max,
  })
  const kept = await keepIds?.(rows.map(({ id }) => id))
  const found = findUpcomingDates(kept ? rows.filter(({ id }) => kept.has(id)) : rows, window)
  const shown = found.slice(0, limits.page_size_max)
  const people = await loadPeople(
    trx,
    workspaceId,
    shown.map((date) => date.user_id),
  )
  return shown.map(({ user_id: userId, ...date }) => ({
    user: requirePerson(people, userId),
    ...date,
  }))
}
