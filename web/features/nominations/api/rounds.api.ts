import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { NominationResult } from '#contract/schemas/nominations.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import type { FileFormat } from '#web/shared/FileFormat.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/** The rounds of the team, for administrators. */
export const roundsQuery = queryOptions({
  queryKey: queryKey('nominations', 'rounds'),
  queryFn: ({ signal }) => call('nominations.rounds', { signal }),
})
/** A result is fixed by a worker within a minute after the end. */
const resultRefetchMs = 5_000
/** Returns whether a round has ended, but its places are not fixed yet. */
export const isBeingCounted = ({ phase, decided }: NominationResult): boolean =>
  phase === 'ended' && !decided
export const resultQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('nominations', 'result', id),
    queryFn: ({ signal }) => call('nominations.result', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && isBeingCounted(data) ? resultRefetchMs : false,
  })
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('nominations', 'report', id),
    queryFn: ({ signal }) => call('nominations.report', { params: { id }, signal }),
  })

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }
/** Creates a round, or changes one. */
export const useCreateRound = (callbacks: Callbacks) =>
  useCall('nominations.create_round', {
    input: (body: BodyInputOf<'nominations.create_round'>) => ({ body }),
    ...callbacks,
  })
export const useUpdateRound = (id: string, callbacks: Callbacks) =>
  useCall('nominations.update_round', {
    input: (body: BodyInputOf<'nominations.update_round'>) => ({ params: { id }, body }),
    ...callbacks,
  })
export const useCancelRound = (id: string, callbacks: Callbacks) =>
  useCall('nominations.cancel_round', {
    input: () => ({ params: { id } }),
    refetchesOnError: () => true,
    ...callbacks,
  })

/** Leaves a nominee out, or takes them in again. The answer updates the cache. */
export function useExcludeNominee(id: string, onError: (error: unknown) => void) {
  const client = useQueryClient()
  return useCall('nominations.exclude', {
    input: ({ nomineeId, excluded }: { nomineeId: string; excluded: boolean }) => ({
      params: { id, nominee_id: nomineeId },
      body: { excluded },
    }),
    updateCache: (result) => client.setQueryData(resultQuery(id).queryKey, result),
    refetchesOnError: () => true,
    onError,
  })
}

type AnnounceInput = { key: string; body: BodyInputOf<'nominations.announce'> }
/** A refused announcement refetches the result, which has changed. */
export const useAnnounce = (id: string, callbacks: Callbacks) =>
  useCall('nominations.announce', {
    input: ({ key, body }: AnnounceInput) => ({ params: { id }, key, body }),
    refetchesOnError: () => true,
    ...callbacks,
  })

/** Downloads the nominations of a round. Throws an ApiCallError. */
export const downloadNominations = (id: string, name: string, format: FileFormat): Promise<void> =>
  downloadFromApi(
    'nominations.csv',
    { params: { id }, query: { format, bom: '1' } },
    `${name}.${format}`,
  )
