import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { refreshMs } from './refresh.ts'

const slideMs = 12_000
const slidesMax = 12
/** Posts to read: private ones of the reader are left out. */
const postsRead = 40

/** Returns the latest public posts, the one on screen, and a switch that stops the change. */
export function useSlides() {
  const [shown, setShown] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const posts = useQuery({
    queryKey: queryKey('posts', 'screen'),
    queryFn: async ({ signal }) =>
      (await call('posts.list', { query: { limit: postsRead }, signal }))
        .filter((post) => !post.private)
        .slice(0, slidesMax),
    refetchInterval: refreshMs,
  })
  const slides = posts.data ?? []
  const newestId = slides[0]?.id
  const [shownNewestId, setShownNewestId] = useState(newestId)
  // A new post is shown at once.
  if (newestId !== shownNewestId) {
    setShownNewestId(newestId)
    setShown(0)
  }
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setInterval(() => setShown((now) => now + 1), slideMs)
    return () => clearInterval(timer)
  }, [isPaused])
  const index = slides.length ? shown % slides.length : 0
  return { posts, slides, index, post: slides[index], isPaused, setPaused }
}
