import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { ChosenList } from '#web/shared/forms/ChosenList.tsx'
import { type ChosenGroup, GroupSelect } from './GroupSelect.tsx'

/** A field to choose several groups of any kind, at most `max`. */
export function GroupsField({
  groups,
  onChange,
  label,
  max,
  error,
}: {
  groups: readonly ChosenGroup[]
  onChange: (groups: ChosenGroup[]) => void
  label: string
  max: number
  error?: ReactNode
}) {
  const { t } = useTranslation('organization')
  return (
    <div>
      <GroupSelect
        label={label}
        clearLabel={t('clear', { field: label })}
        error={error}
        value={null}
        readOnly={groups.length >= max}
        except={groups.map(({ id }) => id)}
        onChange={(group) => {
          if (group) onChange([...groups, group])
        }}
      />
      <ChosenList
        items={groups}
        onRemove={(id) => onChange(groups.filter((group) => group.id !== id))}
      />
    </div>
  )
}
