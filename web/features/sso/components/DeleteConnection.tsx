import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type SsoConnection, useDeleteConnection } from '../api/queries.ts'

/** Deletes a connection after a confirmation that says what ends with it. */
export function DeleteConnection({
  connection: { id, name, people },
}: {
  connection: SsoConnection
}) {
  const { t } = useTranslation('connections')
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteConnection(id, {
    onSuccess: () => {
      notifySuccess(t('sso.delete.done'))
      void navigate({ to: '/settings/sign-in' })
    },
    onError: (error) => {
      setAsking(false)
      notifyError(t, error)
    },
  })
  return (
    <SettingsSection
      title={t('sso.delete.title')}
      text={t('sso.delete.text')}
      action={
        <Button variant="default" c="var(--bad)" onClick={() => setAsking(true)}>
          {t('sso.delete.action')}
        </Button>
      }
    >
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('sso.delete.ask', { name })}
        text={t('sso.delete.ask_text', { count: people })}
        confirm={t('sso.delete.action')}
        cancel={t('common:cancel')}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      />
    </SettingsSection>
  )
}
