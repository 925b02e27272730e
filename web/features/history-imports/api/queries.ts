import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { HistoryProduct, HistoryState } from '#contract/history-imports.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type {
  HistoryCheck,
  HistoryImport,
  HistoryMapping,
  HistoryMerge,
  HistoryStart,
} from '#contract/schemas/history-imports.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export type { HistoryCheck, HistoryImport } from '#contract/schemas/history-imports.ts'
export type UnknownPerson = OutputOf<'history_imports.people'>['people'][number]

/** An upload of 60 MB over a slow line takes longer than other calls. */
const uploadTimeoutMs = 600_000
/** A merge moves all posts of a person in one request. */
const mergeTimeoutMs = 120_000
const importPollMs = 1_000
const listPollMs = 3_000

const workingStates: readonly HistoryState[] = ['checking', 'in_progress', 'undoing']
/** Returns whether an import works in the background. */
const isWorking = ({ state }: Pick<HistoryImport, 'state'>): boolean =>
  workingStates.includes(state)

/** The imports, polled while one of them works. */
export const historyImportsQuery = queryOptions({
  queryKey: queryKey('history_imports', 'list'),
  queryFn: ({ signal }) => call('history_imports.list', { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isWorking) === true ? listPollMs : false),
})
/** Returns the query of an import, polled every second while it works. */
export const historyImportQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('history_imports', 'detail', id),
    queryFn: ({ signal }) => call('history_imports.get', { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isWorking(state.data.import) ? importPollMs : false,
  })
/** Returns the query of the people of an import who are no members, page by page. */
export const unknownPeopleQuery = (id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('history_imports', 'people', id, search),
    queryFn: async ({ pageParam, signal }) => {
      const { people, total } = await call('history_imports.people', {
        params: { id },
        query: { page: pageParam, search },
        signal,
      })
      return { items: people, total }
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) =>
      pages.length * limits.history_page_rows < total ? pages.length : undefined,
    // The people stay on screen while a search is typed.
    placeholderData: keepPreviousData,
  })

/** Writes a changed import into the cache, with the people and hashtags of its last check. */
const cacheImport = (client: QueryClient, changed: HistoryImport) =>
  client.setQueryData(
    historyImportQuery(changed.id).queryKey,
    (before: HistoryCheck | undefined): HistoryCheck => ({
      people: [],
      tags: [],
      ...before,
      import: changed,
    }),
  )

type Callbacks<Result> = {
  onSuccess?: (result: Result) => void
  onError?: (error: unknown) => void
}

export function useUploadHistory(callbacks: Callbacks<HistoryImport>) {
  const client = useQueryClient()
  return useCall('history_imports.create', {
    updateCache: (created) => cacheImport(client, created),
    input: ({ product, file }: { product: HistoryProduct; file: File }) => ({
      body: { product },
      file,
      timeoutMs: uploadTimeoutMs,
    }),
    ...callbacks,
  })
}
export function useSetMapping(id: string, callbacks: Callbacks<HistoryImport>) {
  const client = useQueryClient()
  return useCall('history_imports.set_mapping', {
    updateCache: (changed) => cacheImport(client, changed),
    input: (body: HistoryMapping) => ({ params: { id }, body }),
    ...callbacks,
  })
}
/** Checks, or undoes an import. A refusal refetches it, because the page was out of date. */
export function useHistoryAction(
  name: 'history_imports.check' | 'history_imports.undo',
  id: string,
  callbacks: Callbacks<HistoryImport>,
) {
  const client = useQueryClient()
  return useCall(name, {
    updateCache: (changed) => cacheImport(client, changed),
    input: () => ({ params: { id } }),
    refetchesOnError: () => true,
    ...callbacks,
  })
}
export function useStartHistory(id: string, callbacks: Callbacks<HistoryImport>) {
  const client = useQueryClient()
  return useCall('history_imports.start', {
    updateCache: (changed) => cacheImport(client, changed),
    input: (body: HistoryStart) => ({ params: { id }, body }),
    refetchesOnError: () => true,
    ...callbacks,
  })
}
export const useMergePerson = (
  id: string,
  callbacks: Callbacks<OutputOf<'history_imports.merge'>>,
) =>
  useCall('history_imports.merge', {
    input: (body: HistoryMerge) => ({ params: { id }, body, timeoutMs: mergeTimeoutMs }),
    ...callbacks,
  })
/** Deletes an upload. `onDeleted` leaves its page, before a refetch finds nothing. */
export const useDeleteHistory = (
  id: string,
  { onDeleted, onError }: { onDeleted: () => Promise<void>; onError: (error: unknown) => void },
) =>
  useCall('history_imports.delete', {
    input: () => ({ params: { id } }),
    updateCache: onDeleted,
    refetchesOnError: () => true,
    onError,
  })
