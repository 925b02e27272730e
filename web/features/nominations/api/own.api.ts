import { queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/** The rounds that concern the reader. */
export const ownRoundsQuery = queryOptions({
  queryKey: queryKey('nominations', 'list'),
  queryFn: ({ signal }) => call('nominations.list', { signal }),
})
export const ownRoundQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('nominations', 'round', id),
    queryFn: ({ signal }) => call('nominations.get', { params: { id }, signal }),
  })
export const ownNominationsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('nominations', 'own', id),
    queryFn: ({ signal }) => call('nominations.own', { params: { id }, signal }),
  })

/** The kind words about the reader, page by page. */
export const useKindWords = () =>
  useInfiniteQuery({
    queryKey: queryKey('nominations', 'words'),
    queryFn: ({ pageParam, signal }) =>
      call('nominations.words', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }
type NominationBody = BodyInputOf<'nominations.change'>
type Nominee = { user_id: string } | { group_id: string }

export const useNominate = (roundId: string, callbacks: Callbacks) =>
  useCall('nominations.nominate', {
    input: ({ nominee, body }: { nominee: Nominee; body: NominationBody }) => ({
      params: { id: roundId },
      body: { ...body, ...nominee },
    }),
    waitsFor: ['nominations'],
    ...callbacks,
  })
export function useChangeNomination(roundId: string, id: string, callbacks: Callbacks) {
  const client = useQueryClient()
  return useCall('nominations.change', {
    input: (body: NominationBody) => ({ params: { id }, body }),
    updateCache: (changed) =>
      client.setQueryData(ownNominationsQuery(roundId).queryKey, (list) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      ),
    ...callbacks,
  })
}
export const useWithdrawNomination = (callbacks: Callbacks) =>
  useCall('nominations.withdraw', {
    input: ({ id }: { id: string }) => ({ params: { id } }),
    refetchesOnError: () => true,
    ...callbacks,
  })
