import { Button } from '@mantine/core'
import { useState } from 'react'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import css from './feed.module.css'
import { useCall } from '#web/shared/use-call.ts'

const ConfirmDialog = lazyWithFallback(() =>
  import('#web/ui/ConfirmDialog.tsx').then((code) => code.ConfirmDialog),
)

/**
 * Shows administrators a notice about demo data with a button to remove it. The page reloads
 * afterwards.
 */
export function DemoDataBanner() {
  const { t } = useTranslation('feed')
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useCall('workspace.reset_demo_data', {
    // The page reloads.
    except: 'everything',
    onSuccess: () => location.reload(),
    onError: (error) => {
      setIsConfirming(false)
      notifyError(t, error)
    },
  })
  return (
    <section className={css['notice']} aria-label={t('demo.title')}>
      <span aria-hidden="true">🌱</span>
      <div>
        <strong>{t('demo.title')}</strong>
        <p>{t('demo.text')}</p>
      </div>
      <Button variant="default" size="sm" onClick={() => setIsConfirming(true)}>
        {t('demo.remove')}
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          opened
          danger
          title={t('demo.ask')}
          text={t('demo.ask_text')}
          confirm={t('demo.remove')}
          cancel={t('common:cancel')}
          busy={remove.isPending || remove.isSuccess}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => remove.mutate()}
        />
      ) : null}
    </section>
  )
}
