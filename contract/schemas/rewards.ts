import { z } from 'zod'
import {
  countryCode,
  date,
  email,
  flag,
  type FormField,
  formFlag,
  formJson,
  formNullable,
  formNumber,
  id,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageOf,
  pageQueryParams,
  picture,
  text,
  time,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { audience, audienceInput } from './audiences.ts'
import { person } from './users.ts'

export const category = z
  .enum(
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
  .meta({ id: 'RewardCategory' })
export type Category = z.infer<typeof category>
export const fulfillment = z.enum(['manual', 'automatic']).meta({ id: 'Fulfillment' })
export const rewardType = z.enum(['individual', 'team']).meta({ id: 'RewardType' })

/** The period of a limit for each person, in the calendar and time zone of the team. */
export const personPeriod = z
  .enum(['month', 'quarter', 'year', 'ever'], 'wrong_format')
  .meta({ id: 'PersonPeriod' })
export type PersonPeriod = z.infer<typeof personPeriod>

/**
 * What everyone sees of a reward. `price` in points. `available_amount` null means unlimited.
 * `person_max`: the most purchases of a person in `person_period`.
 */
const rewardFields = {
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
  type: fulfillment,
  reward_type: rewardType,
  country: z.string().nullable(),
  /**
   * Gift cards only: the provider's product id, and the face value in the smallest unit of its
   * currency.
   */
  product_id: z.string().nullable(),
  gift_card_value: z.number().int().nullable(),
  deadline: date.nullable(),
  /**
   * Price of the team purchase that is collecting points, which keeps its initial price. Null
   * without one.
   */
  filling_price: z.number().int().nullable(),
  person_max: z.number().int().nullable(),
  person_period: personPeriod,
  demo: z.boolean(),
  created_at: time,
}
export const rewardSummary = namedObject('RewardSummary', rewardFields)
/** A reward for its administrators. `audience` null: everyone. */
export const reward = namedObject('Reward', { ...rewardFields, audience: audience.nullable() })
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
  type: fulfillment,
  reward_type: rewardType,
  country: countryCode.nullable(),
  product_id: oneLineText(1, 100, 'card_required', 'wrong_format').nullable(),
  gift_card_value: wholeNumber(1, limits.gift_card_value_max).nullable(),
  deadline: date.nullable(),
  audience: audienceInput.nullable(),
  person_max: wholeNumber(1, limits.reward_person_max).nullable(),
  person_period: personPeriod,
}
/**
 * Multipart: these fields as form fields, the picture as `file`. JSON works too, without a picture.
 * Fields that a kind lacks are stored empty: gift card fields of manual rewards, the deadline of
 * individual ones, `one_time` and `person_max` of team ones. The default category is money_and_giftcards for gift
 * cards, otherwise uncategorised.
 */
export const rewardCreate = namedStrictObject('RewardCreate', {
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
  audience: fields.audience.default(null),
  person_max: fields.person_max.default(null),
  person_period: fields.person_period.default('ever'),
})
export type RewardCreate = z.infer<typeof rewardCreate>
/** Any part of a reward. The kind (`type`, `reward_type`) is fixed after the first redemption. */
export const rewardUpdate = z
  .strictObject({ ...fields, remove_picture: flag })
  .partial()
  .meta({ id: 'RewardUpdate' })
export type RewardUpdate = z.infer<typeof rewardUpdate>
/** Parsers for the non-text fields of the reward form. */
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
  audience: formNullable(formJson),
  person_max: formNullable(formNumber),
}
export const rewardsQueryParams = z.strictObject({ category: category.optional() })

export const purchaseStatus = z
  .enum(['pending', 'declined', 'fulfilled', 'purchased'])
  .meta({ id: 'PurchaseStatus' })
export type PurchaseStatus = z.infer<typeof purchaseStatus>
/**
 * The stage of a purchase for rewards administrators. `to_do` awaits their decision; `ordered` is
 * on its way and awaits its delivery; `in_progress` collects points of a team, or waits for its
 * gift card.
 */
export const purchaseStage = z
  .enum(['to_do', 'ordered', 'in_progress', 'done', 'declined'], 'wrong_format')
  .meta({ id: 'PurchaseStage' })
export type PurchaseStage = z.infer<typeof purchaseStage>
/**
 * A user's part of a purchase. Declined parts do not count. Only those who fulfil purchases see
 * `email`.
 */
const contribution = namedObject('PurchaseContribution', {
  user_id: id('user'),
  user: person,
  email: z.string().nullable(),
  amount: z.number().int(),
  status: purchaseStatus,
  created_at: time,
})

/** An event in the history of a purchase. */
const purchaseEvent = namedObject('PurchaseEvent', {
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
    'returned',
  ]),
  actor: person.nullable(),
  amount: z.number().int().nullable(),
  created_at: time,
})
export type PurchaseEvent = z.infer<typeof purchaseEvent>
export const purchase = namedObject('Purchase', {
  id: id('purchase'),
  status: purchaseStatus,
  stage: purchaseStage,
  reward_id: id('reward'),
  title: z.string(),
  emoji: z.string(),
  picture,
  price: z.number().int(),
  type: fulfillment,
  reward_type: rewardType,
  user_ids: z.array(id('user')),
  contributions: z.array(contribution),
  contributed: z.number().int(),
  company_part: z.number().int(),
  comments: z.array(
    namedObject('PurchaseComment', { user_id: id('user'), text: z.string(), created_at: time }),
  ),
  decline_reason: z.string(),
  /** Time and administrator of the order of a manual reward, and the note to its buyers. */
  ordered_at: time.nullable(),
  ordered_by: person.nullable(),
  order_note: z.string(),
  /** Written when the purchase was fulfilled. `code` is empty for other managers of rewards. */
  note: z.string(),
  code: z.string(),
  claim_url: z.string().nullable(),
  country: z.string().nullable(),
  gift_card_value: z.number().int().nullable(),
  deadline: date.nullable(),
  /** Delivery of a gift card. Only the buyer sees `email`. */
  delivery: z
    .object({ state: z.enum(['none', 'delivered', 'failed']), email: z.string().nullable() })
    .nullable(),
  history: z.array(purchaseEvent),
  created_at: time,
  status_changed_at: time,
  canceled_at: time.nullable(),
  /** Time at which an administrator took a fulfilled purchase back. */
  returned_at: time.nullable(),
  abilities: z.object({
    cancel: z.boolean(),
    order: z.boolean(),
    fulfil: z.boolean(),
    decline: z.boolean(),
    force: z.boolean(),
    take_back: z.boolean(),
    withdraw: z.boolean(),
    readdress: z.boolean(),
  }),
})
export type Purchase = z.infer<typeof purchase>

/**
 * `comment`: required if the reward asks for it. `amount`: for team rewards. `price`: the displayed
 * price; 409 if it has changed. `purchase_id`: the displayed team purchase; 409 if it no longer
 * collects points, which prevents an accidental new one.
 */
export const redeemInput = namedStrictObject('RedeemInput', {
  comment: text(0, limits.comment_chars_max).default(''),
  amount: wholeNumber(1, limits.reward_price_max, 'price_too_low').optional(),
  price: wholeNumber(1, limits.reward_local_price_max).optional(),
  purchase_id: id('purchase').optional(),
})
export const purchasesQueryParams = z.strictObject({
  ...pageQueryParams,
  status: purchaseStatus.optional(),
  type: fulfillment.optional(),
  reward_type: rewardType.optional(),
})
/** A new address for a gift card after a failed delivery. */
export const deliveryEmailInput = namedStrictObject('EmailInput', { email })
export const declineInput = namedStrictObject('DeclineInput', {
  reason: text(0, limits.comment_chars_max).default(''),
})
export const purchasesPage = pageOf(purchase)

/**
 * Why a person cannot redeem a reward. `not_available`: the gift card cannot be bought now.
 * `daily_limit`: it exceeds the team's daily limit for gift cards. `person_limit`: `person_max` is
 * reached.
 */
export const rewardBlock = z.enum([
  'not_enough_points',
  'one_time_used',
  'person_limit',
  'not_validated',
  'not_available',
  'daily_limit',
])

/**
 * A reward in the shop, with the reason it is blocked for the reader. For team rewards also the
 * points of the open purchase.
 */
export const shopReward = z
  .object({
    ...rewardFields,
    missing_points: z.number().int(),
    /** Until then a goal costs its owner no more than when they chose it. */
    price_until: time.nullable(),
    purchase_id: id('purchase').nullable(),
    contributed: z.number().int(),
    contributors: z.array(person),
    blocked: rewardBlock.nullable(),
  })
  .meta({ id: 'ShopReward' })
export type ShopReward = z.infer<typeof shopReward>
/** The reward that the reader saves for; null without one, or while the shop does not offer it. */
export const rewardGoal = namedObject('RewardGoal', { reward: shopReward.nullable() })
export const rewardGoalInput = namedStrictObject('RewardGoalInput', {
  reward_id: id('reward').nullable(),
})

export const giftCardProduct = namedObject('GiftCardProduct', {
  id: z.string(),
  name: z.string(),
  country: z.string(),
  currency: z.string(),
  values_cents: z.array(z.number().int()),
})
export type GiftCardProduct = z.infer<typeof giftCardProduct>
export const giftCardCountries = z.array(
  namedObject('GiftCardCountry', { country: z.string(), currency: z.string() }),
)
export const claimToken = namedStrictObject('TokenInput', {
  token: z.string('claim_invalid').min(1, 'claim_invalid').max(200, 'claim_invalid'),
})
/** A voucher of the local provider, as the holder of its claim link sees it. */
export const voucherClaim = namedObject('VoucherClaim', {
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
  .meta({ id: 'RewardsPaymentMethod' })
