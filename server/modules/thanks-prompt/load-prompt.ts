import { dayMs } from '#contract/durations.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { loadOwnIntroductions } from '#server/modules/introductions/service.ts'
import { loadUpcomingDates } from '#server/modules/important-dates/load-dates.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { findUnthankedDepartment, listRecentRecipients } from './queries.ts'

const nothing = { introductions: null, date: null, is_tomorrow: false, department: null }
/** Days of the posts that count for a department. */
const departmentDays = 90
/** Days after thanks in which the date of a person is no prompt. */
const recentDays = 2

/**
 * Returns whom the actor could thank: in the first days the people they are introduced to, a person with a date today or tomorrow, otherwise a department
 * that the actor has not thanked for 90 days. All are null for an actor without any idea to follow.
 */
export async function loadThanksPrompt(
  trx: Trx,
  actor: Actor,
  at: Date,
): Promise<OutputOf<'profiles.thanks_prompt'>> {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  const since = new Date(at.getTime() - departmentDays * dayMs)
  const recipients = await listRecentRecipients(trx, workspaceId, userId, since)
  const thankedIds = new Set(recipients.map((recipient) => recipient.user_id))
  const introductions = await loadOwnIntroductions(trx, actor, thankedIds, at)
  if (introductions) return { ...nothing, introductions }
  const recently = new Set(
    recipients
      .filter(({ thanked_at }) => at.getTime() - thanked_at.getTime() < recentDays * dayMs)
      .map((recipient) => recipient.user_id),
  )
  const today = Temporal.PlainDate.from(toLocalDay(at, timezone))
  const tomorrow = today.add({ days: 1 }).toString()
  const dates = await loadUpcomingDates(trx, actor, at)
  const date = dates.find(
    (one) => one.date <= tomorrow && one.user.id !== userId && !recently.has(one.user.id),
  )
  if (date) return { ...nothing, date, is_tomorrow: date.date === tomorrow }
  // A person without posts gets the checklist of a new team instead.
  const department = recipients.length
    ? await findUnthankedDepartment(trx, workspaceId, userId, {
        thankedIds: [...thankedIds],
        seed: `${userId} ${today.yearOfWeek} ${today.weekOfYear}`,
      })
    : undefined
  return { ...nothing, department: department ?? null }
}
