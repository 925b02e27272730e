import { createHash, randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import { listFirstDays, listVisibleDates } from '#server/modules/important-dates/queries.ts'
import {
  type PersonDate,
  findUpcomingDates,
  buildDateWindow,
} from '#server/modules/important-dates/upcoming-dates.ts'
import { updateUserColumns } from '#server/modules/users/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { matchesKeyedHash, keyedHash, uuidToBytes, uuidFromBytes } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { type Actor, isBillingActive } from '#server/platform/auth/sessions.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'
import { buildCalendar } from './ical.ts'
import { findCalendarReader, findCalendarSalt } from './queries.ts'

const macBytes = 24
const hashPurpose = 'calendar'
const macInput = (workspaceId: string, userId: string, salt: Buffer) =>
  `${workspaceId} ${userId} ${salt.toString('hex')}`

/**
 * Returns the token of a calendar URL: workspace id, user id and a MAC over the user's salt. The
 * server can derive it again, so no token is stored.
 */
function createCalendarToken(
  { secret }: Services['config'],
  workspaceId: string,
  userId: string,
  salt: Buffer,
): string {
  const mac = keyedHash(secret, hashPurpose, macInput(workspaceId, userId, salt)).subarray(
    0,
    macBytes,
  )
  return Buffer.concat([uuidToBytes(workspaceId), uuidToBytes(userId), mac]).toString('base64url')
}

const calendarUrl = (
  config: Services['config'],
  { workspace_id: workspaceId, user_id: userId }: Actor,
  salt: Buffer | null,
) =>
  salt
    ? `${config.publicUrl}/calendar/${createCalendarToken(config, workspaceId, userId, salt)}.ics`
    : null

/** Returns the URL of the actor's calendar, or null without one. */
export async function findCalendarUrl(
  { db, config }: Services,
  actor: Actor,
): Promise<string | null> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const salt = await db.readSnapshot(workspaceId, (trx) =>
    findCalendarSalt(trx, workspaceId, userId),
  )
  return calendarUrl(config, actor, salt)
}

/** Creates a new calendar URL (`enabled`) or removes it. The old URL stops working either way. */
export async function replaceCalendarUrl(
  { db, config }: Services,
  actor: Actor,
  enabled: boolean,
): Promise<string | null> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const calendarSalt = enabled ? randomBytes(16) : null
  await db.tenant(workspaceId, (trx) =>
    updateUserColumns(trx, workspaceId, userId, { calendar_salt: calendarSalt }),
  )
  return calendarUrl(config, actor, calendarSalt)
}

/**
 * Returns the dates of the next 365 days and of the last month, so that yesterday's birthday does
 * not vanish. The year of birth is left out.
 */
function listCalendarDates(people: PersonDate[], today: Temporal.PlainDate) {
  const daysBack = limits.calendar_behind_days
  const past = findUpcomingDates(
    people,
    buildDateWindow(today.subtract({ days: daysBack }), daysBack),
  )
  return [...past, ...findUpcomingDates(people, buildDateWindow(today, 365))].slice(
    0,
    limits.calendar_dates_max,
  )
}

/** Returns the first days of the reader's team in the period of the calendar. */
function loadFirstDays(trx: Trx, workspaceId: string, readerId: string, today: string) {
  const day = Temporal.PlainDate.from(today)
  return listFirstDays(trx, workspaceId, readerId, {
    from: day.subtract({ days: limits.calendar_behind_days }).toString(),
    to: day.add({ days: 365 }).toString(),
    limit: limits.calendar_first_days_max,
  })
}

/**
 * Returns the iCalendar text of a token and its ETag. Throws `not_found` for an invalid or revoked
 * token, `billing_inactive` for a workspace without active billing.
 */
export async function renderCalendar(
  { db, config }: Services,
  token: string,
  at: Date,
): Promise<{ text: string; etag: string }> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 32 + macBytes) throwRefusal('not_found')
  const [workspaceId, userId] = [
    uuidFromBytes(bytes.subarray(0, 16)),
    uuidFromBytes(bytes.subarray(16, 32)),
  ]
  return db.readSnapshot(workspaceId, async (trx) => {
    const reader = await findCalendarReader(trx, workspaceId, userId)
    if (!reader?.salt) throwRefusal('not_found')
    if (
      !matchesKeyedHash(
        config.secrets,
        hashPurpose,
        macInput(workspaceId, userId, reader.salt),
        bytes.subarray(32),
      )
    )
      throwRefusal('not_found')
    if (!isBillingActive(reader, config.billing, at)) throwRefusal('billing_inactive')
    const dates = await listVisibleDates(trx, workspaceId, userId, {
      limit: limits.calendar_visible_dates_max,
    })
    const today = toLocalDay(at, reader.timezone)
    const { language } = reader
    const firstDays = await loadFirstDays(trx, workspaceId, userId, today)
    const listed = listCalendarDates(dates, Temporal.PlainDate.from(today))
    const people = await loadPeople(
      trx,
      workspaceId,
      listed.map((date) => date.user_id),
    )
    const nameOf = (id: string) => requirePerson(people, id).name
    const events = listed.map(({ user_id: id, kind, date, years }) => ({
      id: `${kind}-${date.slice(0, 4)}-${id}`,
      day: date,
      url: `${config.publicUrl}/profile/${id}`,
      summary:
        kind === 'birthday'
          ? `🎂 ${nameOf(id)}: ${translate(language, 'feed', 'dates.birthday')}`
          : `🎉 ${nameOf(id)}: ${translatePlural(language, 'feed', 'dates.anniversary', years ?? 0)}`,
    }))
    // The stamp is today's midnight, so that the text and its ETag change once a day at most.
    const text = buildCalendar({
      name: `${reader.team}: ${translate(language, 'feed', 'dates.title')}`,
      events: [
        ...events,
        ...firstDays.map(({ id, day, first_name: first, last_name: last }) => ({
          id: `first-day-${id}`,
          day,
          url: `${config.publicUrl}/profile/${id}`,
          summary: `👋 ${`${first} ${last}`.trim()}: ${translate(language, 'calendar', 'first_day')}`,
        })),
      ],
      stamp: new Date(`${today}T00:00:00Z`),
    })
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  })
}
