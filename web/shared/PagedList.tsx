import { Button, Skeleton, Text } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ElementType, ReactNode } from 'react'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { ErrorState } from './errors/ErrorState.tsx'

type Props<Item> = {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  /** Without the title `empty`, an empty list is a sentence, for a list within a section. */
  texts: { empty?: string; emptyText: string; more: string }
  /** The element around the list, its skeleton and its empty state. */
  frame: ElementType
  skeletonHeights: readonly number[]
  children: (items: Item[]) => ReactNode
}

/** Renders a list page by page, with its states and a button for the next page. */
export function PagedList<Item>({
  query,
  texts,
  frame: Frame,
  skeletonHeights,
  children,
}: Props<Item>) {
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {query.isPending ? (
        <Frame aria-busy="true">
          {skeletonHeights.map((height, index) => (
            <Skeleton key={index} height={height} mb={14} />
          ))}
        </Frame>
      ) : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {query.data && !items.length ? (
        <Frame>
          {texts.empty === undefined ? (
            <Text c="dimmed" fz="var(--text-body)">
              {texts.emptyText}
            </Text>
          ) : (
            <EmptyState art="laurel" level={2} title={texts.empty} text={texts.emptyText} />
          )}
        </Frame>
      ) : null}
      {items.length ? <Frame>{children(items)}</Frame> : null}
      {query.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void loadNextPage(query)}
        >
          {texts.more}
        </Button>
      ) : null}
    </>
  )
}
