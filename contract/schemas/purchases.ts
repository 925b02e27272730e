// The work list of rewards administrators: filter, counts, decisions about many purchases.
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  date,
  flag,
  id,
  idList,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageQueryParams,
  picture,
  text,
} from './common.ts'
import { fulfillment, purchaseStage, purchaseStatus, rewardType } from './rewards.ts'

/** `search`: every word in the title or in a buyer's name or address. Days are inclusive. */
const filter = {
  stage: purchaseStage.optional(),
  search: text(0, limits.search_chars_max, 'wrong_format', 'wrong_format')
    .normalize('NFC')
    .optional(),
  reward_id: id('reward').optional(),
  from: date.optional(),
  to: date.optional(),
}
const sort = z.enum(['date', 'reward', 'buyer', 'points'], 'wrong_format')
const order = z.enum(['asc', 'desc'], 'wrong_format')
export type PurchaseSort = z.infer<typeof sort>
export type SortOrder = z.infer<typeof order>

/** Without `sort`: pending first, then newest. */
export const purchaseListQueryParams = z.strictObject({
  ...pageQueryParams,
  ...filter,
  status: purchaseStatus.optional(),
  type: fulfillment.optional(),
  reward_type: rewardType.optional(),
  sort: sort.optional(),
  order: order.default('asc'),
})
export const purchaseFilterQueryParams = z.strictObject(filter)

/**
 * Counts that follow the filter: `stages` ignores its stage, and `rewards` its reward. `rewards` are
 * the most frequent ones.
 */
export const purchaseCounts = namedObject('PurchaseCounts', {
  stages: namedObject('PurchaseStageCounts', {
    to_do: z.number().int(),
    ordered: z.number().int(),
    in_progress: z.number().int(),
    done: z.number().int(),
    declined: z.number().int(),
  }),
  rewards: z.array(
    namedObject('PurchaseRewardCount', {
      id: id('reward'),
      title: z.string(),
      emoji: z.string(),
      picture,
      count: z.number().int(),
    }),
  ),
})
export type PurchaseCounts = z.infer<typeof purchaseCounts>
/** The oldest purchases of a filter, at most `limits.purchase_selection_max`. */
export const purchaseIds = namedObject('IdList', { ids: z.array(id('purchase')) })
export const openPurchases = namedObject('OpenPurchases', { count: z.number().int() })

export const exportPurchasesInput = namedStrictObject('ExportPurchasesInput', {
  ids: idList('purchase', limits.purchase_selection_max),
})

/** What a buyer reads about a fulfilled purchase: a note, and a voucher code or tracking number. */
const buyerNoteFields = {
  note: text(0, limits.comment_chars_max).default(''),
  code: oneLineText(0, limits.purchase_code_chars_max).default(''),
}
/**
 * `force` buys an underfunded team reward. The company pays the rest. `note` and `code` are stored
 * when the purchase is fulfilled.
 */
export const fulfilInput = namedStrictObject('FulfillInput', {
  force: flag.default(false),
  ...buyerNoteFields,
})
const decision = z
  .enum(['order', 'fulfil', 'decline'], 'wrong_format')
  .meta({ id: 'PurchaseDecision' })
/**
 * `reason` belongs to declined purchases, `note` to ordered and fulfilled ones, and `code` to
 * fulfilled ones. Ordered purchases can still be fulfilled or declined.
 */
export const purchaseDecisionsInput = namedStrictObject('PurchaseDecisionsInput', {
  ids: idList('purchase', limits.purchases_per_call_max),
  decision,
  reason: text(0, limits.comment_chars_max).default(''),
  ...buyerNoteFields,
})
export type PurchaseDecisionsInput = z.infer<typeof purchaseDecisionsInput>
const purchaseOutcome = z
  .enum(['done', 'purchase_decided', 'purchase_ordered', 'team_reward_underfunded', 'not_found'])
  .meta({ id: 'PurchaseOutcome' })
export type PurchaseOutcome = z.infer<typeof purchaseOutcome>
/** The outcome of each purchase, in the order of the request, without duplicates. */
export const purchaseDecisions = namedObject('PurchaseDecisionResults', {
  results: z.array(
    namedObject('PurchaseDecisionResult', { id: id('purchase'), outcome: purchaseOutcome }),
  ),
})
