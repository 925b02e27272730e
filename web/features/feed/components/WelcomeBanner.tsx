import { Button, CloseButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePatchConfig, useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './feed.module.css'

/**
 * The card page returns with ?card=added or ?card=canceled: show a message once, then clean the
 * address.
 */
function useCardReturnMessage(): void {
  const { t } = useTranslation('feed')
  useEffect(() => {
    const url = new URL(location.href)
    const card = url.searchParams.get('card')
    if (card === null) return
    url.searchParams.delete('card')
    history.replaceState(history.state, '', url)
    if (card === 'added') notifySuccess(t('offer.claimed'))
  }, [t])
}

/**
 * The welcome offer: a card added within the trial earns 10% for life. Visible to billing
 * administrators until they hide it.
 */
export function WelcomeBanner() {
  const { t } = useTranslation('feed')
  const { welcome_banner: welcomeBanner, user } = useConfig()
  const change = usePatchConfig()
  const [key] = useState(() => crypto.randomUUID())
  useCardReturnMessage()
  const add = useMutation({
    mutationFn: () =>
      call('billing.add_payment_method', { body: { callback: `${location.origin}/feed` }, key }),
    onSuccess: ({ session_url: sessionUrl }) => location.assign(sessionUrl),
    onError: (error) => notifyError(t, error),
  })
  const dismiss = useMutation({
    mutationFn: () => call('billing.dismiss_offer'),
    onSuccess: () => change({ welcome_banner: false }),
    onError: (error) => notifyError(t, error),
  })
  if (!welcomeBanner) return null
  return (
    <section className={css['welcome']} aria-label={t('offer.title', { name: user.first_name })}>
      <div>
        <h2>{t('offer.title', { name: user.first_name })}</h2>
        <p>{t('offer.text')}</p>
        <Button loading={add.isPending || add.isSuccess} onClick={() => add.mutate()}>
          {t('offer.action')}
        </Button>
        <small>{t('offer.small')}</small>
      </div>
      <CloseButton
        aria-label={t('offer.dismiss')}
        disabled={dismiss.isPending}
        onClick={() => dismiss.mutate()}
      />
    </section>
  )
}
