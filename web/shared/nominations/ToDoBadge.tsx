import badge from '#web/shared/purchases/open-purchases-badge.module.css'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** The number of rounds that await the reader; nothing without one. */
export function ToDoBadge({ count }: { count: number }) {
  const { t } = useTranslation('organization')
  if (!count) return null
  return (
    <>
      {' '}
      <span className={badge['badge']} aria-hidden="true">
        {formatNumber(count)}
      </span>
      <span className="sr-only">{t('nominations.to_do', { count })}</span>
    </>
  )
}
