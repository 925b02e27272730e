import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { openComposerFor } from '#web/shared/overlay-state.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import { useCanThank } from './GiveThanks.tsx'
import { toPerson } from './to-person.ts'
import type { ProfileView } from '#contract/schemas/users.ts'
import css from './person-hover-card.module.css'

const knownForMax = 3
/** Distances to the link and to the edges of the window, in pixels. */
const gapPx = 8
const edgePx = 12

/** Returns the position below the link, or above it when there is more room. */
function placeBeside(anchor: DOMRect, card: DOMRect): { left: number; top: number } {
  const left = Math.min(
    Math.max(anchor.left, edgePx),
    Math.max(document.documentElement.clientWidth - card.width - edgePx, edgePx),
  )
  const below = anchor.bottom + gapPx
  const isCutBelow = below + card.height > window.innerHeight - edgePx
  return { left, top: isCutBelow ? Math.max(anchor.top - card.height - gapPx, edgePx) : below }
}

function CardContent({ profile, onClose }: { profile: ProfileView; onClose: () => void }) {
  const { t } = useTranslation()
  const name = usePersonName()
  const canThank = useCanThank(profile)
  const values = useQuery({
    queryKey: queryKey('profiles', profile.id, 'values', 'year'),
    queryFn: ({ signal }) =>
      call('leaderboards.user_values', {
        params: { id: profile.id },
        query: { period: 'year' },
        signal,
      }),
  })
  const knownFor = (values.data ?? []).slice(0, knownForMax)
  return (
    <>
      <div className={css['head']}>
        <UserAvatar user={profile} size={56} />
        <div>
          <b>{name(profile)}</b>
          {profile.job_title && profile.state !== 'deleted' ? <p>{profile.job_title}</p> : null}
        </div>
      </div>
      {knownFor.length ? (
        <div className={css['values']}>
          <small>{t('person.known_for')}</small>
          {knownFor.map(({ value }) => (
            <ValueChip key={value.id} value={value} />
          ))}
        </div>
      ) : null}
      <div className={css['actions']}>
        {canThank ? (
          <Button
            size="compact-sm"
            onClick={() => {
              onClose()
              openComposerFor(toPerson(profile))
            }}
          >
            {t('give_thanks')}
          </Button>
        ) : null}
        <Button
          component={Link}
          to={`/profile/${profile.id}`}
          variant="default"
          size="compact-sm"
          onClick={onClose}
        >
          {t('person.profile')}
        </Button>
      </div>
    </>
  )
}

/**
 * A card with the picture, the title and the values of a person, beside the hovered link to their
 * profile. It repeats what the profile shows, so keyboards and touch screens need none.
 */
export function PersonHoverCard({
  id,
  anchor,
  onEnter,
  onLeave,
  onClose,
}: {
  id: string
  anchor: DOMRect
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
}) {
  const card = useRef<HTMLDivElement>(null)
  const name = usePersonName()
  const [place, setPlace] = useState<{ left: number; top: number }>()
  const profile = useQuery({
    queryKey: queryKey('profiles', id),
    queryFn: ({ signal }) => call('profiles.get', { params: { id }, signal }),
  })
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return undefined
    const update = () => setPlace(placeBeside(anchor, element.getBoundingClientRect()))
    const observer = new ResizeObserver(update)
    observer.observe(element)
    update()
    return () => observer.disconnect()
  }, [anchor])
  if (profile.isError) return null
  return createPortal(
    <div
      ref={card}
      role="dialog"
      aria-label={profile.data ? name(profile.data) : undefined}
      aria-busy={profile.isPending}
      className={css['card']}
      style={place ?? { visibility: 'hidden' }}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {profile.data ? (
        <CardContent profile={profile.data} onClose={onClose} />
      ) : (
        <div className={css['head']}>
          <Skeleton circle height={56} />
          <div>
            <Skeleton height={16} width={140} mb={8} />
            <Skeleton height={13} width={90} />
          </div>
        </div>
      )}
    </div>,
    document.body,
  )
}
