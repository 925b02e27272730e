import { z } from 'zod'
import {
  id,
  namedObject,
  namedStrictObject,
  pageQueryParams,
  tableFileParams,
  text,
  time,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { person, selectedIds } from './users.ts'

/** Types of balance sheet entries (specification, section 3), and the end of a leaver's balance. */
const balanceEntryType = z
  .enum([
    'adjust',
    'post',
    'post_deleted',
    'celebration',
    'award',
    'bonus',
    'purchase',
    'purchase_declined',
    'purchase_canceled',
    'purchase_returned',
    'lapsed',
    'paid_out',
    'expired',
  ])
  .meta({ id: 'BalanceEntryType' })
export type BalanceEntryType = z.infer<typeof balanceEntryType>

/** A line of the balance sheet. `amount` is signed; `balance` is the balance after it. */
const balanceEntry = namedObject('BalanceEntry', {
  id: z.string(),
  type: balanceEntryType,
  amount: z.number().int(),
  balance: z.number().int(),
  created_at: time,
  comment: z.string(),
  post_id: id('post').nullable(),
  purchase_id: id('purchase').nullable(),
  reward_title: z.string().nullable(),
  actor: person.nullable(),
})
export type BalanceEntry = z.infer<typeof balanceEntry>
export const balanceSheet = namedObject('BalanceSheet', {
  balance: z.number().int(),
  items: z.array(balanceEntry),
  next_cursor: z.string().nullable(),
})

/** The specification calls this parameter `next_cursor`. `cursor` is an alias. */
export const balanceSheetQueryParams = z.strictObject({
  ...pageQueryParams,
  next_cursor: pageQueryParams.cursor,
})
export const csvQueryParams = z.strictObject(tableFileParams)
/**
 * A positive `amount` adds points, a negative one removes them. The balance never falls below zero.
 */
export const adjustBalanceInput = namedStrictObject('AdjustBalanceInput', {
  amount: z
    .number('invalid_amount')
    .int('invalid_amount')
    .min(-1_000_000, 'invalid_amount')
    .max(1_000_000, 'invalid_amount')
    .refine((amount) => amount !== 0, 'invalid_amount'),
  comment: text(0, limits.comment_chars_max).default(''),
})
export const adjustBalancesInput = namedStrictObject('AdjustBalancesInput', {
  ids: selectedIds,
  ...adjustBalanceInput.shape,
})
export const adjustedBalance = namedObject('AdjustedBalance', {
  user_id: id('user'),
  balance: z.number().int(),
})
