import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Post } from '#contract/posts.ts'
import { Failure } from '#web/app/Failure.tsx'
import { NotFound } from '#web/app/NotFound.tsx'
import { usePersonName } from '#web/app/person.ts'
import { PostCard } from '#web/app/posts/PostCard.tsx'
import { postQuery } from '#web/app/posts/queries.ts'
import { useTitle } from '#web/app/title.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'

/** So many recipients are named in the title of the page. */
const named_max = 2

function Loaded({ post }: { post: Post }) {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const [from, first, second] = [post.from, ...post.to].map(name)
  const others = post.to.length - named_max
  const title = others > 0 ? t('page.title_many', { from, first, second, count: others }) : second === undefined ? t('page.title', { from, first }) : t('page.title_two', { from, first, second })
  useTitle(title)
  return (
    <Page narrow title={title} back={<Link to="/feed" className={backClass}><BackArrow />{t('common:nav.feed')}</Link>}>
      <PostCard post={post} alone />
    </Page>
  )
}

function Loading() {
  const { t } = useTranslation('feed')
  useTitle(t('page.label'))
  return (
    <Page narrow title={t('page.label')} back={<Link to="/feed" className={backClass}><BackArrow />{t('common:nav.feed')}</Link>}>
      <Card aria-busy="true"><Skeleton circle height={44} mb={14} /><Skeleton height={14} mb={10} /><Skeleton height={14} width="70%" mb={18} /><Skeleton height={26} width={110} radius="xl" /></Card>
    </Page>
  )
}

/** /posts/{id}: one post with what colleagues say to it. An add-on stands under the post it was added to. */
export function PostScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const post = useQuery(postQuery(id))
  if (post.data) return post.data.parent_id ? <Navigate to="/posts/$id" params={{ id: post.data.parent_id }} replace /> : <Loaded key={id} post={post.data} />
  // Gone, somebody else's private one, another team's: all the same to who is not to see it.
  if (post.data === null) return <NotFound />
  return post.isError ? <Failure error={post.error} retry={() => void post.refetch()} /> : <Loading />
}
