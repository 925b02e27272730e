import { memo, type PointerEvent, useState } from 'react'
import { labeledIndexes, niceTicks } from './axis.ts'
import css from './bars.module.css'
import { ChartFrame, type ChartFrameProps } from './ChartFrame.tsx'

// Drawn with our own elements: a chart library was 118 kB of code and slowed the
// dashboard on slow devices (decision 046).

export type BarSeries = { key: string; label: string; color: string }
/** `values` are in the order of the series. `isPartial`: the period is not complete, so hatched. */
export type Bar = {
  key: string
  label: string
  title: string
  isPartial: boolean
  values: readonly number[]
}
type Format = (value: number) => string
const labelsMax = 7

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const percentOf = (value: number, max: number) => `${(value * 100) / max}%`

/** Axis, grid and bars; they do not render again while the pointer moves. */
const Bars = memo(function Bars({
  bars,
  series,
  formatTick,
}: {
  bars: readonly Bar[]
  series: readonly BarSeries[]
  formatTick: Format
}) {
  const ticks = niceTicks(Math.max(...bars.map(({ values }) => sumOf(values)), 0))
  const max = ticks.at(-1) ?? 1
  return (
    <>
      {ticks.map((tick) => (
        <span key={tick} className={css['tick']} style={{ bottom: percentOf(tick, max) }}>
          <small>{formatTick(tick)}</small>
        </span>
      ))}
      <div className={css['bars']}>
        {bars.map(({ key, isPartial, values }) => (
          <span key={key} className={css['bar']} data-bar data-partial={isPartial}>
            {values.map((value, index) =>
              value ? (
                <i
                  key={series[index]?.key}
                  style={{ height: percentOf(value, max), color: series[index]?.color }}
                />
              ) : null,
            )}
          </span>
        ))}
      </div>
      {labeledIndexes(bars.length, labelsMax).map((index) => (
        <small
          key={index}
          className={css['label']}
          style={{ left: percentOf(index + 0.5, bars.length) }}
        >
          {bars[index]?.label}
        </small>
      ))}
    </>
  )
})

/** The figures of the hovered bar. */
function Readout({
  bar,
  place,
  series,
  format,
  partial,
}: {
  bar: Bar
  place: number
  series: readonly BarSeries[]
  format: Format
  partial: string
}) {
  const rows = series.flatMap(({ key, label, color }, index) => {
    const value = bar.values[index] ?? 0
    return value || series.length === 1 ? [{ key, label, color, value }] : []
  })
  return (
    <div
      className={css['readout']}
      style={place < 0.5 ? { left: `${place * 100}%` } : { right: `${(1 - place) * 100}%` }}
    >
      <b>{bar.title}</b>
      {bar.isPartial ? <small>{partial}</small> : null}
      {rows.map(({ key, label, color, value }) => (
        <span key={key}>
          <i style={{ color }} />
          {label}
          <b>{format(value)}</b>
        </span>
      ))}
    </div>
  )
}

/** One plot, with the bars of its series on top of each other. */
function Plot({
  bars,
  series,
  height,
  format,
  formatTick,
  partial,
}: {
  bars: readonly Bar[]
  series: readonly BarSeries[]
  height: number
  format: Format
  formatTick: Format
  partial: string
}) {
  const [hovered, setHovered] = useState<number | null>(null)
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * bars.length)
    setHovered(index >= 0 && index < bars.length ? index : null)
  }
  const bar = hovered === null ? undefined : bars[hovered]
  return (
    <div className={css['plot']}>
      <div
        className={css['plane']}
        data-chart="bars"
        style={{ height }}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setHovered(null)}
      >
        <Bars bars={bars} series={series} formatTick={formatTick} />
        {bar && hovered !== null ? (
          <Readout
            bar={bar}
            place={(hovered + 0.5) / bars.length}
            series={series}
            format={format}
            partial={partial}
          />
        ) : null}
      </div>
    </div>
  )
}

function Legend({
  series,
  partial,
}: {
  series: readonly BarSeries[]
  partial: string | undefined
}) {
  return (
    <ul className={css['legend']}>
      {series.map(({ key, label, color }) => (
        <li key={key}>
          <i style={{ color }} />
          {label}
        </li>
      ))}
      {partial ? (
        <li>
          <i data-partial="true" />
          {partial}
        </li>
      ) : null}
    </ul>
  )
}

/**
 * Draws bars by period. Several series are one plot each, so that none hides another, or with
 * `isStacked` the parts of each bar. `partial` names the hatched bars.
 */
export function BarsChart({
  bars,
  series,
  height = 150,
  format,
  formatTick,
  partial,
  isStacked = false,
  ...frame
}: Omit<ChartFrameProps, 'children'> & {
  bars: readonly Bar[]
  series: readonly BarSeries[]
  height?: number
  format: Format
  formatTick: Format
  partial: string
  isStacked?: boolean
}) {
  const isHatched = bars.some(({ isPartial, values }) => isPartial && sumOf(values) > 0)
  const partialShown = isHatched ? partial : undefined
  if (isStacked)
    return (
      <ChartFrame {...frame}>
        <Plot
          bars={bars}
          series={series}
          height={height}
          format={format}
          formatTick={formatTick}
          partial={partial}
        />
        <Legend series={series} partial={partialShown} />
      </ChartFrame>
    )
  return (
    <ChartFrame {...frame}>
      <div className={css['multiples']}>
        {series.map((one, index) => (
          <div key={one.key}>
            <p className={css['name']}>
              <i style={{ color: one.color }} />
              {one.label}
            </p>
            <Plot
              bars={bars.map((bar) => ({ ...bar, values: [bar.values[index] ?? 0] }))}
              series={[one]}
              height={height}
              format={format}
              formatTick={formatTick}
              partial={partial}
            />
          </div>
        ))}
      </div>
      {partialShown ? <Legend series={[]} partial={partialShown} /> : null}
    </ChartFrame>
  )
}
