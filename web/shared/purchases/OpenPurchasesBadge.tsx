import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import css from './open-purchases-badge.module.css'

const countMax = 99

/** The number of purchases that await a decision. Live updates refetch it. */
const useOpenPurchases = () =>
  useQuery({
    queryKey: queryKey('purchases', 'open'),
    queryFn: ({ signal }) => call('rewards.open_purchases', { signal }),
  }).data?.count

function Badge({ count }: { count: number }) {
  const { t } = useTranslation('rewards')
  return (
    <>
      <span className={css['badge']} aria-hidden="true">
        {count > countMax ? `${formatNumber(countMax)}+` : formatNumber(count)}
      </span>
      <span className="sr-only">{t('work.open', { count })}</span>
    </>
  )
}

/** The badge after the name of a tab. Empty without open purchases. */
export function OpenPurchasesBadge() {
  const count = useOpenPurchases()
  return count ? (
    <>
      {' '}
      <Badge count={count} />
    </>
  ) : null
}

/** The badge as a link to the purchases. */
export function OpenPurchasesLink() {
  const count = useOpenPurchases()
  return count ? (
    <Link to="/settings/rewards/purchases" className={css['link']}>
      <Badge count={count} />
    </Link>
  ) : null
}
