import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import {
  type Webhook,
  useDeleteWebhook,
  useRotateSecret,
  useUpdateWebhook,
} from '../api/queries.ts'
import { webhookName } from '../webhook-labels.ts'
import css from '#web/shared/webhooks/webhooks.module.css'
import { WebhookForm } from './WebhookForm.tsx'
import { SigningSecret } from './SigningSecret.tsx'

/** Confirms the deletion of a webhook with its log. */
export function DeleteWebhookDialog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const remove = useDeleteWebhook(hook.id, {
    onSuccess: () => {
      notifySuccess(t('removed'))
      onClose()
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
      title={t('remove_title', { name: webhookName(t, hook) })}
      text={t('remove_text')}
      confirm={t('remove')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  )
}

/** Rotates the secret of a webhook, or pauses it. */
function WebhookActions({
  hook,
  onClose,
  onSecret,
}: {
  hook: Webhook
  onClose: () => void
  onSecret: (secret: string) => void
}) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const pause = useUpdateWebhook(hook.id, {
    onSuccess: () => {
      notifySuccess(t('paused'))
      onClose()
    },
    onError: (error) => notifyError(t, error),
  })
  const rotate = useRotateSecret(hook.id, {
    onSuccess: (made) => onSecret(made.secret),
    onError: (error) => notifyError(t, error),
  })
  const hasSecret = hook.kind === 'webhook' && hook.abilities.change
  if (!hasSecret && hook.state !== 'active') return null
  return (
    <div className={css['apart']}>
      {hasSecret ? (
        <p>
          {hook.old_secret_until
            ? t('secret.old', { time: formatDateTime(hook.old_secret_until, timezone) })
            : t('secret.rotate_text', { hours: limits.hook_secret_overlap_hours })}
        </p>
      ) : null}
      <Group gap={8}>
        {hasSecret ? (
          <Button
            size="sm"
            variant="default"
            loading={rotate.isPending}
            onClick={() => rotate.mutate()}
          >
            {t('secret.rotate')}
          </Button>
        ) : null}
        {hook.state === 'active' ? (
          <Button
            size="sm"
            variant="default"
            loading={pause.isPending}
            onClick={() => pause.mutate({ paused: true })}
          >
            {t('pause')}
          </Button>
        ) : null}
      </Group>
    </div>
  )
}

/** Edits or pauses a webhook, or rotates its secret. */
export function EditWebhookDialog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const [secret, setSecret] = useState<string | null>(null)
  // The form keeps what it started with, while the list and this hook refetch.
  const [loaded] = useState(hook)
  const save = useUpdateWebhook(hook.id, {
    onSuccess: () => {
      notifySuccess(t('saved'))
      onClose()
    },
  })
  return (
    <Dialog
      title={secret ? t('secret.title') : t('edit_title', { name: webhookName(t, hook) })}
      close={t('common:close')}
      onClose={onClose}
      isPersistent={secret !== null}
    >
      {secret ? (
        <SigningSecret secret={secret} onClose={onClose} />
      ) : (
        <WebhookForm
          kind={hook.kind}
          hook={hook}
          action={t('save')}
          busy={save.isPending}
          onCancel={onClose}
          onSubmit={({ url, description, events }, showRefusal) =>
            save.mutate(pickChanged({ url, description, events }, loaded), {
              onError: showRefusal,
            })
          }
        >
          <WebhookActions hook={hook} onClose={onClose} onSecret={setSecret} />
        </WebhookForm>
      )}
    </Dialog>
  )
}
