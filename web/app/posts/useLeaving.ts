import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { isOptimistic } from './cache.ts'

type Row = { post: Post; leaving: boolean }
const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Posts with those that have just gone, each where it stood, until `left` says that its room has
 * closed.
 */
export function useLeaving(posts: Post[]): { rows: Row[]; left: (id: string) => void } {
  const [last, setLast] = useState<{ posts: Post[]; gone: Post[] }>({ posts, gone: [] })
  let { gone } = last
  if (last.posts !== posts) {
    const here = new Set(posts.map((post) => post.id))
    gone = still()
      ? []
      : [...last.gone, ...last.posts].filter((post) => !here.has(post.id) && !isOptimistic(post))
    setLast({ posts, gone })
  }
  const rows: Row[] = posts.map((post) => ({ post, leaving: false }))
  for (const post of gone) {
    const at = rows.findIndex((row) => !isOptimistic(row.post) && row.post.id < post.id)
    rows.splice(at === -1 ? rows.length : at, 0, { post, leaving: true })
  }
  return {
    rows,
    left: (id) => setLast((now) => ({ ...now, gone: now.gone.filter((post) => post.id !== id) })),
  }
}
