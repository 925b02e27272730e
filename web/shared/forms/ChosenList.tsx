import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './chosen-list.module.css'

/** The chosen items of a field for several, each with a button that removes it. */
export function ChosenList({
  items,
  onRemove,
}: {
  items: readonly { id: string; name: string }[]
  onRemove: (id: string) => void
}) {
  const { t } = useTranslation('organization')
  if (!items.length) return null
  return (
    <ul className={css['items']}>
      {items.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('select.remove', { name })}
            onClick={() => onRemove(id)}
          >
            <IconX size={14} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
