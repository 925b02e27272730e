import type { InvitationPlan } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'

/** Local time at which invitations planned for a day are sent. */
const sendHour = 9

/**
 * Returns when invitations are sent: null for later. A day starts at 9:00 in the time zone of the
 * workspace. Throws required, and out_of_range unless the day is one of the next 90.
 */
export function planInviteTime(
  { when, date }: InvitationPlan,
  at: Date,
  timezone: string,
): Date | null {
  if (when === 'later') return null
  if (when === 'now') return at
  if (!date) throwRefusal('required', { field: 'date' })
  const today = Temporal.PlainDate.from(toLocalDay(at, timezone))
  const start = today.add({ days: 1 }).toString()
  const finish = today.add({ days: limits.invite_plan_days }).toString()
  if (date < start || date > finish)
    throwRefusal('out_of_range', { field: 'date', params: { start, finish } })
  const moment = Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone: timezone,
    plainTime: Temporal.PlainTime.from({ hour: sendHour }),
  })
  return new Date(moment.epochMilliseconds)
}
