import { Button, Skeleton } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { useConfig } from '#web/app/config.ts'
import { Failure } from '#web/app/Failure.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { isOptimistic, itemsOf, type PostFilter } from './cache.ts'
import { Near } from './Near.tsx'
import { whenNear } from './nearness.ts'
import { PostCard } from './PostCard.tsx'
import css from './posts.module.css'
import { postsQuery } from './queries.ts'
import { newestOf, useArrivals } from './useArrivals.ts'
import { useLeaving } from './useLeaving.ts'

/** So many posts fill any screen. */
const first_sight = 6

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
function Arrivals({
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
function More({
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
    return whenNear(place.current, '800px 0px', (near) => {
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

type Following = { more: boolean; busy: boolean; byItself: boolean; onMore: () => void }
function Posts({
  posts,
  following,
  empty,
}: {
  posts: Post[]
  following: Following
  empty: ReactNode
}) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const list = useRef<HTMLUListElement>(null)
  const { shown, held, arrived, release } = useArrivals(posts, user.id, list)
  const { rows, left } = useLeaving(shown)
  // What the list begins with is there; what comes later comes in.
  const [begun] = useState(() => newestOf(posts))
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
      <Arrivals held={held} arrived={arrived} onShow={show} />
      {rows.length ? (
        <ul ref={list} className={css['list']} aria-label={t('posts')} tabIndex={-1}>
          {rows.map(({ post, leaving }, index) => (
            <li
              key={post.id}
              className={leaving ? css['leaving'] : comes(post) ? css['entering'] : undefined}
              inert={leaving}
              onAnimationEnd={(event) => {
                if (leaving && event.target === event.currentTarget) left(post.id)
              }}
            >
              <Near id={post.id} below={index >= first_sight}>
                <PostCard post={post} pending={isOptimistic(post)} />
              </Near>
            </li>
          ))}
        </ul>
      ) : (
        empty
      )}
      {following.more ? (
        <More busy={following.busy} byItself={following.byItself} onMore={following.onMore} />
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
  const posts = useMemo(() => itemsOf(query.data), [query.data])
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
    return <Failure error={query.error} retry={() => void query.refetch()} />
  const following = {
    more: query.hasNextPage,
    busy: query.isFetchingNextPage,
    byItself: endless && !query.isFetchNextPageError,
    onMore: next,
  }
  return <Posts key={JSON.stringify(filter)} posts={posts} following={following} empty={empty} />
}
