import { queryOptions, useQuery } from '@tanstack/react-query'
import { computePrice, computeSeats, priceBook } from '#contract/prices.ts'
import { limits } from '#contract/limits.ts'
import { useCan, useConfig } from '#web/shared/config.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { call } from '#web/lib/client.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './invites.module.css'

const subscriptionQuery = queryOptions({
  queryKey: queryKey('billing', 'subscription'),
  queryFn: ({ signal }) => call('billing.subscription', { signal }),
})

/** The price if everyone accepts, for people who see billing. */
export function InviteCost({ invited }: { invited: number }) {
  const { t } = useTranslation('imports')
  const { billing, workspace } = useConfig()
  const can = useCan()
  const subscription = useQuery({
    ...subscriptionQuery,
    enabled: billing !== 'off' && can('manage_billing') && invited > 0,
  }).data
  if (!subscription || subscription.manual_payments || !invited) return null
  const plan = subscription.interval ?? 'month'
  const price = computePrice(plan, computeSeats(workspace.users_count + invited))
  const discount = subscription.lifetime_discount
    ? Math.round(price * limits.lifetime_discount_share)
    : 0
  return (
    <p className={css['cost']}>
      {t('invites.cost', {
        count: invited,
        n: formatNumber(invited),
        price: t(`invites.per.${plan}`, {
          price: formatMoney(price - discount, priceBook.currency, true),
        }),
      })}
    </p>
  )
}
