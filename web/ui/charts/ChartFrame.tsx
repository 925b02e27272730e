import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import css from './charts.module.css'

export type ChartFrameProps = {
  /** A sentence that summarizes the chart. */
  summary: string
  /**
   * The figures as a table, always present for screen readers. The first cell of a row is its
   * heading.
   */
  head: string[]
  rows: (string | number)[][]
  texts: { table: string; picture: string }
  /** The chart contains links, so it is not hidden from screen readers. */
  isInteractive?: boolean
  children: ReactNode
}

/** Shows a chart with its summary, and a table of the figures on request. */
export function ChartFrame({
  summary,
  head,
  rows,
  texts,
  isInteractive = false,
  children,
}: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const captionId = useId()
  return (
    <figure className={css['frame']} aria-labelledby={captionId}>
      {asTable ? null : <div aria-hidden={isInteractive ? undefined : true}>{children}</div>}
      {/* A scroll region needs keyboard focus. */}
      <div
        className={asTable ? css['scroll'] : 'sr-only'}
        {...(asTable ? { role: 'region', 'aria-labelledby': captionId, tabIndex: 0 } : {})}
      >
        <table className={css['table']}>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((cell, index) => (
                  <td key={head[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className={css['foot']}>
        <span id={captionId}>{summary}</span>
        <button
          type="button"
          className={`plain ${css['modeSwitch']}`}
          aria-pressed={asTable}
          onClick={() => setAsTable((old) => !old)}
        >
          {asTable ? (
            <IconChartBar size={16} aria-hidden="true" />
          ) : (
            <IconTable size={16} aria-hidden="true" />
          )}
          {asTable ? texts.picture : texts.table}
        </button>
      </figcaption>
    </figure>
  )
}
