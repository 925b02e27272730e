import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { PostCard } from '#web/shared/posts/PostCard.tsx'
import { postQuery } from '#web/shared/posts/posts.api.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass } from '#web/ui/Page.tsx'
import ui from '#web/ui/ui.module.css'
import { usePostAuthor } from '#web/shared/posts/use-post-author.ts'

/** The page title names at most this many recipients. */
const namedRecipientsMax = 2

/** The heading is for screen readers only; the card shows the same to the eye. */
function PostPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('feed')
  usePageTitle(title)
  return (
    <div className={`${ui['page']} ${ui['narrow']}`}>
      <Link to="/feed" className={backClass}>
        <BackArrow />
        {t('common:nav.feed')}
      </Link>
      <h1 className="sr-only">{title}</h1>
      {children}
    </div>
  )
}

function LoadedPost({ post, isReply }: { post: Post; isReply: boolean }) {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const authorOf = usePostAuthor()
  const [from, first, second] = [authorOf(post), ...post.to].map(name)

  const others = post.to_count - namedRecipientsMax
  const titleText = () => {
    if (!post.from) return t('page.title_company', { from, first })
    if (others > 0) return t('page.title_many', { from, first, second, count: others })
    if (second === undefined) return t('page.title', { from, first })
    return t('page.title_pair', { from, first, second })
  }
  return (
    <PostPage title={titleText()}>
      <PostCard post={post} alone={isReply ? 'writing' : 'reading'} />
    </PostPage>
  )
}

function PostSkeleton() {
  const { t } = useTranslation('feed')
  return (
    <PostPage title={t('page.label')}>
      <Card aria-busy="true">
        <Skeleton circle height={44} mb={14} />
        <Skeleton height={14} mb={10} />
        <Skeleton height={14} width="70%" mb={18} />
        <Skeleton height={26} width={110} radius="xl" />
      </Card>
    </PostPage>
  )
}

/**
 * /posts/{id}: a post with its comments. `?reply` opens the field for a comment. An add-on redirects
 * to the post it was added to.
 */
export function PostScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { reply } = useSearch({ strict: false }) as { reply?: boolean }
  const post = useQuery(postQuery(id))
  if (post.data)
    return post.data.parent_id ? (
      <Navigate to="/posts/$id" params={{ id: post.data.parent_id }} search={{ reply }} replace />
    ) : (
      <LoadedPost key={id} post={post.data} isReply={reply === true} />
    )
  // Deleted, private to others, or in another team: the same answer for all.
  if (post.data === null) return <NotFound />
  return post.isError ? (
    <ErrorState error={post.error} retry={() => void post.refetch()} />
  ) : (
    <PostSkeleton />
  )
}
