import css from './charts.module.css'

const [step, barWidth, fullHeight] = [3, 2, 100]

/** Draws small bars beside a figure, as decoration. */
export function Sparkline({
  values,
  height = 40,
  color = 'var(--accent-text)',
}: {
  values: readonly number[]
  height?: number
  color?: string
}) {
  const max = Math.max(...values, 1)
  const bars = values.map((value, index) => {
    const barHeight = value ? Math.max((value * fullHeight) / max, 3) : 0
    return `M${index * step} ${fullHeight}v${-barHeight}h${barWidth}v${barHeight}z`
  })
  return (
    <svg
      aria-hidden="true"
      data-chart="spark"
      className={css['spark']}
      height={height}
      viewBox={`0 0 ${values.length * step} ${fullHeight}`}
      preserveAspectRatio="none"
    >
      <path d={bars.join('')} fill={color} fillOpacity={0.55} />
    </svg>
  )
}
