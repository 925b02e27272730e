import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '#web/app/Failure.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PostCard } from './PostCard.tsx'
import css from './posts.module.css'
import { type PostFilter, postsQuery } from './queries.ts'

const optimistic = 'optimistic-'
export const optimisticId = () => `${optimistic}${crypto.randomUUID()}`

function PostSkeleton() {
  return (
    <Card className={css['post']} aria-hidden="true">
      <div className={css['head']}><Skeleton circle height={44} /><div style={{ flex: 1 }}><Skeleton height={14} width="55%" mb={8} /><Skeleton height={11} width="22%" /></div></div>
      <Skeleton height={14} /><Skeleton height={14} width="70%" /><Skeleton height={26} width={110} radius="xl" />
    </Card>
  )
}

/** Posts, newest first, with their four states; `empty` says what to do when there are none. */
export function PostList({ filter, empty }: { filter: PostFilter; empty: ReactNode }) {
  const { t } = useTranslation('feed')
  const query = useInfiniteQuery(postsQuery(filter))
  if (query.isPending) return <div className={css['list']} aria-busy="true">{[0, 1, 2].map((index) => <PostSkeleton key={index} />)}</div>
  if (query.isError && !query.data) return <Failure error={query.error} retry={() => void query.refetch()} />
  const posts = query.data.pages.flatMap((page) => page.items)
  if (!posts.length) return empty
  return (
    <>
      <ul className={css['list']} aria-label={t('posts')}>
        {posts.map((post) => <li key={post.id} className={css['entering']}><PostCard post={post} pending={post.id.startsWith(optimistic)} /></li>)}
      </ul>
      {query.hasNextPage ? (
        <div className={css['more']}><Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{t('more')}</Button></div>
      ) : null}
    </>
  )
}
