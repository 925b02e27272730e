import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/lib/translate.ts'
import { PeriodsChart } from '#web/shared/charts/PeriodsChart.tsx'
import { visibleColor } from '#web/ui/charts/visible-color.ts'
import { valueTrendsQuery } from '../api/queries.ts'
import { type DateRange, listDays } from '../date-range.ts'
import { Tile } from './Tile.tsx'

/** The points of each value by week; retired values are one series. */
export function ValueTrendsTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  return (
    <Tile
      wide
      title={t('trends.title')}
      file={{ tile: 'value_trends' }}
      range={range}
      query={useQuery(valueTrendsQuery(range))}
      empty={({ values }) =>
        values.some(({ score }) => score > 0) ? undefined : t('values.empty')
      }
      skeleton={<Skeleton height={260} />}
    >
      {({ from, to, values }) => {
        const used = values.filter(({ score }) => score > 0)
        const leader = used.find(({ value }) => value !== null)
        return (
          <PeriodsChart
            isStacked
            isWeekly
            height={220}
            days={listDays(from, to)}
            summary={
              leader?.value
                ? t('summary.value_leads', {
                    name: leader.value.name,
                    points: t('common:points', { count: leader.score }),
                  })
                : t('trends.retired_only')
            }
            series={used.map(({ value, days }) => ({
              key: value?.id ?? 'other',
              label: value ? `${value.emoji} ${value.name}`.trim() : t('trends.other'),
              color: value ? visibleColor(value.color) : 'var(--mantine-color-dimmed)',
              values: days,
            }))}
          />
        )
      }}
    </Tile>
  )
}
