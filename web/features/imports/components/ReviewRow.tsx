import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Attribute } from '#contract/schemas/attributes.ts'
import type { AttributeField, ImportField, ReviewedRow } from '#contract/schemas/imports.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { formatBirthday } from '#web/shared/people/birthday.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { useEditRow } from '../api/queries.ts'
import { type CellField, type Problem, ProblemCell } from './ReviewCell.tsx'
import css from './review.module.css'

/** The columns of the review, with the fields of the file that they show. */
const reviewColumns = [
  { key: 'name', fields: ['full_name', 'first_name', 'last_name'] },
  { key: 'email', fields: ['email'] },
  { key: 'job_title', fields: ['job_title'] },
  { key: 'birth_date', fields: ['birth_date'] },
  { key: 'hire_date', fields: ['hire_date'] },
  { key: 'manager', fields: ['manager'] },
  { key: 'department', fields: ['department'] },
  { key: 'location', fields: ['location'] },
  { key: 'country', fields: ['country'] },
  { key: 'timezone', fields: ['timezone'] },
  { key: 'employee_number', fields: ['employee_number'] },
  { key: 'cost_center', fields: ['cost_center'] },
  { key: 'away_from', fields: ['away_from'] },
  { key: 'away_until', fields: ['away_until'] },
  { key: 'status', fields: ['status'] },
] as const satisfies { key: string; fields: CellField[] }[]
type OwnColumn = (typeof reviewColumns)[number]
/** A column of an attribute, with its name. */
type AttributeColumn = { key: AttributeField; fields: readonly [AttributeField]; name: string }
export type ReviewColumn = OwnColumn | AttributeColumn

/** Returns the columns for these fields of the file. Deleted attributes have none. */
export const listReviewColumns = (
  fields: readonly ImportField[],
  attributes: readonly Attribute[],
): ReviewColumn[] => [
  ...reviewColumns.filter((column) => column.fields.some((field) => fields.includes(field))),
  ...attributes
    .map(({ id, name }): AttributeColumn => {
      const key: AttributeField = `attribute:${id}`
      return { key, fields: [key], name }
    })
    .filter(({ key }) => fields.includes(key)),
]
/** The columns of dates; only a birthday can be without its year. */
const dateKeys: ReadonlySet<string> = new Set([
  'birth_date',
  'hire_date',
  'away_from',
  'away_until',
])
const isAttributeKey = (key: ReviewColumn['key']): key is AttributeField =>
  key.startsWith('attribute:')

function understoodText(t: Translate, row: ReviewedRow, key: ReviewColumn['key']): string {
  if (isAttributeKey(key))
    return row.attributes.find((one) => `attribute:${one.attribute_id}` === key)?.value ?? ''
  if (key === 'name') return `${row.first_name} ${row.last_name}`.trim()
  if (key === 'email') return row.email
  if (key === 'status') return row.status ? t(`status.${row.status}`) : ''
  const text = row[key] ?? ''
  return text !== '' && dateKeys.has(key) ? formatBirthday(text) : text
}

/** Texts of problems that depend on the field. */
const reasonsByField: Record<string, string> = {
  'country wrong_format': 'unreadable',
  'timezone wrong_format': 'unreadable',
  'status wrong_format': 'unreadable',
  'employee_number not_unique': 'number_taken',
  'manager user_not_found': 'manager_later',
  'away_until out_of_range': 'away_range',
  'birth_date out_of_range': 'date_range',
  'hire_date out_of_range': 'date_range',
  'away_from out_of_range': 'date_range',
}
const reasonOf = ({ field, code }: Problem) =>
  field.startsWith('attribute:') && code === 'wrong_format'
    ? 'no_option'
    : (reasonsByField[`${field} ${code}`] ?? code)

function OutcomeCell({ row }: { row: ReviewedRow }) {
  const { t } = useTranslation('imports')
  return (
    <>
      <span className={css['badge']} data-state={row.outcome}>
        {t(`outcome.${row.outcome}`)}
      </span>
      {row.problems.map((problem) => (
        <span key={problem.field} className={css['reason']}>
          {row.outcome === 'refused' ? null : (
            <IconAlertTriangle size={14} stroke={2.2} aria-hidden="true" />
          )}
          {t(`reason.${reasonOf(problem)}`, {
            value: problem.value,
            finish: formatNumber(problem.chars_max ?? 0),
          })}
        </span>
      ))}
    </>
  )
}

/** Problems that another text in the cell can solve. */
const isFixable = (problem: Problem): problem is Problem & { field: CellField } =>
  problem.field !== 'ignore' && problem.code !== 'invites_full'

/** A parsed row of the file. Cells with problems are corrected in place. */
export function ReviewRow({
  importId,
  row,
  columns,
  onEdited,
}: {
  importId: string
  row: ReviewedRow
  columns: readonly ReviewColumn[]
  onEdited: (row: ReviewedRow) => void
}) {
  const { t } = useTranslation('imports')
  const edit = useEditRow(importId, onEdited)
  const save = (field: CellField, value: string) =>
    edit.mutate({ line: row.line, field, value }, { onError: (error) => notifyError(t, error) })
  const cellContent = ({ key, fields }: ReviewColumn): ReactNode => {
    const shown: readonly CellField[] = fields
    const problems = row.problems.filter(isFixable).filter(({ field }) => shown.includes(field))
    // The text of a refused address is the cell itself.
    const text = key === 'email' && problems.length ? '' : understoodText(t, row, key)
    return (
      <>
        {text}
        {problems.map((problem) => (
          <ProblemCell
            key={problem.field}
            row={row}
            problem={problem}
            busy={edit.isPending}
            onSave={(value) => save(problem.field, value)}
          />
        ))}
        {text || problems.length ? null : <span aria-hidden="true">–</span>}
      </>
    )
  }
  return (
    <tr className={css['row']} data-outcome={row.outcome} aria-busy={edit.isPending}>
      <th scope="row" className={css['line']}>
        {formatNumber(row.line)}
      </th>
      {columns.map((column) => (
        <td key={column.key} data-column={column.key}>
          {cellContent(column)}
        </td>
      ))}
      <td data-column="outcome" aria-live="polite">
        <OutcomeCell row={row} />
      </td>
    </tr>
  )
}
