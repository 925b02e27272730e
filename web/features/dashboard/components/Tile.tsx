import { IconChevronRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { QueryInputOf } from '#contract/routes/index.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import type { DateRange } from '../date-range.ts'
import css from './dashboard.module.css'

type TileQuery = QueryInputOf<'leaderboards.csv'>
export type TileLink = Pick<LinkProps, 'to' | 'search'> & { text: string }

/** Downloads the tile's data. */
function TileDownload({
  title,
  query,
  range,
}: {
  title: string
  query: Pick<TileQuery, 'tile' | 'direction' | 'language'>
  range: DateRange
}) {
  const { t } = useTranslation('dashboard')
  const { from, to, group } = range
  return (
    <DownloadMenu
      variant="subtle"
      size="compact-sm"
      color="gray"
      className={css['csv'] ?? ''}
      iconSize={16}
      save={(format) =>
        downloadFromApi(
          'leaderboards.csv',
          {
            query: {
              ...query,
              from,
              to,
              ...(group === undefined ? {} : { group_id: group }),
              format,
              bom: '1',
            },
          },
          `${title} ${from} ${to}.${format}`,
        )
      }
    >
      {t('exports.title')}
      <span className="sr-only"> {title}</span>
    </DownloadMenu>
  )
}

/**
 * A dashboard tile: title, download, link to its source, and the states loading, error, empty and
 * data. `empty` returns the text for empty data.
 */
export function Tile<Data>({
  title,
  note,
  file,
  range,
  behind,
  query,
  skeleton,
  empty,
  wide = false,
  tools,
  children,
}: {
  title: string
  note?: string | undefined
  /** The data as a file; without it, there is no button. */
  file?: Pick<TileQuery, 'tile' | 'direction' | 'language'>
  range: DateRange
  behind?: TileLink | undefined
  query: UseQueryResult<Data>
  skeleton: ReactNode
  empty: (data: Data) => string | undefined
  wide?: boolean
  tools?: ReactNode
  children: (data: Data) => ReactNode
}) {
  const heading = useId()
  const emptyText = query.data === undefined ? undefined : empty(query.data)
  return (
    <Card
      className={`${css['tile']} ${wide ? css['wide'] : ''}`}
      role="region"
      aria-labelledby={heading}
      data-tile={file?.tile}
    >
      <div className={css['head']}>
        <h2 id={heading}>{title}</h2>
        {file ? <TileDownload title={title} query={file} range={range} /> : null}
      </div>
      {note ? <p className={css['note']}>{note}</p> : null}
      {tools}
      <div
        className={css['body']}
        aria-busy={query.isPending || query.isPlaceholderData}
        data-stale={query.isPlaceholderData}
      >
        {query.isPending ? skeleton : null}
        {query.isError && query.data === undefined ? (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        ) : null}
        {emptyText ? <p className={css['empty']}>{emptyText}</p> : null}
        {query.data !== undefined && !emptyText ? children(query.data) : null}
      </div>
      {behind ? (
        <Link to={behind.to} search={behind.search} className={css['behind']}>
          {behind.text}
          <IconChevronRight size={16} aria-hidden="true" />
        </Link>
      ) : null}
    </Card>
  )
}
