import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import { useConfig, useCan } from '#web/shared/config.ts'
import { useSetGoal } from '#web/shared/rewards/goal.api.ts'
import { RewardCard } from '#web/shared/rewards/RewardCard.tsx'
import css from '#web/shared/rewards/rewards.module.css'
import { useBlockedHint, usePersonLimit } from '#web/shared/rewards/use-blocked-hint.ts'
import { ContributorList, TeamRewardProgress } from '#web/shared/purchases/TeamRewardProgress.tsx'
import { currencyOfCountry } from '#contract/currency.ts'
import { formatDate, formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useOwnWorth } from '#web/shared/points/use-own-worth.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import type { ShopItem } from './shop-items.ts'
import own from './shop.module.css'

/** Links to the payment card that gift cards need, for its administrators. */
function FixPaymentLink({ blocked }: Pick<ShopReward, 'blocked'>) {
  const { t } = useTranslation('shop')
  const { billing } = useConfig()
  const can = useCan()
  if (
    billing === 'off' ||
    !can('manage_rewards_billing') ||
    (blocked !== 'not_available' && blocked !== 'not_validated')
  )
    return null
  return (
    <Link to="/settings/rewards/payment" className={own['settle']}>
      {t('card.settle')}
    </Link>
  )
}

function TeamRewardCard({ reward, onRedeem }: { reward: ShopReward; onRedeem: () => void }) {
  const { t } = useTranslation('shop')
  return (
    <RewardCard reward={reward} badge={t('team.badge')}>
      <div className={own['team']}>
        <TeamRewardProgress price={reward.price} contributed={reward.contributed} />
        <ContributorList people={reward.contributors} deadline={reward.deadline} />
        {reward.blocked ? (
          <span className={css['hint']}>
            {reward.blocked === 'one_time_used' ? t('blocked.used') : t('team.poor')}
          </span>
        ) : null}
      </div>
      <div className={css['foot']}>
        <PointsBadge
          text={formatNumber(reward.price)}
          label={t('common:points', { count: reward.price })}
          large
        />
        <Button size="sm" variant="light" disabled={reward.blocked !== null} onClick={onRedeem}>
          {t('team.action')}
          <span className="sr-only"> {reward.title}</span>
        </Button>
      </div>
    </RewardCard>
  )
}

/** Makes a reward the one that the reader saves for, and ends it. */
function GoalButton({ reward, isGoal }: { reward: ShopReward; isGoal: boolean }) {
  const { t } = useTranslation('shop')
  const setGoal = useSetGoal()
  return (
    <Button
      size="compact-sm"
      variant={isGoal ? 'light' : 'subtle'}
      aria-pressed={isGoal}
      className={css['goal'] ?? ''}
      loading={setGoal.isPending}
      onClick={() => setGoal.mutate(isGoal ? null : reward.id)}
    >
      {t(isGoal ? 'goal.own' : 'goal.start')}
      <span className="sr-only"> {reward.title}</span>
    </Button>
  )
}

/** Returns what a card says about a reward: its worth, why it is blocked, stock and limit. */
function useFacts(reward: ShopReward, isSingle: boolean): string[] {
  const { t } = useTranslation('shop')
  const { settings } = useConfig()
  const hint = useBlockedHint()
  const ownWorth = useOwnWorth()
  const personLimit = usePersonLimit()
  // The value of a gift card is money already.
  const worth = reward.gift_card_value === null ? ownWorth(reward.price) : null
  return [
    ...(worth ? [worth] : []),
    ...(reward.blocked ? [hint(reward)] : []),
    ...(reward.price_until
      ? [t('goal.kept', { date: formatDate(reward.price_until, settings.timezone) })]
      : []),
    ...(isSingle && reward.available_amount !== null
      ? [t('rewards:shop.left', { count: reward.available_amount })]
      : []),
    ...(reward.person_max !== null && reward.blocked !== 'person_limit'
      ? [t('limit.own', { limit: personLimit(reward) })]
      : []),
  ]
}

/** A reward, or a gift card with its denominations, in the shop. */
export function ShopCard({
  item: { rewards },
  goalId,
  onRedeem,
}: {
  item: ShopItem
  goalId: string | null
  onRedeem: () => void
}) {
  const { t } = useTranslation('shop')
  const { user } = useConfig()
  // The first available denomination represents a gift card.
  const reward = rewards.find((item) => item.blocked === null) ?? rewards[0]
  const facts = useFacts(reward, rewards.length === 1)
  if (reward.reward_type === 'team') return <TeamRewardCard reward={reward} onRedeem={onRedeem} />
  const isGoal = rewards.some(({ id }) => id === goalId)
  const share = Math.min(Math.max(user.balance / reward.price, 0), 1)
  const value = rewards[0].gift_card_value
  const money =
    value === null ? null : formatMoney(value, currencyOfCountry(rewards[0].country), true)
  const price = rewards[0].price
  return (
    <RewardCard
      reward={reward}
      {...(money === null
        ? {}
        : { badge: rewards.length > 1 ? t('card.from', { value: money }) : money })}
    >
      {reward.blocked === 'not_enough_points' ? (
        <div className={css['track']} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </div>
      ) : null}
      {facts.length ? <span className={css['hint']}>{facts.join(' · ')}</span> : null}
      <FixPaymentLink blocked={reward.blocked} />
      {reward.blocked === 'not_enough_points' || isGoal ? (
        <GoalButton reward={reward} isGoal={isGoal} />
      ) : null}
      <div className={css['foot']}>
        <PointsBadge
          text={
            rewards.length > 1
              ? t('card.from', { value: formatNumber(price) })
              : formatNumber(price)
          }
          label={
            rewards.length > 1
              ? t('card.from', { value: t('common:points', { count: price }) })
              : t('common:points', { count: price })
          }
          large
        />
        <Button size="sm" variant="light" disabled={reward.blocked !== null} onClick={onRedeem}>
          {t('rewards:shop.redeem')}
          <span className="sr-only"> {reward.title}</span>
        </Button>
      </div>
    </RewardCard>
  )
}
