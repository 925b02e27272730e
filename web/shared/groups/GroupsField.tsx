import type { ReactNode } from 'react'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ChosenList } from '#web/ui/ChosenList.tsx'
import { type ChosenGroup, GroupSelect } from './GroupSelect.tsx'

/** A field to choose several groups of a kind, or of any kind, at most `max`. */
export function GroupsField({
  kind,
  groups,
  onChange,
  label,
  max,
  error,
}: {
  kind?: GroupKind
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
        {...(kind ? { kind } : {})}
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
        removeLabel={(name) => t('select.remove', { name })}
        onRemove={(id) => onChange(groups.filter((group) => group.id !== id))}
      />
    </div>
  )
}
