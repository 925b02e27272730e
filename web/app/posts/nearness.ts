/**
 * What is close to what one looks at: told by one observer for each distance, however many places
 * are watched.
 */
type Look = (near: boolean, entry: IntersectionObserverEntry) => void
type Watch = { observer: IntersectionObserver; looks: Map<Element, Look> }

const watches = new Map<string, Watch>()
function watchAt(margin: string): Watch {
  const known = watches.get(margin)
  if (known) return known
  const looks = new Map<Element, Look>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) looks.get(entry.target)?.(entry.isIntersecting, entry)
    },
    { rootMargin: margin },
  )
  const watch = { observer, looks }
  watches.set(margin, watch)
  return watch
}

/**
 * Calls `look` whenever `place` comes within `margin` of the window or leaves it, until the answer
 * is called.
 */
export function whenNear(place: Element, margin: string, look: Look): () => void {
  const { observer, looks } = watchAt(margin)
  looks.set(place, look)
  observer.observe(place)
  return () => {
    looks.delete(place)
    observer.unobserve(place)
  }
}
