import { queryOptions } from '@tanstack/react-query'
import type { PayrollDraft } from '#contract/schemas/payroll.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '../query-keys.ts'

/** Days of a run and its country. Without days: the month after the newest run. */
export type PayrollRange = { from?: string; to?: string; country?: string }

/** The lines that a payroll run would have now. */
export const payrollDraftQuery = (range: PayrollRange = {}) =>
  queryOptions({
    queryKey: queryKey('payroll_runs', 'draft', range),
    queryFn: ({ signal }) => call('payroll_runs.draft', { query: range, signal }),
  })

/** Returns how many kinds of gaps the lines of a draft have: worth, rule, employee number. */
export const countOpenPoints = (
  draft: Pick<PayrollDraft, 'without_worth' | 'without_rule' | 'without_number'>,
): number =>
  [draft.without_worth, draft.without_rule, draft.without_number].filter((count) => count > 0)
    .length
