import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import type { FileFormat } from '#web/shared/FileFormat.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useConfig } from '#web/shared/config.ts'
import { useCall } from '#web/shared/use-call.ts'
import { toFilter, toOrder, type WorkListView } from './work-list.ts'

const pageSize = 50

/** The purchases of a view, page by page. */
export function useWorkList(view: WorkListView) {
  const { timezone } = useConfig().settings
  const query = { ...toFilter(view, timezone), ...toOrder(view), limit: pageSize }
  return useInfiniteQuery({
    queryKey: queryKey('purchases', 'team', query),
    queryFn: ({ pageParam, signal }) =>
      call('rewards.purchases', { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** The counts of a view by stage and by reward. The last ones stay while a filter changes. */
export function usePurchaseCounts(view: WorkListView) {
  const { timezone } = useConfig().settings
  const query = toFilter(view, timezone)
  return useQuery({
    queryKey: queryKey('purchases', 'counts', query),
    queryFn: ({ signal }) => call('rewards.purchase_counts', { query, signal }),
    placeholderData: (last) => last,
  })
}

/** Returns the ids of all purchases of a view, across pages. */
export const fetchPurchaseIds = async (view: WorkListView, timezone: string): Promise<string[]> =>
  (await call('rewards.purchase_ids', { query: toFilter(view, timezone) })).ids

/** Downloads the chosen purchases. Throws an ApiCallError. */
export const exportPurchases = (ids: string[], name: string, format: FileFormat): Promise<void> =>
  downloadFromApi(
    'rewards.export_purchases',
    { query: { format, bom: '1' }, body: { ids } },
    `${name}.${format}`,
  )

type TakeBackCallbacks = {
  onSuccess: (purchase: Purchase) => void
  onError: (error: unknown) => void
}
/** Returns the mutation that takes a fulfilled purchase back. */
export const useTakeBack = (callbacks: TakeBackCallbacks) =>
  useCall('rewards.decline', {
    input: ({ id, reason, key }: { id: string; reason: string; key: string }) => ({
      params: { id },
      body: { reason },
      key,
    }),
    // A refusal also refetches: the screen was out of date.
    refetchesOnError: () => true,
    ...callbacks,
  })
