/** The quiet hours of a person: full hours in a time zone. Equal hours: never quiet. */
export type QuietHours = { quiet_from: number; quiet_until: number; timezone: string }

const isKnownZone = (timezone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: timezone }))
  } catch {
    return false
  }
}

/** Returns `at`, or the end of the quiet hours if `at` lies within them. */
export function afterQuietHours(
  at: Date,
  { quiet_from: from, quiet_until: until, timezone }: QuietHours,
): Date {
  if (from === until) return at
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    isKnownZone(timezone) ? timezone : 'UTC',
  )
  const isQuiet =
    from < until
      ? local.hour >= from && local.hour < until
      : local.hour >= from || local.hour < until
  if (!isQuiet) return at
  const end = local.with({
    hour: until,
    minute: 0,
    second: 0,
    millisecond: 0,
    microsecond: 0,
    nanosecond: 0,
  })
  const next = local.hour < until ? end : end.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}
