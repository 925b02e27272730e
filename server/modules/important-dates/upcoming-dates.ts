import type { ImportantDate } from '#contract/schemas/users.ts'

/** A stored day of a person, as 'YYYY-MM-DD', that a viewer may see. */
export type PersonDate = Pick<ImportantDate, 'kind' | 'visibility'> & { id: string; day: string }
type UpcomingDate = Omit<ImportantDate, 'user'> & { user_id: string }

const toMonthDay = (day: Temporal.PlainDate) => day.month * 100 + day.day

/**
 * Returns the next `days` days by month x 100 + day, today first. Without a leap day, 29 February
 * maps to the 28th.
 */
export function buildDateWindow(
  today: Temporal.PlainDate,
  days: number,
): Map<number, Temporal.PlainDate> {
  const window = new Map<number, Temporal.PlainDate>()
  for (let offset = 0; offset < days; offset += 1) {
    const day = today.add({ days: offset })
    window.set(toMonthDay(day), day)
    if (day.month === 2 && day.day === 28 && !day.inLeapYear) window.set(229, day)
  }
  return window
}

/**
 * Returns birthdays and anniversaries within the window, soonest first, without the day of hire
 * itself. `years` is null for birthdays, because ages stay private.
 */
export function findUpcomingDates(
  dates: PersonDate[],
  window: Map<number, Temporal.PlainDate>,
): UpcomingDate[] {
  return dates
    .flatMap(({ id, kind, day, visibility }): UpcomingDate[] => {
      const stored = Temporal.PlainDate.from(day)
      const found = window.get(toMonthDay(stored))
      const years = kind === 'birthday' ? null : (found?.year ?? 0) - stored.year
      if (!found || (years !== null && years <= 0)) return []
      return [{ user_id: id, kind, date: found.toString(), years, visibility }]
    })
    .toSorted((a, b) => Temporal.PlainDate.compare(a.date, b.date))
}

/**
 * Returns the next birthday on or after `today` ('YYYY-MM-DD'). Without a leap day, 29 February
 * becomes the 28th.
 */
export function nextBirthday(birthDate: string, today: string): string {
  const born = Temporal.PlainDate.from(birthDate)
  const inYear = (year: number) =>
    Temporal.PlainDate.from(
      { year, month: born.month, day: born.day },
      { overflow: 'constrain' },
    ).toString()
  const { year } = Temporal.PlainDate.from(today)
  return inYear(year) < today ? inYear(year + 1) : inYear(year)
}
