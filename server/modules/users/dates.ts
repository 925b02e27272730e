import { fail, failTogether } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/periods.ts'

const born_first = '1900-01-01'
const hired_first = '1950-01-01'

/**
 * Refuses dates that nobody alive has, with out_of_range: born from 1900 to today, hired from 1950
 * to a year ahead.
 */
export function checkDates(
  dates: { birth_date?: string | null | undefined; hire_date?: string | null | undefined },
  at: Date,
  timezone: string,
): void {
  const today = dayOf(at, timezone)
  const bounds = {
    birth_date: [born_first, today],
    hire_date: [hired_first, Temporal.PlainDate.from(today).add({ years: 1 }).toString()],
  } as const
  failTogether(
    ...(['birth_date', 'hire_date'] as const).map((field) => () => {
      const [date, [start, finish]] = [dates[field], bounds[field]]
      if (date && (date < start || date > finish))
        fail('out_of_range', { field, params: { start, finish } })
    }),
  )
}
