import { useQuery } from '@tanstack/react-query'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Returns the reward that the reader saves for; null without one, and until it is loaded. */
export function useGoal(): ShopReward | null {
  const { has_goal: hasGoal } = useConfig()
  const { data } = useQuery({
    queryKey: queryKey('shop', 'goal'),
    queryFn: ({ signal }) => call('shop.goal', { signal }),
    enabled: hasGoal,
  })
  return hasGoal ? (data?.reward ?? null) : null
}

/** Makes a reward the goal of the reader; null ends the goal. */
export function useSetGoal() {
  const { t } = useTranslation()
  return useCall('shop.set_goal', {
    input: (rewardId: string | null) => ({ body: { reward_id: rewardId } }),
    onError: (error) => notifyError(t, error),
  })
}
