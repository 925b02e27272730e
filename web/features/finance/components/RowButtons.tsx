import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import css from './finance.module.css'

/** Buttons that change and delete a row. The labels name the row. */
export function RowButtons({
  editLabel,
  deleteLabel,
  onEdit,
  onDelete,
}: {
  editLabel: string
  deleteLabel: string
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <span className={css['actions']}>
      <ActionIcon variant="default" size={34} aria-label={editLabel} onClick={onEdit}>
        <IconPencil size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" size={34} aria-label={deleteLabel} onClick={onDelete}>
        <IconTrash size={18} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
