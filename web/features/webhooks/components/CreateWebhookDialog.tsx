import { useState } from 'react'
import type { WebhookKind } from '#contract/webhook-events.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useCreateWebhook } from '../api/queries.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { SigningSecret } from './SigningSecret.tsx'

/** Adds a webhook or chat; a webhook's secret is shown afterwards. */
export function CreateWebhookDialog({ kind, onClose }: { kind: WebhookKind; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const [secret, setSecret] = useState<string | null>(null)
  const create = useCreateWebhook({
    onSuccess: (made) => {
      notifySuccess(t('connected'))
      if (made.secret) setSecret(made.secret)
      else onClose()
    },
  })
  return (
    <Dialog
      title={secret ? t('secret.title') : t(`connect.${kind}`)}
      close={t('common:close')}
      onClose={onClose}
      isPersistent={secret !== null}
    >
      {secret ? (
        <SigningSecret secret={secret} onClose={onClose} />
      ) : (
        <WebhookForm
          kind={kind}
          action={t('connect.action')}
          busy={create.isPending}
          onCancel={onClose}
          onSubmit={(fields, showRefusal) =>
            create.mutate({ kind, ...fields }, { onError: showRefusal })
          }
        />
      )}
    </Dialog>
  )
}
