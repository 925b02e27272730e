import { Alert, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiCallError } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useConfig } from '#web/shared/config.ts'
import { CanceledError, errorText } from '#web/shared/errors/error-messages.ts'
import { createOtherWorkspacesToken } from './other-workspaces-token.ts'
import { callAndInvalidate } from '#web/shared/use-call.ts'

/** Leaves the team for good: personal data is erased, posts stay without a name. */
export function LeaveWorkspaceDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('leaving')
  const config = useConfig()
  const { user, workspace } = config
  const [sure, setSure] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: async () => {
      const temporary = await createOtherWorkspacesToken(config)
      // The end of the session clears the cache.
      await callAndInvalidate(client, 'users.delete', { params: { id: user.id } }, 'everything')
      return temporary
    },
    onSuccess: (temporary) => session.leaveWorkspace(temporary),
    // The server lists each permission that no other member holds.
    onError: (error) => {
      if (error instanceof CanceledError) return
      setProblem(
        error instanceof ApiCallError
          ? error.errors.map((refusal) => errorText(t, refusal)).join('. ')
          : t('errors:unknown'),
      )
    },
  })
  const close = () => {
    setSure(false)
    setProblem(null)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      danger
      title={t('leave.ask', { team: workspace.name })}
      text={t('leave.what')}
      confirm={t('leave.confirm')}
      cancel={t('common:cancel')}
      ready={sure}
      busy={leave.isPending}
      onClose={close}
      onConfirm={() => {
        setProblem(null)
        leave.mutate()
      }}
    >
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      <Checkbox
        label={t('leave.sure')}
        checked={sure}
        onChange={(event) => setSure(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  )
}
