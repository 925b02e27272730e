import { z } from 'zod'
import {
  date,
  email,
  flag,
  type FormField,
  formFlag,
  formNullable,
  formNumber,
  id,
  oneLineText,
  pageOf,
  pageQuery,
  picture,
  text,
  time,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { person } from './users.ts'

export const category = z.enum(
  [
    'goods_and_experiences',
    'group_activities',
    'company_merchandise',
    'money_and_giftcards',
    'charity',
    'creative',
    'uncategorised',
  ],
  'wrong_format',
)
export type Category = z.infer<typeof category>
export const fulfilment = z.enum(['manual', 'automatic'])
export const rewardType = z.enum(['individual', 'team'])

/** An item of the shop. `price` in points; `available_amount` null means unlimited. */
export const reward = z.object({
  id: id('reward'),
  title: z.string(),
  description: z.string(),
  price: z.number().int(),
  category,
  emoji: z.string(),
  picture,
  one_time: z.boolean(),
  comment_required: z.boolean(),
  available_amount: z.number().int().nullable(),
  type: fulfilment,
  reward_type: rewardType,
  country: z.string().nullable(),
  /** Automatic ones: what the provider calls the card, and its value in cents of its currency. */
  product_id: z.string().nullable(),
  gift_card_value: z.number().int().nullable(),
  deadline: date.nullable(),
  /**
   * The price of a team purchase that is filling up: it keeps the price it began with. Null where
   * none is.
   */
  filling_price: z.number().int().nullable(),
  demo: z.boolean(),
  created_at: time,
})
export type Reward = z.infer<typeof reward>

const price = wholeNumber(1, limits.reward_price_max, 'price_too_low', 'price_too_high')
const fields = {
  title: oneLineText(1, limits.reward_title_chars_max),
  description: text(0, limits.reward_description_chars_max),
  price,
  category,
  emoji: oneLineText(0, 32),
  one_time: flag,
  comment_required: flag,
  available_amount: wholeNumber(0, limits.reward_available_max).nullable(),
  type: fulfilment,
  reward_type: rewardType,
  country: z
    .string('wrong_format')
    .regex(/^[A-Z]{2}$/, 'wrong_format')
    .nullable(),
  product_id: oneLineText(1, 100, 'card_required', 'wrong_format').nullable(),
  gift_card_value: wholeNumber(1, limits.gift_card_value_max).nullable(),
  deadline: date.nullable(),
}
/**
 * Multipart: the fields below as form fields, the picture as `file`. JSON without a picture is
 * taken too. What a kind does not have is kept empty: a gift card's fields of manual ones, the
 * deadline of individual ones, `one_time` of team ones. Without a category gift cards stand under
 * money_and_giftcards, the others under uncategorised.
 */
export const rewardCreate = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  category: category.optional(),
  emoji: fields.emoji.default('🎁'),
  one_time: flag.default(false),
  comment_required: flag.default(false),
  available_amount: fields.available_amount.default(null),
  type: fields.type.default('manual'),
  reward_type: fields.reward_type.default('individual'),
  country: fields.country.default(null),
  product_id: fields.product_id.default(null),
  gift_card_value: fields.gift_card_value.default(null),
  deadline: fields.deadline.default(null),
})
export type RewardCreate = z.infer<typeof rewardCreate>
/** Any part of it. The kind (`type`, `reward_type`) is open only until somebody has redeemed it. */
export const rewardUpdate = z.strictObject({ ...fields, remove_picture: flag }).partial()
export type RewardUpdate = z.infer<typeof rewardUpdate>
/** The fields of a reward's form that are no text. */
export const rewardForm: Record<string, FormField> = {
  price: formNumber,
  one_time: formFlag,
  comment_required: formFlag,
  remove_picture: formFlag,
  available_amount: formNullable(formNumber),
  country: formNullable(),
  product_id: formNullable(),
  gift_card_value: formNullable(formNumber),
  deadline: formNullable(),
}
export const rewardsQuery = z.strictObject({ category: category.optional() })

export const purchaseStatus = z.enum(['pending', 'declined', 'fulfilled', 'purchased'])
export type PurchaseStatus = z.infer<typeof purchaseStatus>
/** One person's part of a purchase; declined ones do not count. */
export const contribution = z.object({
  user_id: id('user'),
  user: person,
  amount: z.number().int(),
  status: purchaseStatus,
  created_at: time,
})

/** A redemption: the reward as it was when redeemed, who pays, where it stands. */
export const purchaseEvent = z.object({
  type: z.enum([
    'redeemed',
    'contributed',
    'withdrawn',
    'purchased',
    'forced',
    'fulfilled',
    'declined',
    'canceled',
    'expired',
    'charged',
    'refunded',
    'ordered',
    'delivered',
    'delivery_failed',
    'readdressed',
    'failed',
  ]),
  actor: person.nullable(),
  amount: z.number().int().nullable(),
  created_at: time,
})
export type PurchaseEvent = z.infer<typeof purchaseEvent>
export const purchase = z.object({
  id: id('purchase'),
  status: purchaseStatus,
  reward_id: id('reward'),
  title: z.string(),
  emoji: z.string(),
  picture,
  price: z.number().int(),
  type: fulfilment,
  reward_type: rewardType,
  user_ids: z.array(id('user')),
  contributions: z.array(contribution),
  contributed: z.number().int(),
  company_part: z.number().int(),
  comments: z.array(z.object({ user_id: id('user'), text: z.string(), created_at: time })),
  decline_reason: z.string(),
  claim_url: z.string().nullable(),
  country: z.string().nullable(),
  gift_card_value: z.number().int().nullable(),
  deadline: date.nullable(),
  /** A gift card's way to its buyer; `email` is told to its buyer alone. */
  delivery: z
    .object({ state: z.enum(['none', 'delivered', 'failed']), email: z.string().nullable() })
    .nullable(),
  history: z.array(purchaseEvent),
  created_at: time,
  status_changed_at: time,
  canceled_at: time.nullable(),
  abilities: z.object({
    cancel: z.boolean(),
    fulfil: z.boolean(),
    decline: z.boolean(),
    force: z.boolean(),
    withdraw: z.boolean(),
    readdress: z.boolean(),
  }),
})
export type Purchase = z.infer<typeof purchase>

/**
 * `comment` where the reward asks for one; `amount` for a team reward; `price` as it was seen (409
 * when it changed since); `purchase_id` of the team purchase that was seen filling up (409 when it
 * does not any more: nobody opens a new one by mistake).
 */
export const redeemInput = z.strictObject({
  comment: text(0, limits.comment_chars_max).default(''),
  amount: wholeNumber(1, limits.reward_price_max, 'price_too_low').optional(),
  price: wholeNumber(1, limits.reward_price_max).optional(),
  purchase_id: id('purchase').optional(),
})
export const purchasesQuery = z.strictObject({
  ...pageQuery,
  status: purchaseStatus.optional(),
  type: fulfilment.optional(),
  reward_type: rewardType.optional(),
})
/** Another address for a gift card whose delivery failed. */
export const deliveryEmailInput = z.strictObject({ email })
/** `force` buys an underfunded team reward; the company covers the rest. */
export const fulfilInput = z.strictObject({ force: flag.default(false) })
export const declineInput = z.strictObject({
  reason: text(0, limits.comment_chars_max).default(''),
})
export const purchasesPage = pageOf(purchase)

/**
 * A reward in the shop, with what stands between the reader and it; of a team's, what its open
 * purchase has and misses.
 */
export const shopReward = reward.extend({
  missing_points: z.number().int(),
  purchase_id: id('purchase').nullable(),
  contributed: z.number().int(),
  contributors: z.array(person),
  /**
   * `not_available`: a gift card that cannot be bought now. `daily_limit`: one beyond what the team
   * may spend on gift cards in a day.
   */
  blocked: z
    .enum(['not_enough_points', 'one_time_used', 'not_validated', 'not_available', 'daily_limit'])
    .nullable(),
})
export type ShopReward = z.infer<typeof shopReward>

export const giftCardProduct = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  currency: z.string(),
  values_cents: z.array(z.number().int()),
})
export type GiftCardProduct = z.infer<typeof giftCardProduct>
export const giftCardCountries = z.array(z.object({ country: z.string(), currency: z.string() }))
export const claimToken = z.strictObject({
  token: z.string('claim_invalid').min(1, 'claim_invalid').max(200, 'claim_invalid'),
})
/** A voucher of our own making, as whoever holds its link sees it. */
export const voucherClaim = z.object({
  team: z.string(),
  product: z.string(),
  country: z.string(),
  currency: z.string(),
  value_cents: z.number().int(),
  code: z.string(),
  created_at: time,
})
export const rewardsPaymentMethod = z
  .object({
    brand: z.string(),
    last4: z.string(),
    expiry: z.string(),
    validated: z.boolean(),
    validates_at: time.nullable(),
  })
  .nullable()
