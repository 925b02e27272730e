import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type {
  CellInput,
  ColumnsInput,
  ImportPreview,
  InvitationMail,
  InvitationPlan,
  ReviewedRow,
  ReviewView,
  UserImport,
} from '#contract/schemas/imports.ts'
import { useCall } from '#web/shared/use-call.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
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
/** Returns whether the held invitations of an import are due and being sent. */
export const areInvitesDue = ({ invites_at: at }: UserImport): boolean =>
  at !== null && Date.parse(at) <= Date.now()
const isChanging = (userImport: UserImport | undefined) =>
  userImport !== undefined && (userImport.state === 'in_progress' || areInvitesDue(userImport))

/** Returns the query of an import, polled every second while the import runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('imports', 'detail', id),
    queryFn: ({ signal }) => call('imports.get', { params: { id }, signal }),
    refetchInterval: (query) => (isChanging(query.state.data) ? pollMs : false),
  })

/** Returns the query of the readable cells of each column, for the chosen fields. */
export const columnChecksQuery = (id: string, { columns, date_orders: orders }: ColumnsInput) =>
  queryOptions({
    queryKey: queryKey('imports', 'columns', id, columns.join(','), orders),
    queryFn: ({ signal }) =>
      call('imports.columns', {
        params: { id },
        query: { columns: columns.join(','), ...orders },
        signal,
        timeoutMs: uploadTimeoutMs,
      }),
    // The counts of the other columns stay on screen while a changed one is checked.
    placeholderData: keepPreviousData,
  })
/** Returns the query of a page of the dry run. */
export const reviewQuery = (id: string, view: ReviewView, page: number) =>
  queryOptions({
    queryKey: queryKey('imports', 'rows', id, view, page),
    queryFn: ({ signal }) =>
      call('imports.rows', { params: { id }, query: { view, page }, signal }),
    placeholderData: keepPreviousData,
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
    input: (body: ColumnsInput) => ({ params: { id }, body, timeoutMs: uploadTimeoutMs }),
    onSuccess: onPreview,
  })
/** Corrects a cell. The refetch updates other rows with the same address. */
export const useEditRow = (id: string, onEdited: (row: ReviewedRow) => void) =>
  useCall('imports.edit_row', {
    input: (body: CellInput) => ({ params: { id }, body }),
    updateCache: onEdited,
    refetchesOnError: () => true,
  })
/** Starts an import and plans its invitations. */
export function useStartImport(id: string) {
  const client = useQueryClient()
  return useCall('imports.start', {
    input: (body: BodyInputOf<'imports.start'>) => ({ params: { id }, body }),
    updateCache: (userImport) => cacheImport(client, userImport),
    // The page was out of date: the import runs, or was canceled.
    refetchesOnError: (error) => error instanceof ApiCallError && error.has('conflict'),
  })
}
/** Changes when the people of an import are invited. */
export function usePlanInvites(id: string) {
  const client = useQueryClient()
  return useCall('imports.plan_invites', {
    input: (body: InvitationPlan) => ({ params: { id }, body }),
    updateCache: (userImport) => cacheImport(client, userImport),
    refetchesOnError: () => true,
  })
}
export const usePreviewMail = (onMail: (mail: InvitationMail) => void) =>
  useCall('imports.preview_mail', {
    input: (message: string) => ({ body: { message } }),
    onSuccess: onMail,
  })
/**
 * Cancels an import. A refusal refetches the import, because the page was out of date.
 */
export function useCancelImport(
  id: string,
  callbacks: { onSuccess: () => void; onError: (error: unknown) => void },
) {
  const client = useQueryClient()
  return useCall('imports.cancel', {
    input: () => ({ params: { id } }),
    updateCache: (userImport) => cacheImport(client, userImport),
    refetchesOnError: () => true,
    ...callbacks,
  })
}
