import {
  type InfiniteData,
  queryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { BodyInputOf, OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { Award } from '#contract/schemas/awards.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { awardsSummaryQuery } from '#web/shared/awards/awards.api.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const awardsQuery = queryOptions({
  queryKey: queryKey('awards', 'list'),
  queryFn: ({ signal }) => call('awards.list', { signal }),
})
export const ownAwardsQuery = queryOptions({
  queryKey: queryKey('awards', 'available'),
  queryFn: ({ signal }) => call('awards.available', { signal }),
})
export const giftQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('award_gifts', 'detail', id),
    queryFn: ({ signal }) => call('awards.gift', { params: { id }, signal }),
  })
export const delegateQuery = queryOptions({
  queryKey: queryKey('award_gifts', 'delegate'),
  queryFn: ({ signal }) => call('profiles.approval_delegate', { signal }),
})

export type GiftFilter = Exclude<QueryOf<'awards.gifts'>['filter'], 'all'>
/** Awards given, received or awaiting the reader's decision, page by page. */
export const useGifts = (filter: GiftFilter) =>
  useInfiniteQuery({
    queryKey: queryKey('award_gifts', 'list', filter),
    queryFn: ({ pageParam, signal }) =>
      call('awards.gifts', {
        query: { filter, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }
/** The fields of an award as its form sends them. */
type AwardBody = Required<BodyInputOf<'awards.create'>>
export type SavedAward = { id: string; body: AwardBody }
type AwardCallbacks = {
  onSuccess: (award: Award, body: AwardBody) => void
  onError: (error: unknown) => void
}
/** Creates an award, or changes what differs from this body of the saved one. */
export const useSaveAward = (saved: SavedAward | undefined, callbacks: AwardCallbacks) =>
  useCall(saved ? 'awards.update' : 'awards.create', {
    input: (body: AwardBody) =>
      saved ? { params: { id: saved.id }, body: pickChanged(body, saved.body) } : { body },
    ...callbacks,
  })
/** Replaces the picture of an award; null removes it. */
export const useSetAwardPicture = (callbacks: Callbacks) =>
  useCall('awards.picture', {
    input: ({ id, file }: { id: string; file: File | null }) => ({
      params: { id },
      ...(file ? { file } : { body: { remove_picture: true } }),
    }),
    ...callbacks,
  })
export const useArchiveAward = (callbacks: Callbacks) =>
  useCall('awards.archive', {
    input: ({ id }: { id: string }) => ({ params: { id } }),
    refetchesOnError: () => true,
    ...callbacks,
  })

/** `key`: the idempotency key. A repeated call with the same key gives once. */
export const useGiveAward = (callbacks: {
  onSuccess: (gift: OutputOf<'awards.give'>) => void
  onError: (error: unknown) => void
}) =>
  useCall('awards.give', {
    input: ({ body, key }: { body: BodyInputOf<'awards.give'>; key: string }) => ({ body, key }),
    ...callbacks,
  })

type GiftPages = InfiniteData<OutputOf<'awards.gifts'>>
const openListKey = queryKey('award_gifts', 'list', 'to_decide')
type OpenGifts = {
  pages: GiftPages | undefined
  summary: OutputOf<'awards.summary'> | undefined
}

/** Removes a gift from the list of open decisions at once. Returns the list and its count before. */
async function removeOpenGift(client: QueryClient, id: string): Promise<OpenGifts> {
  await client.cancelQueries({ queryKey: queryKey('award_gifts') })
  const pages = client.getQueryData<GiftPages>(openListKey)
  const summary = client.getQueryData(awardsSummaryQuery.queryKey)
  if (pages)
    client.setQueryData<GiftPages>(openListKey, {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        items: page.items.filter((gift) => gift.id !== id),
      })),
    })
  if (summary)
    client.setQueryData(awardsSummaryQuery.queryKey, {
      ...summary,
      to_decide: Math.max(0, summary.to_decide - 1),
      has_decided: true,
    })
  return { pages, summary }
}

type DecisionInput = { id: string; key: string; body: BodyInputOf<'awards.decide'> }
const toDecisionCall = ({ id, key, body }: DecisionInput) => ({ params: { id }, key, body })

/** Returns whether a refusal says that the reader cannot decide any longer. */
export const isDecided = (error: unknown): boolean =>
  error instanceof ApiCallError &&
  error.errors.some(({ code }) => ['award_decided', 'forbidden', 'not_found'].includes(code))

/** Declines a gift. The list stays until the answer, because the dialog keeps the reason. */
export const useDeclineGift = (callbacks: Callbacks) =>
  useCall('awards.decide', {
    input: toDecisionCall,
    refetchesOnError: isDecided,
    ...callbacks,
  })

/**
 * Approves a gift, which leaves the list of open decisions at once. A refused decision puts it
 * back until the refetch, which shows what somebody else has decided.
 */
export function useApproveGift(callbacks: Callbacks) {
  const client = useQueryClient()
  return useCall('awards.decide', {
    input: toDecisionCall,
    refetchesOnError: () => true,
    updateCache: (gift) => client.setQueryData(giftQuery(gift.id).queryKey, gift),
    onMutate: ({ id }) => removeOpenGift(client, id),
    onSuccess: callbacks.onSuccess,
    onError: (error, _, before?: OpenGifts) => {
      if (before?.pages) client.setQueryData(openListKey, before.pages)
      if (before?.summary) client.setQueryData(awardsSummaryQuery.queryKey, before.summary)
      callbacks.onError(error)
    },
  })
}
export const useWithdrawGift = (callbacks: Callbacks) =>
  useCall('awards.withdraw', {
    input: ({ id, key }: { id: string; key: string }) => ({ params: { id }, key }),
    refetchesOnError: () => true,
    ...callbacks,
  })

/** Sets or removes the colleague who decides in the reader's place. The answer updates the cache. */
export function useSetDelegate(callbacks: Callbacks) {
  const client = useQueryClient()
  return useCall('profiles.set_approval_delegate', {
    input: (delegate: BodyInputOf<'profiles.set_approval_delegate'>['delegate']) => ({
      body: { delegate },
    }),
    updateCache: (output) => client.setQueryData(delegateQuery.queryKey, output),
    ...callbacks,
  })
}

/** Downloads the certificates of an approved gift. Throws an ApiCallError. */
export const downloadCertificate = (id: string, name: string): Promise<void> =>
  downloadFromApi('awards.certificate', { params: { id } }, `${name}.pdf`)
