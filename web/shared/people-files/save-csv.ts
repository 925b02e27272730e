import { saveFile } from '#web/lib/download-file.ts'

const toCell = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Saves rows as a CSV file. */
export function saveCsv(rows: readonly (readonly string[])[], fileName: string): void {
  // Spreadsheet programs recognize UTF-8 by the byte order mark.
  const text = `\uFEFF${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`
  saveFile(new Blob([text], { type: 'text/csv' }), `${fileName}.csv`)
}
