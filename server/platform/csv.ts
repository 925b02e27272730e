/** A cell that a spreadsheet would run as a formula is shown as text instead (promise 14). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

function cell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file (RFC 4180), its end included. Text that starts like a formula is defused; numbers are not text. */
export function csvLine(cells: (string | number | boolean | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}
