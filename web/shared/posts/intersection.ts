/**
 * What is close to what one looks at: told by one observer for each distance, however many places
 * are watched.
 */
type IntersectionListener = (near: boolean, entry: IntersectionObserverEntry) => void
type SharedObserver = {
  observer: IntersectionObserver
  listeners: Map<Element, IntersectionListener>
}

const observersByMargin = new Map<string, SharedObserver>()
function sharedObserver(margin: string): SharedObserver {
  const known = observersByMargin.get(margin)
  if (known) return known
  const listeners = new Map<Element, IntersectionListener>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting, entry)
    },
    { rootMargin: margin },
  )
  const watch = { observer, listeners }
  observersByMargin.set(margin, watch)
  return watch
}

/**
 * Calls `look` whenever `place` comes within `margin` of the window or leaves it, until the answer
 * is called.
 */
export function observeIntersection(
  place: Element,
  margin: string,
  look: IntersectionListener,
): () => void {
  const { observer, listeners } = sharedObserver(margin)
  listeners.set(place, look)
  observer.observe(place)
  return () => {
    listeners.delete(place)
    observer.unobserve(place)
  }
}
