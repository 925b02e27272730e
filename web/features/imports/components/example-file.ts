import type { Translate } from '#web/lib/translate.ts'

const fields = ['email', 'first_name', 'last_name', 'job_title', 'birth_date', 'hire_date'] as const

/** Downloads an example CSV with headings in the reader's language, which the import recognizes. */
export function downloadExampleFile(t: Translate): void {
  const rows = [
    fields.map((field) => t(`imports:field.${field}`)),
    [
      'ada@example.com',
      'Ada',
      'Lovelace',
      t('imports:example.engineer'),
      '1990-12-10',
      '2024-03-01',
    ],
    ['grace@example.com', 'Grace', 'Hopper', t('imports:example.lead'), '1986-12-09', '2022-09-15'],
  ]
  // Spreadsheet programs recognize UTF-8 by the byte order mark.
  const text = `\uFEFF${rows.map((row) => row.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\r\n')}\r\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${t('imports:example.file')}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url))
}
