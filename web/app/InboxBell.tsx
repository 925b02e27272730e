import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { IconBell } from '@tabler/icons-react'
import { inboxSummaryQuery } from '#web/shared/inbox/summary.ts'
import { loadInboxOverlays } from '#web/shared/inbox/load-overlays.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyMenu, lazyWithFallback } from '#web/ui/lazy.tsx'
import css from './shell.module.css'

const InboxPopover = lazyMenu(() => loadInboxOverlays().then((code) => code.InboxPopover))
const LiveCard = lazyWithFallback(() => loadInboxOverlays().then((code) => code.LiveCard))

/** Returns how many items with points have arrived since the page was loaded. */
function useArrived(thanks: number | undefined): number {
  const seen = useRef(thanks)
  const [arrived, setArrived] = useState(0)
  useEffect(() => {
    const more = (thanks ?? 0) - (seen.current ?? thanks ?? 0)
    seen.current = thanks
    if (more > 0) setArrived((count) => count + more)
  }, [thanks])
  return arrived
}

function UnreadBadge({ unread }: { unread: number }) {
  return unread ? <b aria-hidden="true">{unread > 99 ? '99+' : unread}</b> : null
}

/** The inbox in the bottom bar of phones. */
export function InboxLink() {
  const { t } = useTranslation()
  const unread = useQuery(inboxSummaryQuery).data?.unread ?? 0
  return (
    <Link to="/inbox">
      <span className={css['bottomBell']}>
        <IconBell size={22} aria-hidden="true" />
        <UnreadBadge unread={unread} />
      </span>
      <span aria-hidden="true">{t('nav.inbox_page')}</span>
      <span className="sr-only">{t('nav.inbox', { count: unread })}</span>
    </Link>
  )
}

/** The button of the inbox with the number of unread items, and a live card for new thanks. */
export function InboxBell() {
  const { t } = useTranslation()
  const { data } = useQuery(inboxSummaryQuery)
  const arrived = useArrived(data?.thanks)
  const unread = data?.unread ?? 0
  return (
    <>
      <InboxPopover
        target={
          <button type="button" className={`plain ${css['bell']}`}>
            <IconBell size={20} aria-hidden="true" />
            <span className="sr-only">{t('nav.inbox', { count: unread })}</span>
            <UnreadBadge unread={unread} />
          </button>
        }
      />
      {arrived ? <LiveCard arrived={arrived} /> : null}
    </>
  )
}
