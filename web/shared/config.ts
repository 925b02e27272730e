import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Ability } from '#contract/permissions.ts'
import { limits } from '#contract/limits.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** GET /config, refetched every 300,000 ms (specification, section 9). */
export const configQuery = queryOptions({
  queryKey: queryKey('config'),
  queryFn: ({ signal }) => call('config.get', { signal }),
  staleTime: limits.config_refresh_ms,
  refetchInterval: limits.config_refresh_ms,
})

/** Returns the config of the session; the route guards load it before any screen renders. */
export function useConfig(): AppConfig {
  return useSuspenseQuery(configQuery).data
}
export function useCan(): (ability: Ability) => boolean {
  const { abilities } = useConfig()
  return (ability) => abilities.includes(ability)
}
/**
 * Returns a function that merges fields of a response into the cached config, without a refetch.
 */
export function usePatchConfig(): (part: Partial<AppConfig>) => void {
  const client = useQueryClient()
  return (part) =>
    client.setQueryData(configQuery.queryKey, (config) => config && { ...config, ...part })
}

/**
 * Returns the path of rewards: the shop, the own purchases when the shop is empty, or null without
 * either.
 */
export function rewardsHrefFor({
  rewards_exist: rewardsExist,
  purchases_exist: purchasesExist,
}: Pick<AppConfig, 'rewards_exist' | 'purchases_exist'>): '/rewards' | '/rewards?tab=mine' | null {
  if (rewardsExist) return '/rewards'
  return purchasesExist ? '/rewards?tab=mine' : null
}
