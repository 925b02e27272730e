import pg from 'pg'

const { builtins } = pg.types
const parseTimestampOfPg: (text: string) => unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ)

/** Reads the text of a timestamptz: a Date, or Infinity and -Infinity. */
export const parseTimestamp = (text: string): unknown =>
  // Date needs half the time for the usual years; the parser of pg reads the others.
  /^(19|20)\d\d-/.test(text) ? new Date(text) : parseTimestampOfPg(text)

/** Sets how pg reads values: numbers as such, times as Date, days as text. */
export function setTypeParsers(): void {
  pg.types.setTypeParser(builtins.INT8, Number)
  pg.types.setTypeParser(builtins.NUMERIC, Number)
  pg.types.setTypeParser(builtins.DATE, (text) => text)
  pg.types.setTypeParser(builtins.TIMESTAMPTZ, parseTimestamp)
}
