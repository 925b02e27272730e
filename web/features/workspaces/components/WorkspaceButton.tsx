import { Text } from '@mantine/core'
import type { OutputOf } from '#contract/routes/index.ts'
import css from '#web/shared/layout/auth-layout.module.css'
import { useTranslation } from '#web/lib/translate.ts'
import { firstGrapheme } from '#web/ui/initials.ts'

/** A team to choose: its name, and the number of its people. */
export function WorkspaceButton({
  workspace,
  detail,
  disabled,
  onClick,
}: {
  workspace: Pick<OutputOf<'auth.list_workspaces'>[number], 'name' | 'users_count'>
  /** Replaces the number of people. */
  detail?: string | undefined
  disabled: boolean
  onClick: () => void
}) {
  const { t } = useTranslation('auth')
  return (
    <button type="button" className={`plain ${css['team']}`} disabled={disabled} onClick={onClick}>
      <span className={css['mark']} aria-hidden="true">
        {firstGrapheme(workspace.name)}
      </span>
      <span>
        <Text component="span" fw={550} display="block">
          {workspace.name}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {detail ?? t('common:people', { count: workspace.users_count })}
        </Text>
      </span>
    </button>
  )
}
