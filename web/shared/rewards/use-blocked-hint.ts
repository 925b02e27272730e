import type { ShopReward } from '#contract/schemas/rewards.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Returns a function that names the limit of a reward for each person: '2 per month'. */
export function usePersonLimit(): (
  reward: Pick<ShopReward, 'person_max' | 'person_period'>,
) => string {
  const { t } = useTranslation('shop')
  return ({ person_max: max, person_period: period }) =>
    max === null ? '' : t(`limit.${period}`, { n: formatNumber(max) })
}

/** Returns a function that returns why an individual reward cannot be redeemed yet. */
export function useBlockedHint(): (
  reward: Pick<ShopReward, 'blocked' | 'missing_points' | 'person_max' | 'person_period'>,
) => string {
  const { t } = useTranslation('shop')
  const personLimit = usePersonLimit()
  return (reward) => {
    switch (reward.blocked) {
      case 'one_time_used':
        return t('blocked.used')
      case 'person_limit':
        return t('limit.reached', { limit: personLimit(reward) })
      case 'not_validated':
        return t('errors:not_validated')
      case 'not_available':
        return t('card.unavailable')
      case 'daily_limit':
        return t('card.limit')
      case 'not_enough_points':
      case null:
        return t('blocked.to_go', { count: reward.missing_points })
    }
  }
}
