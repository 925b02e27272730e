import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { fromStoredBirthDate } from './birth-date.ts'

const earliestBirthDate = '1900-01-01'
const earliestHireDate = '1950-01-01'

/**
 * Throws out_of_range for implausible dates as they are stored: birth from 1900 to today or without
 * a year, hire from 1950 to one year ahead.
 */
export function assertDatesInRange(
  dates: { birth_date?: string | null | undefined; hire_date?: string | null | undefined },
  at: Date,
  timezone: string,
): void {
  const today = toLocalDay(at, timezone)
  const bounds = {
    birth_date: [earliestBirthDate, today],
    hire_date: [earliestHireDate, Temporal.PlainDate.from(today).add({ years: 1 }).toString()],
  } as const
  throwCollectedRefusals(
    ...(['birth_date', 'hire_date'] as const).map((field) => () => {
      const [date, [start, finish]] = [dates[field], bounds[field]]
      if (date && field === 'birth_date' && fromStoredBirthDate(date) !== date) return
      if (date && (date < start || date > finish))
        throwRefusal('out_of_range', { field, params: { start, finish } })
    }),
  )
}
