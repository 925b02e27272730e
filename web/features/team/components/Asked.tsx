import { Alert } from '@mantine/core'
import { type Permission, permissions } from '#contract/permissions.ts'
import type { Member } from '#contract/users.ts'
import { tell, tellError } from '#web/app/errors.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type Action, grave } from '../actions.ts'
import { useRemove, useUpdate } from '../queries.ts'
import { AdjustDialog } from './AdjustDialog.tsx'
import { EditDialog } from './EditDialog.tsx'
import { PermissionsDialog } from './PermissionsDialog.tsx'

export type Asked = { action: Exclude<Action, 'profile' | 'resend'>; user: Member }
type Sure = Extract<Action, 'cancel' | 'deactivate' | 'reactivate' | 'delete'>

/**
 * The permissions that nobody else in the team holds, so that this member can neither be
 * deactivated nor deleted.
 */
function LastHolder({ names }: { names: readonly Permission[] }) {
  const { t } = useTranslation('team')
  return (
    <Alert color="red" role="alert">
      {t('last_holder', { permissions: names.map((name) => t(`permission.${name}`)).join(', ') })}
    </Alert>
  )
}

/** Asks once more, and says what will happen. */
function Confirm({ action, user, onClose }: { action: Sure; user: Member; onClose: () => void }) {
  const { t } = useTranslation('team')
  const on = {
    done: () => {
      tell(t(`${action}.done`, { name: user.name }))
      onClose()
    },
    failed: (error: unknown) => {
      tellError(t, error)
      onClose()
    },
  }
  const update = useUpdate(on)
  const remove = useRemove(on)
  const act = () =>
    action === 'delete'
      ? remove.mutate({ user })
      : update.mutate({
          user,
          body: { state: action === 'reactivate' ? 'pending' : 'deactivated' },
        })
  const kept = grave.has(action)
    ? permissions.filter((name) => user.abilities.fixed_permissions[name] === 'last_holder')
    : []
  return (
    <ConfirmDialog
      opened
      ready={kept.length === 0}
      danger={grave.has(action)}
      title={t(`${action}.title`, { name: user.name })}
      text={t(`${action}.text`)}
      confirm={t(`${action}.action`)}
      cancel={action === 'cancel' ? t('cancel.keep') : t('common:cancel')}
      busy={update.isPending || remove.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      {kept.length ? <LastHolder names={kept} /> : null}
    </ConfirmDialog>
  )
}

/** The dialog of whatever was chosen in a member's menu. */
export function AskedDialog({
  asked: { action, user },
  onClose,
}: {
  asked: Asked
  onClose: () => void
}) {
  if (action === 'edit') return <EditDialog user={user} onClose={onClose} />
  if (action === 'permissions') return <PermissionsDialog user={user} onClose={onClose} />
  if (action === 'adjust') return <AdjustDialog user={user} onClose={onClose} />
  return <Confirm action={action} user={user} onClose={onClose} />
}
