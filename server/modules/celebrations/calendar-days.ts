import type { CalendarDay } from './queries.ts'

const toCalendarDay = (day: Temporal.PlainDate, monthDay = day.month * 100 + day.day) => ({
  day: day.toString(),
  monthDay,
})

/**
 * Returns the days from `from` to `to` ('YYYY-MM-DD', both included) with the dates celebrated on
 * them. Without a leap day, 29 February is celebrated on the 28th.
 */
export function listCalendarDays(from: string, to: string): CalendarDay[] {
  const days: CalendarDay[] = []
  const last = Temporal.PlainDate.from(to)
  for (
    let day = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    days.push(toCalendarDay(day))
    if (day.month === 2 && day.day === 28 && !day.inLeapYear) days.push(toCalendarDay(day, 229))
  }
  return days
}
