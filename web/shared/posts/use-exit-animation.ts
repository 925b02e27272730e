import { useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { isOptimistic } from './post-cache.ts'

type PostRow = { post: Post; isExiting: boolean }
const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Posts with those that have just gone, each where it stood, until `left` says that its room has
 * closed.
 */
export function useExitAnimation(posts: Post[]): { rows: PostRow[]; left: (id: string) => void } {
  const [last, setLast] = useState<{ posts: Post[]; gone: Post[] }>({ posts, gone: [] })
  let { gone } = last
  if (last.posts !== posts) {
    const here = new Set(posts.map((post) => post.id))
    gone = prefersReducedMotion()
      ? []
      : [...last.gone, ...last.posts].filter((post) => !here.has(post.id) && !isOptimistic(post))
    setLast({ posts, gone })
  }
  const rows: PostRow[] = posts.map((post) => ({ post, isExiting: false }))
  for (const post of gone) {
    const at = rows.findIndex((row) => !isOptimistic(row.post) && row.post.id < post.id)
    rows.splice(at === -1 ? rows.length : at, 0, { post, isExiting: true })
  }
  return {
    rows,
    left: (id) => setLast((now) => ({ ...now, gone: now.gone.filter((post) => post.id !== id) })),
  }
}
