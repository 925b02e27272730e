import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SharesChart } from '#web/ui/charts/SharesChart.tsx'
import { PeriodsChart } from './PeriodsChart.tsx'
import { useChartTexts } from './use-chart-texts.ts'

type ValueShares = OutputOf<'leaderboards.values'>
/**
 * Shows the share of points per value. Needs a non-empty list. `renderName` can make a name a link.
 */
export function ValuesChart({
  shares,
  renderName,
}: {
  shares: ValueShares
  renderName?: (id: string, name: string) => ReactNode
}) {
  const { t } = useTranslation('charts')
  const texts = useChartTexts()
  const total = shares.reduce((sum, { score }) => sum + score, 0)
  const first = shares[0]
  return (
    <SharesChart
      texts={texts}
      renderName={renderName}
      size={188}
      total={formatNumber(total)}
      totalLabel={t('points', { count: total })}
      summary={
        first
          ? t('values', {
              name: first.value.name,
              share: formatPercent(first.share / 100),
              points: t('common:points', { count: first.score }),
            })
          : ''
      }
      parts={shares.map(({ value, score, share }) => ({
        id: value.id,
        name: value.name,
        sign: value.emoji,
        color: value.color,
        value: score,
        share: formatPercent(share / 100),
      }))}
      head={[t('value'), t('points_head'), t('share'), t('posts')]}
      rows={shares.map(({ value, score, share, posts }) => [
        value.name,
        formatNumber(score),
        formatPercent(share / 100),
        formatNumber(posts),
      ])}
    />
  )
}

type ActivityDays = OutputOf<'leaderboards.activity'>
/** Shows points given and received by day, week or month. */
export function ActivityChart({ days }: { days: ActivityDays }) {
  const { t } = useTranslation('charts')
  const [given, received] = [
    days.reduce((sum, day) => sum + day.given, 0),
    days.reduce((sum, day) => sum + day.received, 0),
  ]
  return (
    <PeriodsChart
      summary={t('activity', {
        count: days.length,
        given: formatNumber(given),
        received: formatNumber(received),
      })}
      days={days.map(({ day }) => day)}
      series={[
        {
          key: 'received',
          label: t('received'),
          color: 'var(--accent-text)',
          values: days.map((day) => day.received),
        },
        {
          key: 'given',
          label: t('given'),
          color: 'var(--good)',
          values: days.map((day) => day.given),
        },
      ]}
    />
  )
}
