import { queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import type { FileFormat } from '#web/shared/FileFormat.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const bonusesQuery = queryOptions({
  queryKey: queryKey('bonuses', 'list'),
  queryFn: ({ signal }) => call('bonuses.list', { signal }),
})

/** Who gets a bonus or got it, page by page. The first page has the totals. */
export const useBonusPreview = (id: string) =>
  useInfiniteQuery({
    queryKey: queryKey('bonuses', 'preview', id),
    queryFn: ({ pageParam, signal }) =>
      call('bonuses.preview', {
        params: { id },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
export type BonusPreviewQuery = ReturnType<typeof useBonusPreview>

type Callbacks = { onSuccess: (bonus: Bonus) => void; onError: (error: unknown) => void }
export const useCreateBonus = (callbacks: Callbacks) =>
  useCall('bonuses.create', {
    input: (body: BodyInputOf<'bonuses.create'>) => ({ body }),
    ...callbacks,
  })
export function useUpdateBonus(id: string, callbacks: Callbacks) {
  const client = useQueryClient()
  return useCall('bonuses.update', {
    input: (body: BodyInputOf<'bonuses.update'>) => ({ params: { id }, body }),
    updateCache: (changed) =>
      client.setQueryData(bonusesQuery.queryKey, (list) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      ),
    ...callbacks,
  })
}
export const useDeleteBonus = (callbacks: {
  onSuccess: () => void
  onError: (error: unknown) => void
}) =>
  useCall('bonuses.delete', {
    input: ({ id }: { id: string }) => ({ params: { id } }),
    refetchesOnError: () => true,
    ...callbacks,
  })

/** `key`: the idempotency key. A refused payment loads the preview again. */
export const usePayBonus = (callbacks: Callbacks) =>
  useCall('bonuses.pay', {
    input: ({ id, key, body }: { id: string; key: string; body: BodyInputOf<'bonuses.pay'> }) => ({
      params: { id },
      key,
      body,
    }),
    refetchesOnError: () => true,
    ...callbacks,
  })

/** Downloads who gets a bonus or got it. Throws an ApiCallError. */
export const downloadBonus = ({ id, name }: Bonus, format: FileFormat): Promise<void> =>
  downloadFromApi(
    'bonuses.csv',
    { params: { id }, query: { format, bom: '1' } },
    `${name}.${format}`,
  )
