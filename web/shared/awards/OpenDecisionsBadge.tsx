import { limits } from '#contract/limits.ts'
import badge from '#web/shared/purchases/open-purchases-badge.module.css'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** The number of awards that await the reader's decision; nothing without one. */
export function OpenDecisionsBadge({ count }: { count: number }) {
  const { t } = useTranslation('organization')
  if (!count) return null
  const hasMore = count >= limits.award_decisions_counted
  return (
    <>
      {' '}
      <span className={badge['badge']} aria-hidden="true">
        {hasMore ? `${formatNumber(count - 1)}+` : formatNumber(count)}
      </span>
      <span className="sr-only">{t('awards.open', { count })}</span>
    </>
  )
}
