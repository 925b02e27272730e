import { Link } from '@tanstack/react-router'
import {
  IconAt,
  IconAward,
  IconClockHour4,
  IconConfetti,
  IconFlag,
  IconGift,
  IconHeart,
  IconLock,
  IconMessage,
  IconPlus,
  IconSignature,
  IconTruckDelivery,
  IconUpload,
  IconWallet,
} from '@tabler/icons-react'
import type { KeyboardEventHandler } from 'react'
import type { InboxItem, InboxKind } from '#contract/schemas/inbox.ts'
import {
  formatDate,
  formatDay,
  formatNumber,
  formatPercent,
  formatTimeAgo,
} from '#web/lib/format.ts'
import { findLastDay } from '#web/lib/today.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './inbox.module.css'
import { inboxTarget } from './inbox-target.ts'

const icons: Partial<Record<InboxKind, typeof IconGift>> = {
  points_added: IconPlus,
  company_post: IconConfetti,
  card_to_sign: IconSignature,
  card_delivered: IconSignature,
  signature_reported: IconFlag,
  jury_asked: IconAward,
  kind_words: IconHeart,
  comment: IconMessage,
  mention: IconAt,
  reaction: IconHeart,
  purchase_decided: IconGift,
  purchase_ordered: IconTruckDelivery,
  purchase_requested: IconGift,
  import_finished: IconUpload,
  people_sync_stopped: IconUpload,
  allowance_ending: IconClockHour4,
  budget_ending: IconClockHour4,
  budget_ended: IconWallet,
  budget_adopted: IconWallet,
  approval_requested: IconAward,
  approval_reminder: IconAward,
  award_decided: IconAward,
  award_waiting: IconAward,
  bonus_received: IconGift,
  yearly_budget: IconWallet,
  points_expiring: IconClockHour4,
}

/** Returns a sentence about a person, cut at the place of the name, which is bold. */
const splitAtName = (t: Translate, key: string, params: object = {}) =>
  t(key, { ...params, name: '\n' }).split('\n') as [before: string, after: string]

function personSentence(t: Translate, { kind, actor_count: count, post }: InboxItem) {
  const subject = kind === 'reaction' && post?.own ? 'reaction_own' : kind
  return count > 1
    ? splitAtName(t, `${subject}_more`, { count: count - 1 })
    : splitAtName(t, subject)
}

/** Returns the sentence of an item that is not about a person. */
function factSentence(t: Translate, item: InboxItem): string {
  if (item.kind === 'card_delivered') return t('card_delivered')
  if (item.post?.occasion) {
    const { kind, name, years } = item.post.occasion
    return t(`company.${kind}`, { name, count: years ?? 0 })
  }
  if (item.kind === 'purchase_decided' && item.purchase) {
    const { title, status, returned } = item.purchase
    if (returned) return t('returned', { title })
    return t(status === 'fulfilled' ? 'fulfilled' : 'declined', { title })
  }
  if (item.kind === 'purchase_ordered') return t('ordered', { title: item.purchase?.title })
  if (item.kind === 'purchase_requested')
    return t('purchase_requested', { count: item.open_purchases ?? 0 })
  if (item.kind === 'import_finished')
    return t(item.import?.state === 'finished' ? 'import_finished' : 'import_failed')
  if (item.kind === 'people_sync_stopped') return t('people_sync_stopped')
  if (item.round) return t(item.kind, { name: item.round.name })
  if (item.award) {
    const { name, status } = item.award
    return t(item.kind === 'award_decided' ? `award_${status}` : item.kind, { title: name })
  }
  if (item.bonus) return t('bonus_received', { name: item.bonus.name })
  if (item.percent !== null)
    return t('yearly_budget', { percent: formatPercent(item.percent / 100) })
  if (item.budget) return t(item.kind, { name: item.budget.name, count: item.budget.points })
  const kind = item.kind === 'points_expiring' ? 'points_expiring' : 'allowance_ending'
  return t(kind, { count: item.allowance?.left ?? 0 })
}

function budgetDetails(t: Translate, { kind, budget }: InboxItem, timezone: string): string {
  if (!budget?.ends_at) return ''
  const key = kind === 'budget_ended' ? 'budget_ended_text' : 'budget_text'
  return t(key, { date: formatDay(findLastDay(budget.ends_at, timezone)) })
}

/** Returns the text below the sentence: a quote, or further facts. */
function useDetails(item: InboxItem): string {
  const { t } = useTranslation('inbox')
  const { settings } = useConfig()
  if (item.comment) return item.comment.text
  if (item.post) return item.post.text
  if (item.import)
    return t(item.import.deactivated_count ? 'import_leavers_text' : 'import_text', {
      invited: item.import.invited_count,
      updated: item.import.updated_count,
      refused: item.import.refused_count,
      deactivated: item.import.deactivated_count,
    })
  if (item.award) return item.award.text
  if (item.bonus) return item.bonus.text
  if (item.budget) return budgetDetails(t, item, settings.timezone)
  if (!item.allowance) return ''
  const { ends_at: endsAt } = item.allowance
  return item.kind === 'points_expiring'
    ? t('points_expiring_text', { date: formatDay(findLastDay(endsAt, settings.timezone)) })
    : t('allowance_text', { date: formatDate(endsAt, settings.timezone) })
}

/** The points of an item, if it has any. */
function ItemPoints({ item: { points } }: { item: InboxItem }) {
  const { t } = useTranslation('inbox')
  return points ? (
    <>
      {' '}
      <PointsBadge
        text={`+${formatNumber(points)}`}
        label={t('common:points', { count: points })}
      />
    </>
  ) : null
}

function Sentence({ item }: { item: InboxItem }) {
  const { t } = useTranslation('inbox')
  const name = usePersonName()
  const [actor] = item.actors
  const isAboutPerson =
    (item.post !== null || item.kind === 'card_to_sign' || item.kind === 'signature_reported') &&
    actor !== undefined &&
    item.kind !== 'allowance_ending'
  if (!isAboutPerson)
    return (
      <span>
        {factSentence(t, item)}
        {item.post?.occasion || item.bonus ? <ItemPoints item={item} /> : null}
      </span>
    )
  const [before, after] = personSentence(t, item)
  return (
    <span>
      {before}
      <b>{name(actor)}</b>
      {after}
      <ItemPoints item={item} />
      {item.points === null || !item.post ? null : (
        <span className={css['value']}>
          {' '}
          <span aria-hidden="true">{item.post.value.emoji}</span> {item.post.value.name}
        </span>
      )}
    </span>
  )
}

/** A picture with an icon of the kind, or only the icon for events without a person. */
function Face({ item }: { item: InboxItem }) {
  const [actor] = item.actors
  const Icon = icons[item.kind]
  if (!actor || !(item.post || item.card))
    return (
      <span className={css['face']}>{Icon ? <Icon size={20} aria-hidden="true" /> : null}</span>
    )
  return (
    <span className={css['person']}>
      <UserAvatar user={actor} size={36} />
      {Icon ? (
        <span className={css['mark']}>
          <Icon size={12} aria-hidden="true" />
        </span>
      ) : null}
    </span>
  )
}

/** An item of the inbox as a link to its target. */
export function InboxRow({
  item,
  onOpen,
  onKeyDown,
}: {
  item: InboxItem
  onOpen: () => void
  onKeyDown: KeyboardEventHandler<HTMLElement>
}) {
  const { t } = useTranslation('inbox')
  const { settings } = useConfig()
  const details = useDetails(item)
  const isUnread = item.read_at === null
  return (
    <Link to={inboxTarget(item)} className={css['row']} onClick={onOpen} onKeyDown={onKeyDown}>
      <Face item={item} />
      <span className={css['words']}>
        <Sentence item={item} />
        {details ? <span className={css['quote']}>{details}</span> : null}
        <span className={css['when']}>
          <time dateTime={item.updated_at}>
            {formatTimeAgo(item.updated_at, settings.timezone)}
          </time>
          {item.post?.private ? (
            <>
              <IconLock size={12} aria-hidden="true" />
              <span className="sr-only">{t('private')}</span>
            </>
          ) : null}
        </span>
      </span>
      {isUnread ? (
        <span className={css['dot']}>
          <span className="sr-only">{t('unread')}</span>
        </span>
      ) : null}
    </Link>
  )
}
