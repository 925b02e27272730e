import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportField, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { call, fetchResponse } from '#web/lib/client.ts'

/**
 * An upload of 20 MB over a slow line, or a check of 100,000 rows, takes longer than other calls.
 */
const uploadTimeoutMs = 120_000
const pollMs = 1_000

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call('imports.list', { signal }),
})
/** Returns the query of an import, polled every second while the import runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => call('imports.get', { params: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.state === 'in_progress' ? pollMs : false),
  })

function cacheImport(client: QueryClient, userImport: UserImport): void {
  client.setQueryData(importQuery(userImport.id).queryKey, userImport)
  void client.invalidateQueries({ queryKey: importsQuery.queryKey, exact: true })
}

export function useUploadImport(onUploaded: (userImport: UserImport) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) =>
      (await (
        await fetchResponse('imports.create', { file }, uploadTimeoutMs)
      ).json()) as UserImport,
    onSuccess: (userImport) => {
      cacheImport(client, userImport)
      onUploaded(userImport)
    },
  })
}
export function usePreviewImport(id: string, onPreview: (preview: ImportPreview) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (columns: ImportField[]) =>
      (await (
        await fetchResponse(
          'imports.preview',
          { params: { id }, body: { columns } },
          uploadTimeoutMs,
        )
      ).json()) as ImportPreview,
    onSuccess: (preview) => {
      void client.invalidateQueries({ queryKey: importQuery(id).queryKey })
      onPreview(preview)
    },
  })
}
/**
 * Starts or cancels an import. A refusal refetches the import, because the page was out of date.
 */
export function useImportChange(
  name: 'imports.start' | 'imports.cancel',
  id: string,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(name, { params: { id } }),
    onSuccess: (userImport) => cacheImport(client, userImport),
    onError: () => void client.invalidateQueries({ queryKey: ['imports'] }),
    onSettled: () => onDone?.(),
  })
}
/** Invalidates the team, the checklist and the figures after members were added. */
export function invalidateTeamQueries(client: QueryClient): void {
  for (const key of ['users', 'config', 'people'])
    void client.invalidateQueries({ queryKey: [key] })
}
