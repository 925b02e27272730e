/** Shares an IntersectionObserver per margin between all observed elements. */
type IntersectionListener = (isNear: boolean, entry: IntersectionObserverEntry) => void
type SharedObserver = {
  observer: IntersectionObserver
  listeners: Map<Element, IntersectionListener>
}

const observersByMargin = new Map<string, SharedObserver>()
function sharedObserver(margin: string): SharedObserver {
  const existing = observersByMargin.get(margin)
  if (existing) return existing
  const listeners = new Map<Element, IntersectionListener>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting, entry)
    },
    { rootMargin: margin },
  )
  const shared = { observer, listeners }
  observersByMargin.set(margin, shared)
  return shared
}

/**
 * Calls `listener` when `element` enters or leaves the viewport extended by `margin`. Returns the
 * unsubscribe function.
 */
export function observeIntersection(
  element: Element,
  margin: string,
  listener: IntersectionListener,
): () => void {
  const { observer, listeners } = sharedObserver(margin)
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer.unobserve(element)
  }
}
