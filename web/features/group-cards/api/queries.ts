import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { GroupCard } from '#contract/schemas/group-cards.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/** The cards that await the reader's signature, or those that the reader received. */
export const groupCardsQuery = (filter: 'to_sign' | 'received') =>
  queryOptions({
    queryKey: queryKey('group_cards', 'list', filter),
    queryFn: ({ signal }) => call('group_cards.list', { query: { filter }, signal }),
  })

export const groupCardQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('group_cards', 'detail', id),
    queryFn: ({ signal }) => call('group_cards.get', { params: { id }, signal }),
  })

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }

/** Writes the changed card into the cache, so that the page shows it at once. */
function useStoreCard(): (card: GroupCard) => void {
  const client = useQueryClient()
  return (card) => client.setQueryData(groupCardQuery(card.id).queryKey, card)
}

export const useSignCard = (id: string, callbacks: Callbacks) =>
  useCall('group_cards.sign', {
    input: (text: string) => ({ params: { id }, body: { text } }),
    updateCache: useStoreCard(),
    ...callbacks,
  })
/** Replaces the picture of the reader's signature; null removes it. */
export const useSetSignaturePicture = (id: string, callbacks: Callbacks) =>
  useCall('group_cards.picture', {
    input: (file: File | null) => ({
      params: { id },
      ...(file ? { file } : { body: { remove_picture: true } }),
    }),
    updateCache: useStoreCard(),
    ...callbacks,
  })
export const useUnsignCard = (id: string, callbacks: Callbacks) =>
  useCall('group_cards.unsign', {
    input: () => ({ params: { id } }),
    updateCache: useStoreCard(),
    ...callbacks,
  })
export const useReportSignature = (id: string, callbacks: Callbacks) =>
  useCall('group_cards.report', {
    input: (userId: string) => ({ params: { id, user_id: userId } }),
    updateCache: useStoreCard(),
    ...callbacks,
  })
export const useHideSignature = (id: string, callbacks: Pick<Callbacks, 'onError'>) =>
  useCall('group_cards.hide', {
    input: ({ userId, hidden }: { userId: string; hidden: boolean }) => ({
      params: { id, user_id: userId },
      body: { hidden },
    }),
    updateCache: useStoreCard(),
    ...callbacks,
  })
