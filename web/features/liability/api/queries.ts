import { queryOptions } from '@tanstack/react-query'
import type { LiabilityAccounts } from '#contract/schemas/liability.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import type { FileFormat } from '#web/shared/FileFormat.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/** The days of a range, both included. */
export type Days = { from: string; to: string }

export const liabilityChangesQuery = ({ from, to }: Days) =>
  queryOptions({
    queryKey: queryKey('liability', 'changes', from, to),
    queryFn: ({ signal }) => call('liability.changes', { query: { from, to }, signal }),
  })

export const liabilityAccountsQuery = queryOptions({
  queryKey: queryKey('liability', 'accounts'),
  queryFn: ({ signal }) => call('liability.accounts', { signal }),
})

export const useSetAccounts = (callbacks: {
  onSuccess: () => void
  onError: (error: unknown) => void
}) =>
  useCall('liability.set_accounts', {
    input: (body: LiabilityAccounts) => ({ body }),
    ...callbacks,
  })

/** Downloads the journal of a range. Throws an ApiCallError. */
export const downloadJournal = ({ from, to }: Days, format: FileFormat): Promise<void> =>
  downloadFromApi(
    'liability.csv',
    { query: { from, to, format, bom: '1' } },
    `journal ${from} ${to}.${format}`,
  )
