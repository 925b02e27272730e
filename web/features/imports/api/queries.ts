import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ImportField, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/**
 * An upload of 20 MB over a slow line, or a check of 100,000 rows, takes longer than other calls.
 */
const uploadTimeoutMs = 120_000
const pollMs = 1_000

export const importsQuery = queryOptions({
  queryKey: queryKey('imports', 'list'),
  queryFn: ({ signal }) => call('imports.list', { signal }),
})
/** Returns the query of an import, polled every second while the import runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('imports', 'detail', id),
    queryFn: ({ signal }) => call('imports.get', { params: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.state === 'in_progress' ? pollMs : false),
  })

const cacheImport = (client: QueryClient, userImport: UserImport) =>
  client.setQueryData(importQuery(userImport.id).queryKey, userImport)

export function useUploadImport(onUploaded: (userImport: UserImport) => void) {
  const client = useQueryClient()
  return useCall('imports.create', {
    input: (file: File) => ({ file, timeoutMs: uploadTimeoutMs }),
    updateCache: (userImport) => cacheImport(client, userImport),
    onSuccess: onUploaded,
  })
}
export const usePreviewImport = (id: string, onPreview: (preview: ImportPreview) => void) =>
  useCall('imports.preview', {
    input: (columns: ImportField[]) => ({
      params: { id },
      body: { columns },
      timeoutMs: uploadTimeoutMs,
    }),
    onSuccess: onPreview,
  })
/**
 * Starts or cancels an import. A refusal refetches the import, because the page was out of date.
 */
export function useImportChange(
  name: 'imports.start' | 'imports.cancel',
  id: string,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useCall(name, {
    input: () => ({ params: { id } }),
    updateCache: (userImport) => cacheImport(client, userImport),
    refetchesOnError: () => true,
    onSettled: () => onDone?.(),
  })
}
