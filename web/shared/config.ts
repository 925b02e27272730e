import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Ability } from '#contract/permissions.ts'
import { limits } from '#contract/limits.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { call } from '#web/lib/client.ts'

/** GET /config, asked again every 300,000 ms (specification, section 9). */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call('config.get', { signal }),
  staleTime: limits.config_refresh_ms,
  refetchInterval: limits.config_refresh_ms,
})

/** The config of the session; the route guards have loaded it before any screen asks. */
export function useConfig(): AppConfig {
  return useSuspenseQuery(configQuery).data
}
export function useCan(): (ability: Ability) => boolean {
  const { abilities } = useConfig()
  return (ability) => abilities.includes(ability)
}
/** Puts what an answer has brought into the config on screen, without asking for all of it anew. */
export function usePatchConfig(): (part: Partial<AppConfig>) => void {
  const client = useQueryClient()
  return (part) =>
    client.setQueryData(configQuery.queryKey, (config) => config && { ...config, ...part })
}

/**
 * Where rewards are: the shop, the purchases of a user whose shop is empty, or null where there is
 * neither.
 */
export function rewardsHrefFor({
  rewards_exist: rewardsExist,
  purchases_exist: purchasesExist,
}: Pick<AppConfig, 'rewards_exist' | 'purchases_exist'>): '/rewards' | '/rewards?tab=mine' | null {
  if (rewardsExist) return '/rewards'
  return purchasesExist ? '/rewards?tab=mine' : null
}
