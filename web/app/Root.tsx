import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { WorkspaceBanners } from './WorkspaceBanners.tsx'
import { useLiveUpdates } from './live-updates.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PresenceHost } from '#web/shared/presence/PresenceHost.tsx'

/** Drops every state of the former team when another tab has entered another one. */
function useReplacedSession(): void {
  const router = useRouter()
  useEffect(
    () =>
      session.onReplace(() => {
        if (router.state.matches.some(({ routeId }) => routeId === '/shell'))
          location.assign('/feed')
      }),
    [router],
  )
}

/** Wraps every screen: skip link, page announcement for screen readers, banners. */
export function Root() {
  const { t } = useTranslation()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const announcer = useRef<HTMLDivElement>(null)
  const first = useRef(true)
  useLiveUpdates()
  useReplacedSession()
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const main = document.getElementById('main')
    // A page that focuses its first field keeps that focus.
    if (!main?.contains(document.activeElement) || !document.activeElement?.matches('input'))
      main?.focus({ preventScroll: true })
    const timer = setTimeout(() => {
      if (announcer.current) announcer.current.textContent = document.title
    }, 150)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <>
      <a className="sr-only" href="#main">
        {t('skip')}
      </a>
      <div className="sr-only" aria-live="polite" ref={announcer} />
      <WorkspaceBanners />
      <Outlet />
      <PresenceHost />
      <OfflineBanner />
    </>
  )
}
