// Parts of routes that several nouns share.
import { z } from 'zod'
import { idParams, pageQueryParams } from '#contract/schemas/common.ts'

export const userParams = idParams('user')
export const nameErrors = ['first_name_required', 'last_name_required', 'out_of_range'] as const
export const pagedQueryParams = z.strictObject(pageQueryParams)
export const twoFactorErrors = [
  'second_factor_needed',
  'second_factor_invalid',
  'too_many',
] as const

/** The queries that a purchase or its outcome makes stale. */
export const purchaseQueries = [
  'shop',
  'purchases',
  'rewards',
  'config',
  'balances',
  'profiles',
  'payroll_lines',
  'payroll_runs',
] as const
