import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { fromStoredBirthDate } from './birth-date.ts'

const earliestBirthDate = '1900-01-01'
const earliestHireDate = '1950-01-01'

type DatedField = 'birth_date' | 'hire_date'

/**
 * Returns the bounds of a date as it is stored, unless it lies within them: birth from 1900 to today
 * or without a year, hire from 1950 to one year ahead.
 */
export function findExceededBounds(
  field: DatedField,
  date: string,
  today: string,
): { start: string; finish: string } | undefined {
  if (field === 'birth_date' && fromStoredBirthDate(date) !== date) return undefined
  const { start, finish } = {
    birth_date: { start: earliestBirthDate, finish: today },
    hire_date: {
      start: earliestHireDate,
      finish: Temporal.PlainDate.from(today).add({ years: 1 }).toString(),
    },
  }[field]
  return date < start || date > finish ? { start, finish } : undefined
}

/** Throws out_of_range for implausible dates as they are stored. */
export function assertDatesInRange(
  dates: Partial<Record<DatedField, string | null | undefined>>,
  at: Date,
  timezone: string,
): void {
  const today = toLocalDay(at, timezone)
  throwCollectedRefusals(
    ...(['birth_date', 'hire_date'] as const).map((field) => () => {
      const date = dates[field]
      const bounds = date ? findExceededBounds(field, date, today) : undefined
      if (bounds) throwRefusal('out_of_range', { field, params: bounds })
    }),
  )
}
