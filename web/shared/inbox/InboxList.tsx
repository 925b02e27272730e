import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { InboxItem } from '#contract/schemas/inbox.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { areShortcutsEnabled, latinLetterOf } from '#web/shared/shortcuts/shortcuts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { inboxQuery, useMarkRead } from './inbox.api.ts'
import css from './inbox.module.css'
import { InboxRow } from './InboxRow.tsx'
import { inboxSummaryQuery } from './summary.ts'

const skeletonRows = [0, 1, 2, 3, 4]

/** Returns the step of a key, or undefined for other keys. */
function stepOf(key: string): 1 | -1 | undefined {
  const keys = areShortcutsEnabled() ? { down: ['ArrowDown', 'j'], up: ['ArrowUp', 'k'] } : arrows
  if (keys.down.includes(key)) return 1
  return keys.up.includes(key) ? -1 : undefined
}
const arrows = { down: ['ArrowDown'], up: ['ArrowUp'] }

/** Moves the focus with arrows or j and k, and marks the focused item as read with u. */
function useListKeys(items: InboxItem[], markRead: ReturnType<typeof useMarkRead>) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = latinLetterOf(event)
    const list = event.currentTarget.closest('ul')
    const links = [...(list?.querySelectorAll<HTMLElement>('li > a') ?? [])]
    const at = links.indexOf(event.currentTarget)
    const step = stepOf(key)
    if (step !== undefined) {
      event.preventDefault()
      const next = links[at + step]
      next?.focus({ preventScroll: true })
      next?.scrollIntoView({ block: 'nearest' })
      return
    }
    const item = items[at]
    if (key !== 'u' || !areShortcutsEnabled() || item?.read_at !== null) return
    event.preventDefault()
    markRead({ ids: [item.id] })
  }
}

function Items({
  filter,
  onOpen,
}: {
  filter: 'all' | 'unread'
  onOpen: ((item: InboxItem) => void) | undefined
}) {
  const { t } = useTranslation('inbox')
  const query = useInfiniteQuery(inboxQuery(filter))
  const markRead = useMarkRead()
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const onKeyDown = useListKeys(items, markRead)
  if (query.isPending)
    return (
      <div className={css['list']} aria-busy="true">
        {skeletonRows.map((row) => (
          <Skeleton key={row} height={52} my={8} mx={12} radius="md" width="auto" />
        ))}
      </div>
    )
  if (query.isLoadingError)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />
  if (!items.length)
    return (
      <EmptyState
        art="laurel"
        level={2}
        title={t(filter === 'unread' ? 'empty.unread' : 'empty.title')}
        text={t(filter === 'unread' ? 'empty.unread_text' : 'empty.text')}
      />
    )
  return (
    <>
      <ul className={css['list']} aria-label={t('title')}>
        {items.map((item) => (
          <li key={item.id}>
            <InboxRow
              item={item}
              onKeyDown={onKeyDown}
              onOpen={() => {
                if (item.read_at === null) markRead({ ids: [item.id] })
                onOpen?.(item)
              }}
            />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          variant="subtle"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void loadNextPage(query)}
        >
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}

/** The inbox with its filter and a button that marks everything as read. */
export function InboxList({ onOpen }: { onOpen?: (item: InboxItem) => void }) {
  const { t } = useTranslation('inbox')
  const { impersonated } = useConfig()
  const [filter, setFilter] = useState<'all' | 'unread'>('all')
  const markRead = useMarkRead()
  const { data } = useInfiniteQuery(inboxQuery('all'))
  const summary = useQuery(inboxSummaryQuery)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const [first] = items
  // Only the summary knows the unread items of further pages.
  const hasUnread = summary.data
    ? summary.data.unread > 0
    : items.some((item) => item.read_at === null)
  return (
    <>
      <div className={css['tools']}>
        <SegmentedControl
          size="xs"
          radius="xl"
          aria-label={t('filter')}
          value={filter}
          onChange={(chosen) => setFilter(chosen === 'unread' ? 'unread' : 'all')}
          data={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('unread') },
          ]}
        />
        {first && hasUnread && !impersonated ? (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => markRead({ until: first.id, seen_at: first.updated_at })}
          >
            {t('mark_all')}
          </Button>
        ) : null}
      </div>
      <Items filter={filter} onOpen={onOpen} />
    </>
  )
}
