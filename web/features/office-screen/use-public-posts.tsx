import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { Person } from '#contract/schemas/users.ts'
import { call } from '#web/lib/client.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { LinkedText } from '#web/shared/posts/LinkedText.tsx'
import { PostPicture } from '#web/shared/posts/PostPicture.tsx'
import { type PostAuthor, usePostAuthor } from '#web/shared/posts/use-post-author.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { refreshMs } from './refresh.ts'
import type { ScreenPerson, Slide } from './slide.ts'

/** Posts to read: private ones of the reader are left out. */
const postsRead = 40

/** Returns a function that names a person as the reader sees the person. */
export function useScreenPerson(): (person: Person | PostAuthor) => ScreenPerson {
  const nameOf = usePersonName()
  return (person) => ({ ...person, name: nameOf(person) })
}

/** Returns the latest public posts that the reader sees, as slides, with their query. */
export function usePublicPosts() {
  const posts = useQuery({
    queryKey: queryKey('posts', 'screen'),
    queryFn: async ({ signal }) =>
      (await call('posts.list', { query: { limit: postsRead }, signal }))
        .filter((post) => !post.private)
        .slice(0, limits.office_screen_posts_max),
    refetchInterval: refreshMs,
  })
  const authorOf = usePostAuthor()
  const personOf = useScreenPerson()
  const toSlide = (post: Post): Slide => ({
    id: post.id,
    author: personOf(authorOf(post)),
    to: post.to.slice(0, limits.office_screen_recipients_max).map(personOf),
    toCount: post.to_count,
    value: post.value,
    score: post.score,
    text: <LinkedText text={post.description} />,
    picture: post.picture ? <PostPicture post={post} picture={post.picture} /> : null,
    createdAt: post.created_at,
  })
  return { posts, slides: (posts.data ?? []).map(toSlide) }
}
