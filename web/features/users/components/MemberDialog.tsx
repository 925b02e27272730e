import { Alert } from '@mantine/core'
import { type Permission, permissions } from '#contract/permissions.ts'
import type { Member } from '#contract/schemas/users.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type MemberAction, destructiveActions } from '../member-actions.ts'
import { useDeleteMember, useUpdateMember } from '../api/queries.ts'
import { AdjustBalanceDialog } from './AdjustBalanceDialog.tsx'
import { EditMemberDialog } from './EditMemberDialog.tsx'
import { PermissionsDialog } from './PermissionsDialog.tsx'

export type MemberDialogRequest = {
  action: Exclude<MemberAction, 'profile' | 'resend'>
  user: Member
}
type ConfirmedAction = Extract<MemberAction, 'cancel' | 'deactivate' | 'reactivate' | 'delete'>

/** The permissions held by this member alone, which prevent deactivation and deletion. */
function LastPermissionHolderAlert({ names }: { names: readonly Permission[] }) {
  const { t } = useTranslation('team')
  return (
    <Alert color="red" role="alert">
      {t('last_holder', { permissions: names.map((name) => t(`permission.${name}`)).join(', ') })}
    </Alert>
  )
}

/** Confirms an action and explains its effect. */
function ConfirmMemberAction({
  action,
  user,
  onClose,
}: {
  action: ConfirmedAction
  user: Member
  onClose: () => void
}) {
  const { t } = useTranslation('team')
  const callbacks = {
    onDone: () => {
      notifySuccess(t(`${action}.done`, { name: user.name }))
      onClose()
    },
    onFailed: (error: unknown) => {
      notifyError(t, error)
      onClose()
    },
  }
  const update = useUpdateMember(callbacks)
  const remove = useDeleteMember(callbacks)
  const confirm = () =>
    action === 'delete'
      ? remove.mutate({ user })
      : update.mutate({
          user,
          body: { state: action === 'reactivate' ? 'pending' : 'deactivated' },
        })
  const lastHolderOf = destructiveActions.has(action)
    ? permissions.filter((name) => user.abilities.fixed_permissions[name] === 'last_holder')
    : []
  return (
    <ConfirmDialog
      opened
      ready={lastHolderOf.length === 0}
      danger={destructiveActions.has(action)}
      title={t(`${action}.title`, { name: user.name })}
      text={t(`${action}.text`)}
      confirm={t(`${action}.action`)}
      cancel={action === 'cancel' ? t('cancel.keep') : t('common:cancel')}
      busy={update.isPending || remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {lastHolderOf.length ? <LastPermissionHolderAlert names={lastHolderOf} /> : null}
    </ConfirmDialog>
  )
}

/** The dialog of the action chosen in a member's menu. */
export function MemberDialog({
  request: { action, user },
  onClose,
}: {
  request: MemberDialogRequest
  onClose: () => void
}) {
  if (action === 'edit') return <EditMemberDialog user={user} onClose={onClose} />
  if (action === 'permissions') return <PermissionsDialog user={user} onClose={onClose} />
  if (action === 'adjust') return <AdjustBalanceDialog user={user} onClose={onClose} />
  return <ConfirmMemberAction action={action} user={user} onClose={onClose} />
}
