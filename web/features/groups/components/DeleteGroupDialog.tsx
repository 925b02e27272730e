import type { Group } from '#contract/schemas/groups.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDeleteGroup } from '../api/queries.ts'

/** Confirms the deletion of a group and says what stays. `onDeleted` leaves a page about it. */
export function DeleteGroupDialog({
  group,
  onClose,
  onDeleted = onClose,
}: {
  group: Group
  onClose: () => void
  onDeleted?: () => void
}) {
  const { t } = useTranslation('organization')
  const remove = useDeleteGroup({
    onSuccess: () => {
      notifySuccess(t('groups.deleted'))
      onDeleted()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('groups.delete_title', { name: group.name })}
      text={
        group.kind === 'department' ? t('groups.delete_text_department') : t('groups.delete_text')
      }
      confirm={t('groups.delete')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(group.id)}
    />
  )
}
