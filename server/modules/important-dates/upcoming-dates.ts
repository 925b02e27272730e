import type { ImportantDate } from '#contract/schemas/users.ts'

export type PersonDates = { id: string; birth_date: string | null; hire_date: string | null }
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
 * Returns birthdays and anniversaries within the window, soonest first. `years` is null for
 * birthdays, because ages stay private.
 */
export function findUpcomingDates(
  people: PersonDates[],
  window: Map<number, Temporal.PlainDate>,
): UpcomingDate[] {
  const found: UpcomingDate[] = []
  for (const { id, birth_date: birthDate, hire_date: hireDate } of people) {
    const birthday = birthDate
      ? window.get(toMonthDay(Temporal.PlainDate.from(birthDate)))
      : undefined
    if (birthday)
      found.push({ user_id: id, kind: 'birthday', date: birthday.toString(), years: null })
    const hired = hireDate ? Temporal.PlainDate.from(hireDate) : undefined
    const anniversary = hired && window.get(toMonthDay(hired))
    if (hired && anniversary && anniversary.year > hired.year)
      found.push({
        user_id: id,
        kind: 'anniversary',
        date: anniversary.toString(),
        years: anniversary.year - hired.year,
      })
  }
  return found.sort((a, b) => Temporal.PlainDate.compare(a.date, b.date))
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
