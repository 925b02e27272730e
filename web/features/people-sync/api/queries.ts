import {
  infiniteQueryOptions,
  queryOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import type { PeopleSyncCoverage, PeopleSyncOutcome } from '#contract/people-sync.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { PeopleSyncRun, PeopleSyncSettings } from '#contract/schemas/people-sync.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export type { PeopleSyncRun, PeopleSyncSettings } from '#contract/schemas/people-sync.ts'

/** An upload of 20 MB over a slow line takes longer than other calls. */
const uploadTimeoutMs = 120_000
const runPollMs = 1_000
const listPollMs = 3_000

/** Returns whether a run works in the background. */
export const isWorking = ({ state }: Pick<PeopleSyncRun, 'state'>): boolean =>
  state === 'checking' || state === 'applying'
/** Returns whether a run waits for a decision. */
export const isWaiting = ({ state }: Pick<PeopleSyncRun, 'state'>): boolean =>
  state === 'waiting' || state === 'stopped'

export const syncSettingsQuery = queryOptions({
  queryKey: queryKey('people_sync', 'settings'),
  queryFn: ({ signal }) => call('people_sync.get', { signal }),
})
/** The runs, polled while one of them works. */
export const syncRunsQuery = infiniteQueryOptions({
  queryKey: queryKey('people_sync', 'runs'),
  queryFn: ({ pageParam, signal }) =>
    call('people_sync.runs', { query: { cursor: pageParam, limit: 10 }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  refetchInterval: ({ state }) =>
    state.data?.pages[0]?.items.some(isWorking) === true ? listPollMs : false,
})
/** Returns the query of a run, polled every second while it works. */
export const syncRunQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('people_sync', 'run', id),
    queryFn: ({ signal }) => call('people_sync.get_run', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isWorking(state.data) ? runPollMs : false,
  })
/** Returns the query of the differences of a run with an outcome. */
export const syncChangesQuery = (id: string, outcome: PeopleSyncOutcome) =>
  infiniteQueryOptions({
    queryKey: queryKey('people_sync', 'changes', id, outcome),
    queryFn: ({ pageParam, signal }) =>
      call('people_sync.changes', {
        params: { id },
        query: { outcome, cursor: pageParam, limit: 20 },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.next_cursor === null ? undefined : Number(last.next_cursor)),
  })

type Callbacks = { onSuccess?: () => void; onError?: (error: unknown) => void }
type RunCallbacks = { onSuccess: (run: PeopleSyncRun) => void; onError: (error: unknown) => void }

const cacheRun = (client: QueryClient, run: PeopleSyncRun) =>
  client.setQueryData(syncRunQuery(run.id).queryKey, run)

export function useUpdateSync(callbacks: {
  onSuccess: (settings: PeopleSyncSettings) => void
  onError: (error: unknown) => void
}) {
  const client = useQueryClient()
  return useCall('people_sync.update', {
    updateCache: (settings) => client.setQueryData(syncSettingsQuery.queryKey, settings),
    input: (body: BodyInputOf<'people_sync.update'>) => ({ body }),
    ...callbacks,
  })
}
/** Sends a file as a dry run. */
export function useCheckFile(coverage: PeopleSyncCoverage, callbacks: RunCallbacks) {
  const client = useQueryClient()
  return useCall('people_sync.upload', {
    updateCache: (run) => cacheRun(client, run),
    input: (file: File) => ({
      file,
      query: { coverage, dry_run: 'true' as const },
      timeoutMs: uploadTimeoutMs,
    }),
    ...callbacks,
  })
}
/** Fetches the file of the source as a dry run. */
export function useFetchFile(callbacks: RunCallbacks) {
  const client = useQueryClient()
  return useCall('people_sync.start', {
    updateCache: (run) => cacheRun(client, run),
    input: () => ({ body: { dry_run: true } }),
    ...callbacks,
  })
}
/** Applies or discards a run that waits. A refusal refetches it, because the page was stale. */
export function useDecideRun(id: string, callbacks: Callbacks) {
  const client = useQueryClient()
  return useCall(
    (decision: 'apply' | 'discard') =>
      decision === 'apply' ? 'people_sync.apply' : 'people_sync.discard',
    {
      updateCache: (run) => cacheRun(client, run),
      input: () => ({ params: { id } }),
      refetchesOnError: () => true,
      ...callbacks,
    },
  )
}
