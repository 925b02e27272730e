import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { usePatchConfig } from '#web/shared/config.ts'
import { useCall } from '#web/shared/use-call.ts'
import css from './billing-banner.module.css'

const alertPaths = {
  offer: '/settings/billing/payment_method',
  trial: '/settings/billing/trial',
  past_due: '/settings/billing/payment_method',
  unpaid: '/settings/billing/trial',
} as const
export type BillingAlert = { key: keyof typeof alertPaths; days: number }

/** Hides the offer in the bar; it stays valid in Billing until the trial ends. */
function HideOfferButton() {
  const { t } = useTranslation('shell')
  const change = usePatchConfig()
  const dismiss = useCall('billing.dismiss_offer', {
    updateCache: () => change({ welcome_banner: false }),
    except: ['config'],
    onError: (error) => notifyError(t, error),
  })
  return (
    <CloseButton
      className={css['close']}
      aria-label={t('billing_alert.offer_dismiss')}
      disabled={dismiss.isPending}
      onClick={() => dismiss.mutate()}
    />
  )
}

/** Shows billing administrators an alert about the subscription, with a link to the solution. */
export function BillingAlertBar({ alert: { key, days } }: { alert: BillingAlert }) {
  const { t } = useTranslation('shell')
  return (
    <section
      className={css['bar']}
      data-tone={key === 'trial' || key === 'offer' ? 'wait' : 'bad'}
      aria-label={t('billing_alert.label')}
    >
      <p>
        {key === 'trial' || key === 'offer'
          ? t(`billing_alert.${key}`, { count: days })
          : t(`billing_alert.${key}`)}
      </p>
      <Link to={alertPaths[key]} className={css['go']}>
        {t(`billing_alert.${key}_action`)}
      </Link>
      {key === 'offer' ? <HideOfferButton /> : null}
    </section>
  )
}
