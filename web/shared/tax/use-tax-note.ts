import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TaxNote } from '#contract/schemas/tax-rules.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/**
 * Returns what to know about tax before redeeming a reward, and whether it is still loading. The
 * note depends on earlier purchases and on rules, so each dialog loads its own. A failed call is
 * the same as no note. `leaverToken`: of the link of a leaver, who has no session.
 */
export function useTaxNote(
  rewardId: string | null,
  leaverToken?: string,
): {
  note: TaxNote['note']
  isLoading: boolean
} {
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: queryKey('shop', 'tax_note', rewardId),
    queryFn: ({ signal }) =>
      leaverToken === undefined
        ? call('shop.tax_note', { params: { id: rewardId ?? '' }, signal })
        : call('leavers.tax_note', { body: { token: leaverToken, reward_id: rewardId ?? '' } }),
    enabled: rewardId !== null,
    // Another value of a gift card keeps the note of the one before until its own is there.
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always',
    gcTime: 0,
  })
  return {
    note: data?.note ?? null,
    isLoading: rewardId !== null && (isPending || isPlaceholderData),
  }
}
