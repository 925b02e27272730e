import { TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { CellInput, ReviewedRow } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './review.module.css'

export type CellField = CellInput['field']
export type Problem = ReviewedRow['problems'][number]

/**
 * A cell with a problem: a button with its text that becomes a field. Enter and leaving the field
 * save, Escape does not.
 */
export function ProblemCell({
  row,
  problem,
  busy,
  onSave,
}: {
  row: ReviewedRow
  problem: Problem & { field: CellField }
  busy: boolean
  onSave: (value: string) => void
}) {
  const { t } = useTranslation('imports')
  const [draft, setDraft] = useState<string | null>(null)
  const label = t('confirm.edit', {
    line: formatNumber(row.line),
    field: t(`field.${problem.field}`),
  })
  const save = () => {
    if (draft !== null && draft.trim() !== problem.value) onSave(draft.trim())
    setDraft(null)
  }
  if (draft === null)
    return (
      <UnstyledButton
        className={css['fix']}
        data-tone={row.outcome === 'refused' && problem.field === 'email' ? 'bad' : 'warn'}
        aria-label={`${label}: ${problem.value || t('confirm.add')}`}
        disabled={busy}
        onClick={() => setDraft(problem.value)}
      >
        {problem.value || t('confirm.add')}
      </UnstyledButton>
    )
  return (
    <TextInput
      size="xs"
      className={css['field'] ?? ''}
      aria-label={label}
      value={draft}
      maxLength={limits.import_cell_chars_max}
      // The button that was pressed is gone.
      autoFocus
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setDraft(null)
      }}
    />
  )
}
