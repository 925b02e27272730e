import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from '#web/shared/webhooks/webhooks.module.css'

/** Shows a signing secret once. */
export function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const [isFailed, setFailed] = useState(false)
  const copy = async () => {
    const isCopied = await copyText(secret)
    setFailed(!isCopied)
    if (isCopied) notifySuccess(t('secret.copied'))
  }
  return (
    <div className={css['form']}>
      <p className={css['hint']}>{t('secret.text')}</p>
      <code className={css['secret']}>{secret}</code>
      <p role="status" className={isFailed ? css['hint'] : 'sr-only'}>
        {isFailed ? t('app.copy_failed') : ''}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void copy()}>
          {t('secret.copy')}
        </Button>
        <Button onClick={onClose}>{t('secret.done')}</Button>
      </Group>
    </div>
  )
}
