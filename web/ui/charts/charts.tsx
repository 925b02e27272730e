import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type * as Drawn from './mantine-charts.tsx'
import type { Day, Series, Slice } from './mantine-charts.tsx'
import { ChartFrame, type ChartFrameProps } from './ChartFrame.tsx'
import css from './charts.module.css'

/**
 * Loads the chart library after the page, once for all charts. If it fails to load, the summary and
 * the table remain.
 */
const lazyChart = <Props extends object>(pick: (code: typeof Drawn) => ComponentType<Props>) =>
  lazy(() =>
    import('./mantine-charts.tsx').then(
      (code) => ({ default: pick(code) }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
const Areas = lazyChart((code) => code.Areas)
const Slices = lazyChart((code) => code.Slices)
const Line = lazyChart((code) => code.Line)

type ChartProps = Omit<ChartFrameProps, 'children' | 'open'>

function Legend({ series }: { series: Series[] }) {
  return (
    <ul className={css['legend']} aria-hidden="true">
      {series.map(({ key, label, color, dashed }) => (
        <li key={key}>
          <span style={{ borderTopColor: color }} data-dashed={dashed} />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Draws series by day. */
export function AreasChart({
  days,
  series,
  height = 220,
  format,
  ...frame
}: ChartProps & {
  days: Day[]
  series: Series[]
  height?: number
  format: (value: number) => string
}) {
  return (
    <ChartFrame {...frame}>
      {series.length > 1 ? <Legend series={series} /> : null}
      <div className={css['picture']} style={{ height }}>
        <Suspense fallback={<Skeleton height={height} />}>
          <Areas days={days} series={series} height={height} format={format} />
        </Suspense>
      </div>
    </ChartFrame>
  )
}

/**
 * Draws the parts of a whole as a ring with a legend. `renderName` can make the names links.
 * `total` is shown in the middle.
 */
export function SharesChart({
  parts,
  total,
  totalLabel,
  size = 168,
  format,
  renderName,
  ...frame
}: ChartProps & {
  parts: (Slice & { sign: string; share: string })[]
  total: string
  totalLabel: string
  size?: number
  format: (value: number) => string
  renderName?: ((id: string, name: string) => ReactNode) | undefined
}) {
  // The text colour is mixed in, so that any colour is visible in both schemes.
  const slices = parts.map((part) => ({
    ...part,
    color: `color-mix(in srgb, ${part.color} 80%, var(--mantine-color-text))`,
  }))
  return (
    <ChartFrame {...frame} isInteractive={renderName !== undefined}>
      <div className={css['shares']}>
        <div className={css['ring']} aria-hidden="true" style={{ width: size, height: size }}>
          <Suspense fallback={<Skeleton circle height={size} />}>
            <Slices slices={slices} size={size} format={format} />
          </Suspense>
          <div className={css['total']}>
            <b>{total}</b>
            <small>{totalLabel}</small>
          </div>
        </div>
        <ul className={css['parts']} aria-hidden={renderName ? undefined : true}>
          {slices.map(({ id, name, sign, color, share }) => (
            <li key={id}>
              <span className={css['swatch']} style={{ background: color }} />
              <span aria-hidden="true">{sign}</span>
              <span className={css['name']}>{renderName ? renderName(id, name) : name}</span>
              <b>{share}</b>
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  )
}

/** Draws a small line beside a figure, as decoration. */
export function Sparkline({
  values,
  height = 40,
  color = 'var(--accent-text)',
}: {
  values: number[]
  height?: number
  color?: string
}) {
  return (
    <div aria-hidden="true" className={css['picture']} style={{ height }}>
      <Suspense fallback={<div />}>
        <Line values={values} height={height} color={color} />
      </Suspense>
    </div>
  )
}
