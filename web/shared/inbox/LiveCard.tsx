import { Button, CloseButton } from '@mantine/core'
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconHeart, IconHeartFilled, IconMessage } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { InboxItem } from '#contract/schemas/inbox.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useCall } from '#web/shared/use-call.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { useMarkRead } from './inbox.api.ts'
import { latestUnreadQuery } from './latest-unread.ts'
import css from './live-card.module.css'
import { filterThanks, summarizeThanks } from './summarize.ts'

const shownMs = 9_000
const leafCount = 24
const facesMax = 3
const leaves = Array.from({ length: leafCount }, (_, index) => index)

/** Leaves that fall over the card once. The style sheet hides them with reduced motion. */
function Leaves({ color }: { color: string }) {
  return (
    <span className={css['leaves']} aria-hidden="true">
      {leaves.map((index) => (
        <i
          key={index}
          style={{
            background: color,
            left: `${(index * 37) % 100}%`,
            animationDelay: `${(index * 53) % 700}ms`,
          }}
        />
      ))}
    </span>
  )
}

/** Returns whether the card is shown: for some seconds, and while it is hovered or focused. */
function useShown(arrived: number) {
  const [hidden, setHidden] = useState(0)
  const { hovered, ref: hoverRef } = useHover<HTMLElement>()
  const { focused, ref: focusRef } = useFocusWithin<HTMLElement>()
  const ref = useMergedRef(hoverRef, focusRef)
  const isHeld = hovered || focused
  const isShown = arrived > hidden
  useEffect(() => {
    if (!isShown || isHeld) return undefined
    const timer = setTimeout(() => setHidden(arrived), shownMs)
    return () => clearTimeout(timer)
  }, [isShown, isHeld, arrived])
  return { hidden, isShown, ref, hide: () => setHidden(arrived) }
}

function Actions({ item, onDone }: { item: InboxItem; onDone: () => void }) {
  const { t } = useTranslation('inbox')
  const { settings } = useConfig()
  const markRead = useMarkRead()
  const postId = item.post?.id ?? ''
  const like = useCall('posts.like', {
    input: () => ({ params: { id: postId } }),
    onSuccess: () => markRead({ ids: [item.id] }),
    onError: (error) => notifyError(t, error),
  })
  return (
    <div className={css['actions']}>
      <Button
        size="xs"
        variant="light"
        disabled={like.isPending || like.isSuccess}
        leftSection={
          like.isSuccess ? (
            <IconHeartFilled size={16} aria-hidden="true" />
          ) : (
            <IconHeart size={16} aria-hidden="true" />
          )
        }
        onClick={() => like.mutate()}
      >
        {t(like.isSuccess ? 'live.liked' : 'live.like')}
      </Button>
      {settings.comments ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMessage size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/posts/$id" params={{ id: postId }} {...props} />}
          onClick={() => {
            markRead({ ids: [item.id] })
            onDone()
          }}
        >
          {t('live.reply')}
        </Button>
      ) : null}
    </div>
  )
}

function CardText({ items }: { items: InboxItem[] }) {
  const { t } = useTranslation('inbox')
  const name = usePersonName()
  const { people, points } = summarizeThanks(items)
  const [first] = people
  const badge = (
    <PointsBadge
      large
      text={`+${formatNumber(points)}`}
      label={t('common:points', { count: points })}
    />
  )
  return (
    <div className={css['head']}>
      <span className={css['faces']}>
        {people.slice(0, facesMax).map((person) => (
          <UserAvatar key={person.id} user={person} size={40} />
        ))}
      </span>
      <strong>
        {people.length === 1 && first
          ? t(items[0]?.kind === 'points_added' ? 'points_added' : 'thanks', { name: name(first) })
          : t('live.people', { count: people.length })}
      </strong>
      {badge}
    </div>
  )
}

/** Returns the items that have arrived and are not hidden, as they were on arrival. */
function useArrivedItems(count: number): InboxItem[] {
  const client = useQueryClient()
  const [items, setItems] = useState<InboxItem[]>([])
  useEffect(() => {
    let isCurrent = true
    if (count > 0)
      void client.fetchQuery({ ...latestUnreadQuery, staleTime: 0 }).then(
        (page) => isCurrent && setItems(filterThanks(page.items).slice(0, count)),
        // If the request fails, no card is shown; the bell shows the number.
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [client, count])
  return items
}

/**
 * A card at the foot of any page when the reader is thanked. `arrived` counts the items since the
 * page was loaded; several that arrive together share one card.
 */
export function LiveCard({ arrived }: { arrived: number }) {
  const { t } = useTranslation('inbox')
  const { hidden, isShown, ref, hide } = useShown(arrived)
  const items = useArrivedItems(arrived - hidden)
  const [item] = items
  // A portal, because the header of the bell is the containing block of fixed elements.
  return createPortal(
    <div className={css['place']} role="status">
      {isShown && item?.post ? (
        <section key={item.id} className={css['card']} aria-label={t('live.label')} ref={ref}>
          <Leaves color={item.post.value.color} />
          <CloseButton
            className={css['close'] ?? ''}
            aria-label={t('common:close')}
            onClick={hide}
          />
          <CardText items={items} />
          {items.length === 1 ? (
            <>
              <p className={css['quote']}>{item.post.text}</p>
              <Actions item={item} onDone={hide} />
            </>
          ) : (
            <div className={css['actions']}>
              <Button
                size="xs"
                variant="light"
                renderRoot={(props) => <Link to="/inbox" {...props} />}
                onClick={hide}
              >
                {t('open')}
              </Button>
            </div>
          )}
        </section>
      ) : null}
    </div>,
    document.body,
  )
}
