import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { GroupSelect } from './GroupSelect.tsx'
import { useGroup, useGroupSearch } from './groups.api.ts'

/** Chooses the group of figures, in teams with groups. The address holds its id only. */
export function GroupFilter({
  groupId,
  onChange,
}: {
  groupId: string | undefined
  onChange: (groupId: string | undefined) => void
}) {
  const { t } = useTranslation('organization')
  const { data: offered } = useGroupSearch(undefined, '', true)
  const { data: group } = useGroup(groupId)
  if (groupId === undefined && !offered?.items.length) return null
  const label = t('figures.group')
  return (
    <GroupSelect
      size="sm"
      aria-label={label}
      placeholder={t('figures.everyone')}
      clearLabel={t('clear', { field: label })}
      value={groupId === undefined ? null : { id: groupId, name: group?.name ?? '…' }}
      onChange={(chosen) => onChange(chosen?.id)}
    />
  )
}

/** Returns whether figures are refused because they would reveal those of a few people. */
export const isGroupTooSmall = (error: unknown): error is ApiCallError =>
  error instanceof ApiCallError && error.has('group_too_small')

/** Shown instead of figures that would reveal those of a few people. */
export function GroupTooSmall({ error }: { error: ApiCallError }) {
  const { t } = useTranslation('organization')
  return (
    <EmptyState
      art="people"
      level={2}
      title={callErrorText(t, error)}
      text={t('figures.too_small')}
    />
  )
}
