import { Button, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { DeliveryLogDialog } from '#web/shared/webhooks/DeliveryLogDialog.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type ChatConnection, useSaveApp } from '../api/queries.ts'
import css from './chat.module.css'

const switches = ['direct_messages', 'invite_strangers', 'allow_guests'] as const

/** The settings of an app. A switch saves at once and reverts when saving fails. */
export function AppSettings({ app }: { app: ChatConnection }) {
  const { t } = useTranslation('connections')
  const [isLogOpen, setLogOpen] = useState(false)
  const save = useSaveApp(app.provider, {
    onSuccess: () => notifySuccess(t('saved')),
    onError: (error) => notifyError(t, error),
  })
  const shown = { ...app, ...(save.isPending ? save.variables : {}) }
  const chat = t(`kind.${app.provider}`)
  return (
    <SettingsSection title={t('app.settings.title')}>
      <Stack gap="md">
        {switches.map((name) => (
          <Switch
            key={name}
            label={t(`app.settings.${name}`, { chat })}
            description={t(`app.settings.${name}_text`, { chat })}
            checked={shown[name]}
            onChange={(change) => save.mutate({ [name]: change.currentTarget.checked })}
          />
        ))}
      </Stack>
      {app.hook_id ? (
        <div className={css['acts']}>
          <Button size="sm" variant="default" onClick={() => setLogOpen(true)}>
            {t('app.settings.log')}
          </Button>
        </div>
      ) : null}
      {isLogOpen && app.hook_id ? (
        <DeliveryLogDialog
          hookId={app.hook_id}
          name={t('app.settings.log_name', { chat })}
          onClose={() => setLogOpen(false)}
        />
      ) : null}
    </SettingsSection>
  )
}
