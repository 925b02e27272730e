import { type RefObject, useMemo, useState, useSyncExternalStore } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { isOptimistic } from './post-cache.ts'

export const newestPostId = (posts: Post[]) =>
  posts.reduce((newest, post) => (!isOptimistic(post) && post.id > newest ? post.id : newest), '')
const subscribeToScroll = (listener: () => void) => {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
/**
 * At the top of the list new posts appear at once; further down they would move the content that is
 * being read.
 */
const isAtTop = (list: HTMLElement | null) => !list || list.getBoundingClientRect().top >= 0

/**
 * Returns the visible part of a list. New posts of others are held back while the reader is further
 * down, until `showHeldBack` or a scroll to the top. The reader's own posts always show.
 * `arrivedCount`: posts that appeared at once.
 */
export function useNewPosts(
  posts: Post[],
  readerId: string,
  list: RefObject<HTMLElement | null>,
): { visible: Post[]; heldBackCount: number; arrivedCount: number; showHeldBack: () => void } {
  // The id of the newest post shown; ids are ordered by time.
  const [newestShownId, setNewestShownId] = useState('')
  const [arrivedCount, setArrivedCount] = useState(0)
  const newest = newestPostId(posts)
  const heldBack = useMemo(
    () =>
      newestShownId === ''
        ? []
        : posts.filter(
            (post) => post.id > newestShownId && !isOptimistic(post) && post.from_id !== readerId,
          ),
    [posts, newestShownId, readerId],
  )
  const visible = useMemo(
    () => (heldBack.length ? posts.filter((post) => !heldBack.includes(post)) : posts),
    [posts, heldBack],
  )
  const heldBackCount = heldBack.length

  const isTop = useSyncExternalStore(subscribeToScroll, () => isAtTop(list.current))
  if (newest > newestShownId && (newestShownId === '' || isTop)) {
    setNewestShownId(newest)
    setArrivedCount(heldBackCount)
  }

  return {
    visible,
    heldBackCount,
    arrivedCount,
    showHeldBack: () => {
      setNewestShownId(newest)
      setArrivedCount(0)
    },
  }
}
