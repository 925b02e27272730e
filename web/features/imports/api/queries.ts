import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportField, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { call, fetchResponse } from '#web/lib/client.ts'

/**
 * Twenty megabytes over a slow line, or a hundred thousand rows looked through, take longer than
 * other calls.
 */
const uploadTimeoutMs = 120_000
const pollMs = 1_000

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call('imports.list', { signal }),
})
/** One import; while it runs it is asked for every second. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => call('imports.get', { params: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.state === 'in_progress' ? pollMs : false),
  })

function cacheImport(client: QueryClient, one: UserImport): void {
  client.setQueryData(importQuery(one.id).queryKey, one)
  void client.invalidateQueries({ queryKey: importsQuery.queryKey, exact: true })
}

export function useUploadImport(onUploaded: (one: UserImport) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) =>
      (await (
        await fetchResponse('imports.create', { file }, uploadTimeoutMs)
      ).json()) as UserImport,
    onSuccess: (one) => {
      cacheImport(client, one)
      onUploaded(one)
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
/** Starting and canceling; refused too, because what is on screen was out of date then. */
export function useImportChange(
  name: 'imports.start' | 'imports.cancel',
  id: string,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(name, { params: { id } }),
    onSuccess: (one) => cacheImport(client, one),
    onError: () => void client.invalidateQueries({ queryKey: ['imports'] }),
    onSettled: () => onDone?.(),
  })
}
/** After people have come in: the team, the checklist and the figures are asked anew. */
export function invalidateTeamQueries(client: QueryClient): void {
  for (const key of ['users', 'config', 'people'])
    void client.invalidateQueries({ queryKey: [key] })
}
