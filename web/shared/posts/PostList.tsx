import { Button, Skeleton } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { useConfig } from '#web/shared/config.ts'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { isOptimistic, postsOf, type PostFilter } from './post-cache.ts'
import { DeferOffscreen } from './DeferOffscreen.tsx'
import { observeIntersection } from './intersection.ts'
import { PostCard } from './PostCard.tsx'
import css from './posts.module.css'
import { postsQuery } from './posts.api.ts'
import { newestPostId, useNewPosts } from './use-new-posts.ts'
import { useExitAnimation } from './use-exit-animation.ts'

/** This number of posts fills any screen. */
const eagerPostsCount = 6

function PostSkeleton() {
  return (
    <Card className={css['post']} aria-hidden="true">
      <div className={css['head']}>
        <Skeleton circle height={44} />
        <div style={{ flex: 1 }}>
          <Skeleton height={14} width="55%" mb={8} />
          <Skeleton height={11} width="22%" />
        </div>
      </div>
      <Skeleton height={14} />
      <Skeleton height={14} width="70%" />
      <Skeleton height={26} width={110} radius="xl" />
    </Card>
  )
}

/**
 * Announces new posts to screen readers, and shows a button for posts held back while the reader
 * scrolls.
 */
function NewPostsNotice({
  heldBackCount,
  arrivedCount,
  onShow,
}: {
  heldBackCount: number
  arrivedCount: number
  onShow: () => void
}) {
  const { t } = useTranslation('feed')
  return (
    <div className={css['arrivals']}>
      <span className="sr-only" role="status">
        {heldBackCount || arrivedCount
          ? t('new_posts', { count: heldBackCount || arrivedCount })
          : ''}
      </span>
      {heldBackCount ? (
        <button type="button" className={`plain ${css['pill']}`} onClick={onShow}>
          <IconArrowUp size={16} aria-hidden="true" />
          {t('new_posts', { count: heldBackCount })}
        </button>
      ) : null}
    </div>
  )
}

/**
 * Loads the next page near the end of the list; the button remains for fast scrolling and after a
 * failure.
 */
function LoadMore({
  busy,
  isAutomatic,
  onMore,
}: {
  busy: boolean
  isAutomatic: boolean
  onMore: () => void
}) {
  const { t } = useTranslation('feed')
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!container.current || busy || !isAutomatic) return
    return observeIntersection(container.current, '800px 0px', (near) => {
      if (near) onMore()
    })
  }, [busy, isAutomatic, onMore])
  return (
    <div ref={container} className={css['more']}>
      <Button variant="default" loading={busy} onClick={onMore}>
        {t('more')}
      </Button>
    </div>
  )
}

type Pagination = {
  hasMore: boolean
  isLoading: boolean
  isAutomatic: boolean
  onLoadMore: () => void
}
function PostRows({
  posts,
  pagination,
  empty,
}: {
  posts: Post[]
  pagination: Pagination
  empty: ReactNode
}) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const list = useRef<HTMLUListElement>(null)
  const { visible, heldBackCount, arrivedCount, showHeldBack } = useNewPosts(posts, user.id, list)
  const { rows, onExited } = useExitAnimation(visible)
  // Only posts newer than the first render animate in.
  const [initialNewestId] = useState(() => newestPostId(posts))
  const isNew = (post: Post) => isOptimistic(post) || post.id > initialNewestId
  const animationOf = (post: Post, isExiting: boolean) => {
    if (isExiting) return css['leaving']
    return isNew(post) ? css['entering'] : undefined
  }
  const show = () => {
    showHeldBack()
    list.current?.scrollIntoView({
      behavior: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <div>
      <NewPostsNotice heldBackCount={heldBackCount} arrivedCount={arrivedCount} onShow={show} />
      {rows.length ? (
        <ul ref={list} className={css['list']} aria-label={t('posts')} tabIndex={-1}>
          {rows.map(({ post, isExiting }, index) => (
            <li
              key={post.id}
              className={animationOf(post, isExiting)}
              inert={isExiting}
              onAnimationEnd={(event) => {
                if (isExiting && event.target === event.currentTarget) onExited(post.id)
              }}
            >
              <DeferOffscreen id={post.id} below={index >= eagerPostsCount}>
                <PostCard post={post} pending={isOptimistic(post)} />
              </DeferOffscreen>
            </li>
          ))}
        </ul>
      ) : (
        empty
      )}
      {pagination.hasMore ? (
        <LoadMore
          busy={pagination.isLoading}
          isAutomatic={pagination.isAutomatic}
          onMore={pagination.onLoadMore}
        />
      ) : null}
    </div>
  )
}

/**
 * Lists posts, newest first, with loading, error and empty state. `empty` is the content without
 * posts. `endless` loads pages on scroll; off where content follows below the list.
 */
export function PostList({
  filter,
  endless = true,
  empty,
}: {
  filter: PostFilter
  endless?: boolean
  empty: ReactNode
}) {
  const query = useInfiniteQuery(postsQuery(filter))
  const posts = useMemo(() => postsOf(query.data), [query.data])
  const { data, fetchNextPage } = query
  const next = useCallback(() => void loadNextPage({ data, fetchNextPage }), [data, fetchNextPage])
  if (query.isPending)
    return (
      <div className={css['list']} aria-busy="true">
        {[0, 1, 2].map((index) => (
          <PostSkeleton key={index} />
        ))}
      </div>
    )
  if (query.isError && !query.data)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />
  const pagination = {
    hasMore: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    isAutomatic: endless && !query.isFetchNextPageError,
    onLoadMore: next,
  }
  return (
    <PostRows key={JSON.stringify(filter)} posts={posts} pagination={pagination} empty={empty} />
  )
}
