import { Button, CloseButton } from '@mantine/core'
import { usePatchConfig, useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './feed.module.css'
import { useCall } from '#web/shared/use-call.ts'
import { useAddCard, useCardAddedMessage } from '#web/shared/billing/use-add-card.ts'

/**
 * The welcome offer: a card added within the trial earns 10% for life. Visible to billing
 * administrators until they hide it.
 */
export function WelcomeBanner() {
  const { t } = useTranslation('feed')
  const { welcome_banner: welcomeBanner, user } = useConfig()
  const change = usePatchConfig()
  const { addCard, isRedirecting } = useAddCard(
    'billing.add_payment_method',
    `${location.origin}/feed`,
  )
  useCardAddedMessage(t('offer.claimed'))
  const dismiss = useCall('billing.dismiss_offer', {
    updateCache: () => change({ welcome_banner: false }),
    except: ['config'],
    onError: (error) => notifyError(t, error),
  })
  if (!welcomeBanner) return null
  return (
    <section className={css['welcome']} aria-label={t('offer.title', { name: user.first_name })}>
      <div>
        <h2>{t('offer.title', { name: user.first_name })}</h2>
        <p>{t('offer.text')}</p>
        <Button loading={isRedirecting} onClick={addCard}>
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
