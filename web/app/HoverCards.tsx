import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

const PersonHoverCard = lazyWithFallback(() =>
  import('#web/shared/people/PersonHoverCard.tsx').then((code) => code.PersonHoverCard),
)

const openDelayMs = 300
const closeDelayMs = 200
const linkSelector = 'main a[href^="/profile/"]'
type HoveredPerson = { id: string; anchor: DOMRect }

/** Returns the link to a profile under the pointer of a mouse that moved. */
function findProfileLink(event: PointerEvent): HTMLAnchorElement | null {
  // A page that scrolls or loads under a still pointer sends events without movement.
  const hasMoved = event.movementX !== 0 || event.movementY !== 0
  return event.pointerType === 'mouse' && hasMoved && event.target instanceof Element
    ? event.target.closest<HTMLAnchorElement>(linkSelector)
    : null
}

/** Opens a card for the hovered profile link, on every page. */
export function HoverCards() {
  const router = useRouter()
  const [person, setPerson] = useState<HoveredPerson | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef<Element | null>(null)
  const close = useCallback(() => {
    clearTimeout(timer.current)
    hovered.current = null
    setPerson(null)
  }, [])
  const closeSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(close, closeDelayMs)
  }, [close])
  useEffect(() => {
    const onPointerMove = (event: PointerEvent) => {
      const link = findProfileLink(event)
      if (!link || link === hovered.current) return
      hovered.current = link
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const [, id] = /^\/profile\/([\w-]+)/.exec(link.getAttribute('href') ?? '') ?? []
        if (id && link.isConnected) setPerson({ id, anchor: link.getBoundingClientRect() })
      }, openDelayMs)
    }
    const onPointerOut = (event: PointerEvent) => {
      const link = hovered.current
      if (link && !(event.relatedTarget instanceof Node && link.contains(event.relatedTarget))) {
        hovered.current = null
        closeSoon()
      }
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    window.addEventListener('pointermove', onPointerMove, options)
    window.addEventListener('pointerout', onPointerOut, options)
    window.addEventListener(
      'pointerdown',
      (event) => {
        if (!(event.target instanceof Element && event.target.closest('[role=dialog]'))) close()
      },
      options,
    )
    window.addEventListener('scroll', close, { ...options, capture: true })
    window.addEventListener('keydown', onKeyDown, options)
    const stopWatching = router.subscribe('onBeforeNavigate', close)
    return () => {
      listening.abort()
      stopWatching()
      clearTimeout(timer.current)
    }
  }, [router, close, closeSoon])
  return person ? (
    <PersonHoverCard
      key={person.id}
      {...person}
      onEnter={() => clearTimeout(timer.current)}
      onLeave={closeSoon}
      onClose={close}
    />
  ) : null
}
