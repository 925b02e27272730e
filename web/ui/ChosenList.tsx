import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import css from './chosen-list.module.css'

type Item = { id: string; name: string }

/** The chosen items of a field, each with a button that removes it; nothing without items. */
export function ChosenList({
  items,
  removeLabel,
  onRemove,
}: {
  items: readonly Item[]
  removeLabel: (name: string) => string
  onRemove: (id: string) => void
}) {
  if (!items.length) return null
  return (
    <ul className={css['list']}>
      {items.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={removeLabel(name)}
            onClick={() => onRemove(id)}
          >
            <IconX size={14} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
