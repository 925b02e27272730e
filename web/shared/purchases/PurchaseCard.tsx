import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { currencyOfCountry } from '#contract/currency.ts'
import { formatDate, formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { useOrderedBy } from './ordered-by.ts'
import { PurchaseHistory } from './PurchaseHistory.tsx'
import type { DecisionKind } from './purchases.api.ts'
import { statusKeyOf } from './status-key.ts'
import { ContributorList, TeamRewardProgress } from './TeamRewardProgress.tsx'
import css from './purchase-card.module.css'
import rewardsCss from '#web/shared/rewards/rewards.module.css'

type RequestPurchaseAction = (kind: DecisionKind | 'contribute' | 'readdress') => void
const activeContributions = (purchase: Purchase) =>
  purchase.contributions.filter((part) => part.status !== 'declined')
/** Returns each active contributor once. */
export const contributorsOf = (purchase: Purchase) => [
  ...new Map(activeContributions(purchase).map((part) => [part.user_id, part.user])).values(),
]

/** Shows the contributors and the progress of a team purchase, and the company's part. */
function TeamPurchaseProgress({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('shop')
  const { user } = useConfig()
  const mine = activeContributions(purchase)
    .filter((part) => part.user_id === user.id)
    .reduce((sum, part) => sum + part.amount, 0)
  return (
    <>
      {purchase.status === 'pending' ? (
        <TeamRewardProgress price={purchase.price} contributed={purchase.contributed} />
      ) : null}
      <ContributorList
        people={contributorsOf(purchase)}
        deadline={purchase.status === 'pending' ? purchase.deadline : null}
      />
      {mine > 0 ? <div className={css['note']}>{t('mine.part', { count: mine })}</div> : null}
      {purchase.company_part > 0 ? (
        <div className={css['note']}>{t('company', { count: purchase.company_part })}</div>
      ) : null}
    </>
  )
}

function PurchaseActions({
  purchase,
  onAction,
}: {
  purchase: Purchase
  onAction: RequestPurchaseAction
}) {
  const { t } = useTranslation('rewards')
  const { abilities, title, claim_url: claimUrl } = purchase
  const button = (kind: Parameters<RequestPurchaseAction>[0], text: string, main: boolean) => (
    <Button
      key={kind}
      size="sm"
      {...(main ? {} : { variant: 'default' })}
      onClick={() => onAction(kind)}
    >
      {text}
      <span className="sr-only"> {title}</span>
    </Button>
  )
  const shown = [
    abilities.withdraw ? button('contribute', t('shop:team.more'), true) : null,
    abilities.withdraw ? button('withdraw', t('shop:withdraw.action'), false) : null,
    abilities.cancel ? button('cancel', t('cancel.action'), false) : null,
  ]
  if (!shown.some(Boolean) && !claimUrl) return null
  return (
    <div className={rewardsCss['actions']}>
      {claimUrl ? (
        <Button
          component="a"
          href={claimUrl}
          target="_blank"
          rel="noreferrer"
          size="sm"
          rightSection={<IconExternalLink size={16} aria-hidden="true" />}
        >
          {t('shop:claim')}
          <span className="sr-only"> {title}</span>
        </Button>
      ) : null}
      {shown}
    </div>
  )
}

function FailedDeliveryNotice({
  purchase: { abilities, delivery },
  onAction,
}: {
  purchase: Purchase
  onAction: RequestPurchaseAction
}) {
  const { t } = useTranslation('shop')
  if (!abilities.readdress || delivery?.state !== 'failed') return null
  return (
    <div className={css['warning']}>
      <span>{t('delivery.failed', { email: delivery.email ?? '' })}</span>
      <Button size="compact-md" variant="default" onClick={() => onAction('readdress')}>
        {t('delivery.action')}
      </Button>
    </div>
  )
}

function PurchaseComments({ purchase }: { purchase: Purchase }) {
  const name = usePersonName()
  const isTeam = purchase.reward_type === 'team'
  const people = new Map(purchase.contributions.map((part) => [part.user_id, part.user]))
  if (!purchase.comments.length) return null
  return (
    <ul className={css['comments']}>
      {purchase.comments.map((comment, index) => {
        const author = people.get(comment.user_id)
        return (
          <li key={index}>
            {isTeam && author ? <b>{name(author)}: </b> : null}
            {comment.text}
          </li>
        )
      })}
    </ul>
  )
}

/** The order of an open purchase: administrator, day, note, and a hint about canceling. */
function OrderNote({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('rewards')
  const orderedBy = useOrderedBy(purchase)
  if (purchase.stage !== 'ordered') return null
  return (
    <>
      <div className={css['message']}>
        <small>{orderedBy}</small>
        {purchase.order_note}
      </div>
      {purchase.reward_type === 'individual' ? (
        <div className={css['note']}>{t('order.no_cancel')}</div>
      ) : null}
    </>
  )
}

/** What an administrator wrote when the purchase was fulfilled. */
function BuyerNote({ purchase: { note, code, returned_at: returnedAt } }: { purchase: Purchase }) {
  const { t } = useTranslation('rewards')
  if (returnedAt) return null
  return (
    <>
      {note ? (
        <div className={css['message']}>
          <small>{t('mine.note')}</small>
          {note}
        </div>
      ) : null}
      {code ? (
        <div className={css['message']}>
          <small>{t('mine.code')}</small>
          <b>{code}</b>
        </div>
      ) : null}
    </>
  )
}

function PurchaseStatusBadge({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('rewards')
  const status = purchase.stage === 'ordered' ? 'ordered' : purchase.status
  return (
    <span className={rewardsCss['status']} data-status={status}>
      {purchase.reward_type === 'team' && status === 'pending'
        ? t('shop:team.filling')
        : t(statusKeyOf(purchase))}
    </span>
  )
}

/** Shows an own purchase: title, status, comments, the reader's actions and the history. */
export function PurchaseCard({
  purchase,
  highlighted = false,
  onAction,
}: {
  purchase: Purchase
  highlighted?: boolean
  onAction: RequestPurchaseAction
}) {
  const { t } = useTranslation('rewards')
  const {
    settings: { timezone },
  } = useConfig()
  const { title, picture } = purchase
  const team = purchase.reward_type === 'team'
  const facts = [
    team ? t('shop:team.badge') : null,
    purchase.gift_card_value === null
      ? null
      : formatMoney(purchase.gift_card_value, currencyOfCountry(purchase.country), true),
    t('common:points', { count: purchase.price }),
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
  return (
    <Card className={rewardsCss['purchase']} data-highlighted={highlighted}>
      <span className={rewardsCss['icon']} aria-hidden="true">
        {picture.url ? <img src={picture.url} alt="" /> : purchase.emoji || '🎁'}
      </span>
      <div className={rewardsCss['what']}>
        <b>{title}</b>
        <small>
          {facts} ·{' '}
          <time dateTime={purchase.created_at}>{formatDate(purchase.created_at, timezone)}</time>
        </small>
      </div>
      <PurchaseStatusBadge purchase={purchase} />
      <div className={css['extra']}>
        {team && purchase.status !== 'declined' ? (
          <TeamPurchaseProgress purchase={purchase} />
        ) : null}
        <FailedDeliveryNotice purchase={purchase} onAction={onAction} />
        <PurchaseComments purchase={purchase} />
        {purchase.decline_reason ? (
          <div className={css['note']}>
            {t(purchase.returned_at ? 'take_back.said' : 'decline.said', {
              reason: purchase.decline_reason,
            })}
          </div>
        ) : null}
        <OrderNote purchase={purchase} />
        <BuyerNote purchase={purchase} />
        <PurchaseActions purchase={purchase} onAction={onAction} />
        <PurchaseHistory events={purchase.history} title={title} />
      </div>
    </Card>
  )
}
