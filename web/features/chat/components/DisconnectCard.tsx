import { Button } from '@mantine/core'
import { useState } from 'react'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type ChatConnection, useDisconnectApp } from '../api/queries.ts'

/** Ends the connection to a chat, after a confirmation that says what ends with it. */
export function DisconnectCard({ app }: { app: ChatConnection }) {
  const { t } = useTranslation('connections')
  const [isAsking, setAsking] = useState(false)
  const chat = t(`kind.${app.provider}`)
  const disconnect = useDisconnectApp(app.provider, {
    onSuccess: () => {
      notifySuccess(t('app.disconnect.done', { chat }))
      setAsking(false)
    },
    onError: (error) => {
      notifyError(t, error)
      setAsking(false)
    },
  })
  return (
    <SettingsSection
      title={t('app.disconnect.title', { chat })}
      text={t('app.disconnect.text')}
      action={
        <Button variant="default" c="var(--bad)" onClick={() => setAsking(true)}>
          {t('app.disconnect.action')}
        </Button>
      }
    >
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('app.disconnect.ask', { chat })}
        text={t('app.disconnect.ask_text', { chat })}
        confirm={t('app.disconnect.action')}
        cancel={t('common:cancel')}
        busy={disconnect.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => disconnect.mutate()}
      />
    </SettingsSection>
  )
}
