/**
 * A cell of an exported table. A `Temporal.PlainDate` becomes a date of the spreadsheet, a `Date`
 * a date with its time in UTC.
 */
export type TableCell = string | number | boolean | null | Temporal.PlainDate | Date
export type TableRow = readonly TableCell[]

/** Returns the cell of a day ('YYYY-MM-DD'), empty without a day. */
export const toDayCell = (day: string | null): TableCell =>
  day === null ? null : Temporal.PlainDate.from(day)
