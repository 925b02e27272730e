import { IconAlertTriangle, IconClipboardCheck } from '@tabler/icons-react'
import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Figures } from '#web/shared/people-files/Figures.tsx'
import { StatusHead } from '#web/shared/people-files/StatusHead.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { HistoryImport } from '../api/queries.ts'
import css from './history-imports.module.css'
import { productName } from './product-names.ts'

/** The figures to compare with the report of the product, and that nothing has changed yet. */
export function TotalsSection({
  historyImport: { product },
  totals,
}: {
  historyImport: HistoryImport
  totals: HistoryTotals
}) {
  const { t } = useTranslation('imports')
  const { posts, known, first_day: first, last_day: last } = totals
  const figures = ['posts', 'points', 'givers', 'receivers'] as const
  if (!posts)
    return (
      <Card>
        <StatusHead
          tone="bad"
          Icon={IconAlertTriangle}
          title={t('history.totals.none')}
          text={t('history.totals.none_text')}
        />
      </Card>
    )
  return (
    <Card className={css['stack']}>
      <StatusHead
        tone="busy"
        Icon={IconClipboardCheck}
        title={t('history.totals.title')}
        text={t(product === 'other' ? 'history.totals.text_other_product' : 'history.totals.text', {
          product: productName(t, product),
        })}
      />
      <div className={css['figures']}>
        <Figures
          figures={figures.map((key) => ({
            key,
            label: t(`history.figure.${key}`),
            value: totals[key],
            tone: 'plain',
          }))}
        />
      </div>
      {first && last ? (
        <p className={css['text']}>
          {t('history.totals.days', { first: formatDay(first), last: formatDay(last) })}
        </p>
      ) : null}
      {known ? (
        <p className={css['text']}>
          {t('history.totals.known', { count: known, n: formatNumber(known) })}
        </p>
      ) : null}
    </Card>
  )
}
