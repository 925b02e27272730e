import { useMemo } from 'react'
import {
  formatDay,
  formatMonth,
  formatMonthDay,
  formatNumber,
  formatTick,
} from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { BarsChart, type BarSeries } from '#web/ui/charts/BarsChart.tsx'
import { type Period, type PeriodUnit, periodUnit, splitIntoPeriods, sumPeriod } from './periods.ts'
import { useChartTexts } from './use-chart-texts.ts'

/** `values` has a number for each day. */
type DailySeries = BarSeries & { values: readonly number[] }

const labelOf = ({ from }: Period, unit: PeriodUnit) =>
  unit === 'month' ? formatMonth(from) : formatMonthDay(from)

/**
 * Shows daily numbers by day (up to six weeks), week or month; the current one and cut ones are
 * hatched. `isWeekly` uses weeks for all but the shortest ranges. The table has the same periods.
 */
export function PeriodsChart({
  summary,
  days,
  series,
  isStacked = false,
  isWeekly = false,
  height,
}: {
  summary: string
  days: readonly string[]
  series: readonly DailySeries[]
  isStacked?: boolean
  isWeekly?: boolean
  height?: number
}) {
  const { t } = useTranslation('charts')
  const texts = useChartTexts()
  const { settings } = useConfig()
  const today = todayInTimezone(settings.timezone)
  const unit = periodUnit(days.length, isWeekly)
  const periods = useMemo(() => splitIntoPeriods(days, unit, today), [days, unit, today])
  const titleOf = ({ from, to }: Period) => {
    if (unit === 'month') return formatMonth(from)
    return from === to ? formatDay(from) : t('days', { from: formatDay(from), to: formatDay(to) })
  }
  const bars = periods.map((period) => ({
    key: period.from,
    label: labelOf(period, unit),
    title: titleOf(period),
    isPartial: period.isPartial,
    values: series.map(({ values }) => sumPeriod(values, period)),
  }))
  return (
    <BarsChart
      texts={texts}
      format={formatNumber}
      formatTick={formatTick}
      summary={summary}
      series={series}
      bars={bars}
      partial={t(`partial.${unit}`)}
      isStacked={isStacked}
      {...(height ? { height } : {})}
      head={[t(unit), ...series.map(({ label }) => label)]}
      rows={bars.map(({ title, values }) => [title, ...values.map(formatNumber)])}
    />
  )
}
