import { ActionIcon, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  ImportField,
  ReviewCounts,
  ReviewedRow,
  ReviewView,
} from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { attributesQuery } from '#web/shared/attributes/attributes.api.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'
import { reviewQuery } from '../api/queries.ts'
import { listReviewColumns, type ReviewColumn, ReviewRow } from './ReviewRow.tsx'
import css from './review.module.css'

const viewCount = (counts: ReviewCounts, view: ReviewView) =>
  ({
    problems: counts.refused,
    warnings: counts.warned,
    invite: counts.invite,
    update: counts.update,
    deactivate: counts.deactivate,
    ignore: counts.ignore,
  })[view]

/** Returns the views to show: the current one, and those with rows. */
const listViews = (counts: ReviewCounts, current: ReviewView) =>
  (['problems', 'warnings', 'deactivate', 'invite', 'update', 'ignore'] as const).filter(
    (view) => view === current || viewCount(counts, view) > 0,
  )

function ViewTabs({
  counts,
  view: current,
  onView,
}: {
  counts: ReviewCounts
  view: ReviewView
  onView: (view: ReviewView) => void
}) {
  const { t } = useTranslation('imports')
  return (
    <Tabs label={t('confirm.views')}>
      {listViews(counts, current).map((view) => (
        <UnstyledButton
          key={view}
          className={tabClass ?? ''}
          aria-current={view === current ? 'true' : undefined}
          onClick={() => onView(view)}
        >
          {t(`confirm.view.${view}`)}{' '}
          <span className={css['count']} data-view={view}>
            {formatNumber(viewCount(counts, view))}
          </span>
        </UnstyledButton>
      ))}
    </Tabs>
  )
}

function Pages({
  page,
  total,
  onPage,
}: {
  page: number
  total: number
  onPage: (page: number) => void
}) {
  const { t } = useTranslation('imports')
  const from = page * limits.import_review_rows + 1
  const to = Math.min(total, from + limits.import_review_rows - 1)
  return (
    <nav className={css['pager']} aria-label={t('confirm.pages')}>
      <span role="status">
        {t('confirm.range', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(total),
        })}
      </span>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('confirm.previous')}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('confirm.next_page')}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </nav>
  )
}

function columnTitle(t: Translate, column: ReviewColumn): string {
  if ('name' in column) return column.name
  return column.key === 'name' ? t('confirm.name') : t(`field.${column.key}`)
}

function Rows({
  importId,
  rows,
  columns,
  busy,
  onEdited,
}: {
  importId: string
  rows: ReviewedRow[]
  columns: readonly ReviewColumn[]
  busy: boolean
  onEdited: (row: ReviewedRow) => void
}) {
  const { t } = useTranslation('imports')
  return (
    <table className={css['table']} aria-labelledby="import-review" aria-busy={busy}>
      <thead>
        <tr>
          <th scope="col">{t('confirm.line')}</th>
          {columns.map((column) => (
            <th key={column.key} scope="col">
              {columnTitle(t, column)}
            </th>
          ))}
          <th scope="col">{t('confirm.outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ReviewRow
            key={row.line}
            importId={importId}
            row={row}
            columns={columns}
            onEdited={onEdited}
          />
        ))}
      </tbody>
    </table>
  )
}

/**
 * The rows of the dry run by their outcome. A corrected row stays in its place until another view
 * or page is opened.
 */
export function ReviewTable({
  importId,
  fields,
  counts: firstCounts,
}: {
  importId: string
  fields: readonly ImportField[]
  counts: ReviewCounts
}) {
  const { t } = useTranslation('imports')
  const [view, setView] = useState<ReviewView>(
    (['problems', 'warnings', 'deactivate', 'invite'] as const).find((one) =>
      viewCount(firstCounts, one),
    ) ?? 'update',
  )
  const [page, setPage] = useState(0)
  const [edited, setEdited] = useState<ReadonlyMap<number, ReviewedRow>>(new Map())
  const review = useQuery(reviewQuery(importId, view, page))
  const { data: attributes = [] } = useQuery(attributesQuery)
  const open = (next: ReviewView, nextPage: number) => {
    setView(next)
    setPage(nextPage)
    setEdited(new Map())
  }
  const counts = review.data?.counts ?? firstCounts
  const columns = listReviewColumns(fields, attributes)
  const rows = [
    ...(review.data?.rows.filter(({ line }) => !edited.has(line)) ?? []),
    ...edited.values(),
  ].toSorted((a, b) => a.line - b.line)
  if (review.isLoadingError)
    return <ErrorState error={review.error} retry={() => void review.refetch()} />
  return (
    <section aria-labelledby="import-review">
      <ViewTabs counts={counts} view={view} onView={(next) => open(next, 0)} />
      {view === 'problems' ? <p className={css['hint']}>{t('confirm.refused_text')}</p> : null}
      {view === 'ignore' ? <p className={css['hint']}>{t('confirm.ignored_text')}</p> : null}
      {view === 'warnings' ? <p className={css['hint']}>{t('confirm.warned_text')}</p> : null}
      {review.isPending ? (
        <div aria-busy="true">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} height={32} mb={8} />
          ))}
        </div>
      ) : (
        <Rows
          importId={importId}
          rows={rows}
          columns={columns}
          busy={review.isPlaceholderData}
          onEdited={(row) => setEdited((old) => new Map(old).set(row.line, row))}
        />
      )}
      {(review.data?.total ?? 0) > limits.import_review_rows ? (
        <Pages page={page} total={review.data?.total ?? 0} onPage={(next) => open(view, next)} />
      ) : null}
    </section>
  )
}
