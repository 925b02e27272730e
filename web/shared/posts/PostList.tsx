import { Button, Skeleton } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { useConfig } from '#web/shared/config.ts'
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

/** So many posts fill any screen. */
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

/** What has come meanwhile: said politely, and for whoever reads further down a way there. */
function NewPostsNotice({
  held,
  arrived,
  onShow,
}: {
  held: number
  arrived: number
  onShow: () => void
}) {
  const { t } = useTranslation('feed')
  return (
    <div className={css['arrivals']}>
      <span className="sr-only" role="status">
        {held || arrived ? t('new_posts', { count: held || arrived }) : ''}
      </span>
      {held ? (
        <button type="button" className={`plain ${css['pill']}`} onClick={onShow}>
          <IconArrowUp size={16} aria-hidden="true" />
          {t('new_posts', { count: held })}
        </button>
      ) : null}
    </div>
  )
}

/**
 * The next page comes as one gets there; the button is for those who are there first, and after a
 * failure.
 */
function LoadMore({
  busy,
  byItself,
  onMore,
}: {
  busy: boolean
  byItself: boolean
  onMore: () => void
}) {
  const { t } = useTranslation('feed')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current || busy || !byItself) return
    return observeIntersection(place.current, '800px 0px', (near) => {
      if (near) onMore()
    })
  }, [busy, byItself, onMore])
  return (
    <div ref={place} className={css['more']}>
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
  following,
  empty,
}: {
  posts: Post[]
  following: Pagination
  empty: ReactNode
}) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const list = useRef<HTMLUListElement>(null)
  const { shown, held, arrived, release } = useNewPosts(posts, user.id, list)
  const { rows, left } = useExitAnimation(shown)
  // What the list begins with is there; what comes later comes in.
  const [begun] = useState(() => newestPostId(posts))
  const comes = (post: Post) => isOptimistic(post) || post.id > begun
  const show = () => {
    release()
    list.current?.scrollIntoView({
      behavior: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <div>
      <NewPostsNotice held={held} arrived={arrived} onShow={show} />
      {rows.length ? (
        <ul ref={list} className={css['list']} aria-label={t('posts')} tabIndex={-1}>
          {rows.map(({ post, isExiting }, index) => (
            <li
              key={post.id}
              className={isExiting ? css['leaving'] : comes(post) ? css['entering'] : undefined}
              inert={isExiting}
              onAnimationEnd={(event) => {
                if (isExiting && event.target === event.currentTarget) left(post.id)
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
      {following.hasMore ? (
        <LoadMore
          busy={following.isLoading}
          byItself={following.isAutomatic}
          onMore={following.onLoadMore}
        />
      ) : null}
    </div>
  )
}

/**
 * Posts, newest first, with their four states, as they come and go; `empty` says what to do when
 * there are none. An `endless` list goes on by itself: not where something stands below it that
 * nobody would reach.
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
  const { fetchNextPage } = query
  const next = useCallback(() => void fetchNextPage(), [fetchNextPage])
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
  const following = {
    hasMore: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    isAutomatic: endless && !query.isFetchNextPageError,
    onLoadMore: next,
  }
  return <PostRows key={JSON.stringify(filter)} posts={posts} following={following} empty={empty} />
}
