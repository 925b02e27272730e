import { Button, Checkbox } from '@mantine/core'
import { IconGift, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ChangeEvent, memo } from 'react'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { statusKeyOf } from '#web/shared/purchases/status-key.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './work-list.module.css'
import { ageOf, buyersOf, isOpenStage, labelOf } from './work-list.ts'

const formatUnit = (count: number, unit: 'day' | 'hour' | 'minute') =>
  new Intl.NumberFormat(currentLanguageTag(), {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
  }).format(count)

/** Formats an age: '3d', on the first day '5h', in the first hour '5m', before that 'now'. */
function formatAge({ days, hours, minutes }: ReturnType<typeof ageOf>): string {
  if (days) return formatUnit(days, 'day')
  if (hours) return formatUnit(hours, 'hour')
  return minutes
    ? formatUnit(minutes, 'minute')
    : new Intl.RelativeTimeFormat(currentLanguageTag(), { numeric: 'auto' }).format(0, 'second')
}

/** The buyer with picture and link; the number of contributors of a team reward. */
function Buyer({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('rewards')
  const name = usePersonName()
  const buyers = buyersOf(purchase)
  const [first] = buyers
  if (purchase.reward_type === 'team' || !first)
    return (
      <span className={css['buyer']}>
        <IconUsers size={22} aria-hidden="true" />
        <span className={css['cut']}>{t('common:people', { count: buyers.length })}</span>
      </span>
    )
  return (
    <Link to="/profile/$id" params={{ id: first.user_id }} className={css['buyer']}>
      <UserAvatar user={first.user} size={28} />
      <span className={css['cut']}>{name(first.user)}</span>
    </Link>
  )
}

function Age({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('rewards')
  const { timezone } = useConfig().settings
  const age = ageOf(purchase)
  const isOpen = isOpenStage(purchase.stage)
  const time = isOpen ? purchase.created_at : purchase.status_changed_at
  const date = formatDate(time, timezone)
  return (
    <time className={css['age']} dateTime={time} title={date} data-late={age.late || undefined}>
      {isOpen ? (
        <>
          <span aria-hidden="true">{formatAge(age)}</span>
          <span className="sr-only">{t('work.waiting', { count: age.days })}</span>
        </>
      ) : (
        date
      )}
    </time>
  )
}

/** The progress of a team reward, the status of an order, or the comment of the buyer. */
function Detail({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('rewards')
  const { timezone } = useConfig().settings
  const comment = purchase.comments[0]?.text
  if (purchase.stage === 'in_progress')
    return (
      <span className={css['note']}>
        {purchase.reward_type === 'team'
          ? t('shop:team.progress', {
              have: formatNumber(purchase.contributed),
              price: formatNumber(purchase.price),
            })
          : t('work.ordering')}
      </span>
    )
  if (purchase.stage === 'ordered' && purchase.ordered_at) {
    const date = formatDate(purchase.ordered_at, timezone)
    return (
      <span className={css['note']} title={purchase.order_note}>
        {[t('order.on', { date }), purchase.order_note].filter(Boolean).join(' · ')}
      </span>
    )
  }
  if (purchase.stage === 'declined' && purchase.decline_reason)
    return (
      <span className={css['note']} title={purchase.decline_reason}>
        {purchase.decline_reason}
      </span>
    )
  return (
    <span className={css['note']} title={comment}>
      {comment}
    </span>
  )
}

export type RowActions = {
  toggle: (id: string, isRange: boolean) => void
  open: (purchase: Purchase) => void
  fulfil: (purchase: Purchase) => void
}

/** One purchase: a line of a table, or a card on a phone. */
export const PurchaseRow = memo(function PurchaseRow({
  purchase,
  isSelected,
  toggle,
  open,
  fulfil,
}: RowActions & { purchase: Purchase; isSelected: boolean }) {
  const { t } = useTranslation('rewards')
  const name = usePersonName()
  const { id, title, emoji, picture, abilities } = purchase
  const label = labelOf(purchase, t, name)
  const onSelect = (event: ChangeEvent<HTMLInputElement>) =>
    toggle(id, (event.nativeEvent as MouseEvent).shiftKey)
  return (
    <li className={css['row']} data-purchase={id} data-selected={isSelected || undefined}>
      <Checkbox
        className={css['check'] ?? ''}
        checked={isSelected}
        onChange={onSelect}
        aria-label={t('work.select', { label })}
      />
      <span className={css['picture']} aria-hidden="true">
        {picture.url ? (
          <img src={picture.url} alt="" loading="lazy" />
        ) : (
          emoji || <IconGift size={18} />
        )}
      </span>
      <button type="button" className={`plain ${css['title']}`} onClick={() => open(purchase)}>
        <span className={css['cut']}>{title}</span>
        <span className="sr-only"> {t('work.details')}</span>
      </button>
      <Buyer purchase={purchase} />
      <Detail purchase={purchase} />
      <span className={css['points']}>{t('common:points', { count: purchase.price })}</span>
      <Age purchase={purchase} />
      <span className={css['act']}>
        {abilities.fulfil ? (
          <Button size="compact-md" variant="light" onClick={() => fulfil(purchase)}>
            {t('fulfil.action')}
            <span className="sr-only"> {label}</span>
          </Button>
        ) : null}
        {isOpenStage(purchase.stage) ? null : (
          <span className={css['status']} data-status={purchase.status}>
            {t(statusKeyOf(purchase))}
          </span>
        )}
      </span>
    </li>
  )
})
