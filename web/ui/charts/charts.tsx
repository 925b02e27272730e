import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type * as Drawn from './mantine-charts.tsx'
import type { Day, Series, Slice } from './mantine-charts.tsx'
import { ChartFrame, type ChartFrameProps } from './ChartFrame.tsx'
import css from './charts.module.css'

/**
 * What draws comes after the page, once for all charts. Where it cannot be had, the words and the
 * table stand alone.
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

/** Figures day by day. */
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
 * The parts of a whole, each with a sign and a colour of its own; a list beside the ring names
 * them, with links if there is something behind. `total` stands in its middle.
 */
export function SharesChart({
  parts,
  total,
  total_label: totalLabel,
  size = 168,
  format,
  named,
  ...frame
}: ChartProps & {
  parts: (Slice & { sign: string; share: string })[]
  total: string
  total_label: string
  size?: number
  format: (value: number) => string
  named?: ((id: string, name: string) => ReactNode) | undefined
}) {
  // Mixed towards the text: any colour is seen on light and on dark.
  const slices = parts.map((part) => ({
    ...part,
    color: `color-mix(in srgb, ${part.color} 80%, var(--mantine-color-text))`,
  }))
  return (
    <ChartFrame {...frame} open={named !== undefined}>
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
        <ul className={css['parts']} aria-hidden={named ? undefined : true}>
          {slices.map(({ id, name, sign, color, share }) => (
            <li key={id}>
              <span className={css['swatch']} style={{ background: color }} />
              <span aria-hidden="true">{sign}</span>
              <span className={css['name']}>{named ? named(id, name) : name}</span>
              <b>{share}</b>
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  )
}

/** A small line beside a figure: decoration, the figure says it. */
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
