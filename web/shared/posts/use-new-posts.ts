import { type RefObject, useMemo, useState, useSyncExternalStore } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { isOptimistic } from './post-cache.ts'

export const newestPostId = (posts: Post[]) =>
  posts.reduce((newest, post) => (!isOptimistic(post) && post.id > newest ? post.id : newest), '')
const subscribeToScroll = (look: () => void) => {
  window.addEventListener('scroll', look, { passive: true })
  return () => window.removeEventListener('scroll', look)
}
/**
 * Whoever sees the beginning of the list sees new posts come; for others they would push away what
 * is being read.
 */
const isAtTop = (list: HTMLElement | null) => !list || list.getBoundingClientRect().top >= 0

/**
 * What of a list is shown: posts that came while one reads further down are held back until they
 * are asked for, or one has come back up. Whatever brings them (news, another tab, a list asked
 * anew), nothing moves under the eyes; one's own are always there. `arrived`: how many came into
 * sight at once.
 */
export function useNewPosts(
  posts: Post[],
  readerId: string,
  list: RefObject<HTMLElement | null>,
): { shown: Post[]; held: number; arrived: number; release: () => void } {
  // The newest post that was shown; ids are in the order of time.
  const [mark, setMark] = useState('')
  const [arrived, setArrived] = useState(0)
  const newest = newestPostId(posts)
  const fresh = useMemo(
    () =>
      mark === ''
        ? []
        : posts.filter(
            (post) => post.id > mark && !isOptimistic(post) && post.from_id !== readerId,
          ),
    [posts, mark, readerId],
  )
  const shown = useMemo(
    () => (fresh.length ? posts.filter((post) => !fresh.includes(post)) : posts),
    [posts, fresh],
  )
  const held = fresh.length

  const top = useSyncExternalStore(subscribeToScroll, () => isAtTop(list.current))
  if (newest > mark && (mark === '' || top)) {
    setMark(newest)
    setArrived(held)
  }

  return {
    shown,
    held,
    arrived,
    release: () => {
      setMark(newest)
      setArrived(0)
    },
  }
}
