import { useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { isOptimistic } from './post-cache.ts'

type PostRow = { post: Post; isExiting: boolean }
const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Returns the posts and the removed posts, each at its former position, until `onExited` reports
 * the end of the animation.
 */
export function useExitAnimation(posts: Post[]): {
  rows: PostRow[]
  onExited: (id: string) => void
} {
  const [state, setState] = useState<{ posts: Post[]; exiting: Post[] }>({ posts, exiting: [] })
  let { exiting } = state
  if (state.posts !== posts) {
    const currentIds = new Set(posts.map((post) => post.id))
    exiting = prefersReducedMotion()
      ? []
      : [...state.exiting, ...state.posts].filter(
          (post) => !currentIds.has(post.id) && !isOptimistic(post),
        )
    setState({ posts, exiting })
  }
  const rows: PostRow[] = posts.map((post) => ({ post, isExiting: false }))
  for (const post of exiting) {
    const at = rows.findIndex((row) => !isOptimistic(row.post) && row.post.id < post.id)
    rows.splice(at === -1 ? rows.length : at, 0, { post, isExiting: true })
  }
  return {
    rows,
    onExited: (id) =>
      setState((now) => ({ ...now, exiting: now.exiting.filter((post) => post.id !== id) })),
  }
}
