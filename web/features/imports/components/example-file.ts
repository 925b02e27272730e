import type { Translate } from '#web/lib/translate.ts'
import { saveCsv } from '#web/shared/people-files/save-csv.ts'

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
  saveCsv(rows, t('imports:example.file'))
}
