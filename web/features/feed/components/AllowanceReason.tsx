import { useConfig } from '#web/shared/config.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './feed.module.css'

/** The rule that sets the reader's points to give: "Managers: 100 + 10 × 4 reports". */
export function AllowanceReason() {
  const { t } = useTranslation('charts')
  const { rule } = useConfig().allowance
  if (!rule) return null
  const { name, base, reports } = rule
  const extra = rule.extra_per_report
  let text = t('allowance_rule.unlimited', { name })
  if (base !== null) {
    const points = { name, base: formatNumber(base) }
    text =
      extra && reports
        ? t('allowance_rule.with_reports', {
            ...points,
            extra: formatNumber(extra),
            count: reports,
          })
        : t('allowance_rule.plain', points)
  }
  return <div className={css['small']}>{text}</div>
}
