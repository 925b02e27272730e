import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type {
  PayrollDraft,
  PayrollRun,
  PayrollRunInput,
  PayrollSettings,
} from '#contract/schemas/payroll.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

const runsOfPage = 20
const linesOfPage = 50

/** The locked runs, newest first. */
export const payrollRunsQuery = infiniteQueryOptions({
  queryKey: queryKey('payroll_runs', 'list'),
  queryFn: ({ pageParam, signal }) =>
    call('payroll_runs.list', { query: { cursor: pageParam, limit: runsOfPage }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
})

/** The lines of a locked run, in the order of its file. */
export const runLinesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('payroll_runs', 'lines', id),
    queryFn: ({ pageParam, signal }) =>
      call('payroll_runs.lines', {
        params: { id },
        query: { cursor: pageParam, limit: linesOfPage },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

export const payrollSettingsQuery = queryOptions({
  queryKey: queryKey('payroll_runs', 'settings'),
  queryFn: ({ signal }) => call('payroll_runs.settings', { signal }),
})

type Callbacks<Output> = {
  onSuccess: (output: Output) => void
  onError: (error: unknown) => void
}

/**
 * Locks the run of a draft. A refused call loads the draft again, because it may have changed. Drafts
 * that are not on screen are forgotten: they may have the lines of the run.
 */
export function useLockRun(callbacks: Callbacks<PayrollRun>) {
  const client = useQueryClient()
  return useCall('payroll_runs.lock', {
    input: (body: PayrollRunInput) => ({ body }),
    refetchesOnError: () => true,
    updateCache: () =>
      client.removeQueries({ queryKey: queryKey('payroll_runs', 'draft'), type: 'inactive' }),
    waitsFor: ['payroll_runs'],
    ...callbacks,
  })
}

export const useSetPayrollSettings = (callbacks: Callbacks<PayrollSettings>) =>
  useCall('payroll_runs.set_settings', {
    input: (body: PayrollSettings) => ({ body }),
    ...callbacks,
  })

/** Downloads the lines of a draft as CSV. Throws an ApiCallError. */
export const downloadDraft = ({ from, to, country }: PayrollDraft): Promise<void> =>
  downloadFromApi(
    'payroll_runs.draft_csv',
    { query: { from, to, ...(country === null ? {} : { country }) } },
    ['payroll-draft', from, to, ...(country === null ? [] : [country])].join('-') + '.csv',
  )

/** Downloads a locked run as CSV. Throws an ApiCallError. */
export const downloadRun = ({ id, number }: PayrollRun): Promise<void> =>
  downloadFromApi('payroll_runs.csv', { params: { id } }, `payroll-run-${number}.csv`)
