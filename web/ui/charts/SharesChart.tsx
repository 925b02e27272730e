import type { ReactNode } from 'react'
import { ChartFrame, type ChartFrameProps } from './ChartFrame.tsx'
import css from './charts.module.css'
import { visibleColor } from './visible-color.ts'

export type SharePart = {
  id: string
  name: string
  sign: string
  color: string
  value: number
  share: string
}
/** Space between two parts of the ring, in percent of its length. */
const gap = 0.8

function Ring({ parts, size }: { parts: readonly SharePart[]; size: number }) {
  const thickness = size / 6.5
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const space = parts.length > 1 ? gap : 0
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { value }) => sum + value, 0),
  )
  return (
    <svg data-chart="ring" width={size} height={size} viewBox={`0 0 ${size} ${size}`}>
      {parts.map(({ id, color, value }, index) => {
        const length = (value * 100) / total
        return (
          <circle
            key={id}
            cx={size / 2}
            cy={size / 2}
            r={(size - thickness) / 2}
            fill="none"
            stroke={color}
            strokeWidth={thickness}
            pathLength={100}
            strokeDasharray={`${Math.max(length - space, 0.3)} 100`}
            strokeDashoffset={(-(starts[index] ?? 0) * 100) / total}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        )
      })}
    </svg>
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
  renderName,
  ...frame
}: Omit<ChartFrameProps, 'children'> & {
  parts: SharePart[]
  total: string
  totalLabel: string
  size?: number
  renderName?: ((id: string, name: string) => ReactNode) | undefined
}) {
  const slices = parts.map((part) => ({ ...part, color: visibleColor(part.color) }))
  return (
    <ChartFrame {...frame} isInteractive={renderName !== undefined}>
      <div className={css['shares']}>
        <div className={css['ring']} aria-hidden="true" style={{ width: size, height: size }}>
          <Ring parts={slices} size={size} />
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
