import type { Post } from '#contract/schemas/posts.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'

export type PostAuthor = Pick<
  Person,
  'id' | 'name' | 'first_name' | 'last_name' | 'avatar' | 'state'
>

/** Returns a function that returns the sender of a post: a person, or the team itself. */
export function usePostAuthor(): (post: Pick<Post, 'from'>) => PostAuthor {
  const { id, name, logo } = useConfig().workspace
  return ({ from }) =>
    from ?? { id, name, first_name: name, last_name: '', avatar: logo, state: 'accepted' }
}
