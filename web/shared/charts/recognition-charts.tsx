import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { formatDay, formatMonthDay, formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { AreasChart, SharesChart } from '#web/ui/charts/charts.tsx'

export function useChartTexts() {
  const { t } = useTranslation('charts')
  return { table: t('table'), picture: t('picture') }
}

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
      format={formatNumber}
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
/** Shows points given and received by day. */
export function ActivityChart({ days, height }: { days: ActivityDays; height?: number }) {
  const { t } = useTranslation('charts')
  const texts = useChartTexts()
  const [given, received] = [
    days.reduce((sum, day) => sum + day.given, 0),
    days.reduce((sum, day) => sum + day.received, 0),
  ]
  return (
    <AreasChart
      texts={texts}
      format={formatNumber}
      {...(height ? { height } : {})}
      summary={t('activity', {
        count: days.length,
        given: formatNumber(given),
        received: formatNumber(received),
      })}
      series={[
        { key: 'received', label: t('received'), color: 'var(--accent-text)' },
        { key: 'given', label: t('given'), color: 'var(--good)', dashed: true },
      ]}
      days={days.map(({ day, ...figures }) => ({ label: formatMonthDay(day), ...figures }))}
      head={[t('day'), t('received'), t('given')]}
      rows={days.map((day) => [
        formatDay(day.day),
        formatNumber(day.received),
        formatNumber(day.given),
      ])}
    />
  )
}
