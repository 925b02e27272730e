import { AreaChart, DonutChart } from '@mantine/charts'
import '@mantine/charts/styles.css'

/**
 * Charts are hidden from screen readers and the keyboard, because the table beside them holds the
 * same figures.
 */
const noAnimation = { isAnimationActive: false } as const
const noAccessibilityLayer = { accessibilityLayer: false } as const
const axisDefaults = { tickLine: false, axisLine: false } as const

export type Series = { key: string; label: string; color: string; dashed?: boolean }
export type Day = { label: string; [key: string]: string | number }
export type Slice = { id: string; name: string; color: string; value: number }
type DaysProps = {
  days: Day[]
  series: Series[]
  height: number
  format: (value: number) => string
}

const toMantineSeries = (series: Series[]) =>
  series.map(({ key, label, color, dashed }) => ({
    name: key,
    label,
    color,
    ...(dashed ? { strokeDasharray: '5 4' } : {}),
  }))
const axisProps = {
  xAxisProps: { minTickGap: 36, ...axisDefaults },
  yAxisProps: { width: 44, allowDecimals: false, ...axisDefaults },
} as const

export function Areas({ days, series, height, format }: DaysProps) {
  return (
    <AreaChart
      h={height}
      data={days}
      dataKey="label"
      series={toMantineSeries(series)}
      curveType="monotone"
      withDots={false}
      strokeWidth={2.5}
      fillOpacity={0.16}
      gridAxis="x"
      strokeDasharray="2 4"
      valueFormatter={format}
      areaProps={noAnimation}
      areaChartProps={noAccessibilityLayer}
      {...axisProps}
    />
  )
}

export function Slices({
  slices,
  size,
  format,
}: {
  slices: Slice[]
  size: number
  format: (value: number) => string
}) {
  return (
    <DonutChart
      data={slices}
      size={size}
      thickness={size / 6.5}
      paddingAngle={slices.length > 1 ? 2 : 0}
      strokeWidth={0}
      tooltipDataSource="segment"
      valueFormatter={format}
      pieProps={{ ...noAnimation, rootTabIndex: -1, cornerRadius: 4 }}
      pieChartProps={noAccessibilityLayer}
    />
  )
}

export function Line({
  values,
  height,
  color,
}: {
  values: number[]
  height: number
  color: string
}) {
  return (
    <AreaChart
      h={height}
      data={values.map((value, index) => ({ index, value }))}
      dataKey="index"
      series={[{ name: 'value', color }]}
      curveType="monotone"
      withDots={false}
      strokeWidth={2}
      fillOpacity={0.18}
      withXAxis={false}
      withYAxis={false}
      withTooltip={false}
      gridAxis="none"
      areaProps={noAnimation}
      areaChartProps={{ ...noAccessibilityLayer, margin: { top: 2, right: 0, bottom: 2, left: 0 } }}
    />
  )
}
