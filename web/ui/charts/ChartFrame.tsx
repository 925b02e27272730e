import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import css from './charts.module.css'

export type ChartFrameProps = {
  /** A sentence that says what the picture shows. */
  summary: string
  /**
   * The figures as a table: always there for screen readers, and for everybody who asks. The first
   * cell of a row names it.
   */
  head: string[]
  rows: (string | number)[][]
  texts: { table: string; picture: string }
  /** The picture has something to go to, and hides what is none itself. */
  open?: boolean
  children: ReactNode
}

/**
 * A picture with its words: the sentence, and the table in its place when somebody likes figures
 * better.
 */
export function ChartFrame({
  summary,
  head,
  rows,
  texts,
  open = false,
  children,
}: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const said = useId()
  return (
    <figure className={css['frame']} aria-labelledby={said}>
      {asTable ? null : <div aria-hidden={open ? undefined : true}>{children}</div>}
      {/* What scrolls can be reached by the keyboard. */}
      <div
        className={asTable ? css['scroll'] : 'sr-only'}
        {...(asTable ? { role: 'region', 'aria-labelledby': said, tabIndex: 0 } : {})}
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
        <span id={said}>{summary}</span>
        <button
          type="button"
          className={`plain ${css['switch']}`}
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
