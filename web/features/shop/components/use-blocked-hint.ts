import type { ShopReward } from '#contract/schemas/rewards.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Returns a function that returns why an individual reward cannot be redeemed yet. */
export function useBlockedHint(): (reward: ShopReward) => string {
  const { t } = useTranslation('shop')
  return (reward) => {
    switch (reward.blocked) {
      case 'one_time_used':
        return t('rewards:shop.used')
      case 'not_validated':
        return t('errors:not_validated')
      case 'not_available':
        return t('card.unavailable')
      case 'daily_limit':
        return t('card.limit')
      case 'not_enough_points':
      case null:
        return t('rewards:shop.to_go', { count: reward.missing_points })
    }
  }
}
