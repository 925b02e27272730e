import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  date,
  email,
  id,
  money,
  namedObject,
  namedStrictObject,
  pageOf,
  picture,
  text,
  time,
  wholeNumber,
} from './common.ts'
import { fulfillment, personPeriod, purchaseStage, purchaseStatus, rewardBlock } from './rewards.ts'
import { person } from './users.ts'

/** What happens with the rest of a balance: gift card, payroll, or back to the company. */
const leaverOutcome = z
  .enum(['gift_card', 'payroll', 'return'], 'wrong_format')
  .meta({ id: 'LeaverOutcome' })
export type LeaverOutcome = z.infer<typeof leaverOutcome>

/** `pays_gift_cards`: gift cards and the worth of a point are set, so that cards can be chosen. */
export const leaverPolicy = namedObject('LeaverPolicy', {
  grace_days: z.number().int(),
  outcome: leaverOutcome,
  pays_gift_cards: z.boolean(),
})
export type LeaverPolicy = z.infer<typeof leaverPolicy>
export const leaverPolicyInput = namedStrictObject('LeaverPolicyInput', {
  grace_days: wholeNumber(0, limits.leaver_days_max),
  outcome: leaverOutcome,
})

/** `points`: the balance, after the end the one at the end. `worth`: null without a worth of points. */
export const leaver = namedObject('Leaver', {
  id: id('leaver_grace'),
  user: person,
  state: z.enum(['open', 'held', 'ended']),
  points: z.number().int(),
  worth: money.nullable(),
  outcome: leaverOutcome,
  result: z.enum(['lapsed', 'paid_out', 'gift_card']).nullable(),
  started_at: time,
  ends_at: time,
  ended_at: time.nullable(),
})
export type Leaver = z.infer<typeof leaver>
export const leaversPage = pageOf(leaver)
/** `hold` stops mails, link and end; `release` goes on with the days that were left. */
export const leaverChange = namedStrictObject('LeaverChange', {
  action: z.enum(['hold', 'release', 'end'], 'wrong_format'),
})
export type LeaverAction = z.infer<typeof leaverChange>['action']

const leaverToken = z
  .string('leaver_link_invalid')
  .min(1, 'leaver_link_invalid')
  .max(200, 'leaver_link_invalid')
export const leaverLink = namedStrictObject('TokenInput', { token: leaverToken })
const leaverReward = namedObject('LeaverReward', {
  id: id('reward'),
  title: z.string(),
  description: z.string(),
  emoji: z.string(),
  picture,
  price: z.number().int(),
  type: fulfillment,
  comment_required: z.boolean(),
  missing_points: z.number().int(),
  person_max: z.number().int().nullable(),
  person_period: personPeriod,
  blocked: rewardBlock.nullable(),
})
const leaverPurchase = namedObject('LeaverPurchase', {
  id: id('purchase'),
  title: z.string(),
  emoji: z.string(),
  price: z.number().int(),
  status: purchaseStatus,
  stage: purchaseStage,
  decline_reason: z.string(),
  order_note: z.string(),
  note: z.string(),
  code: z.string(),
  claim_url: z.string().nullable(),
  created_at: time,
  canceled_at: time.nullable(),
  /** Time at which an administrator took a fulfilled purchase back. */
  returned_at: time.nullable(),
})
/** What a leaver may still see: nothing about other people. */
export const leaverAccount = namedObject('LeaverAccount', {
  team: z.string(),
  logo: picture,
  first_name: z.string(),
  balance: z.number().int(),
  worth: money.nullable(),
  outcome: leaverOutcome,
  ends_at: time,
  /** The time zone of the team, in which the grace ends. */
  timezone: z.string(),
  rewards: z.array(leaverReward),
  purchases: z.array(leaverPurchase),
})
export type LeaverAccount = z.infer<typeof leaverAccount>
const rewardFields = { token: leaverToken, reward_id: id('reward') }
export const leaverRewardInput = namedStrictObject('LeaverRewardInput', rewardFields)
export const leaverRedeem = namedStrictObject('LeaverRedeem', {
  ...rewardFields,
  comment: text(0, limits.comment_chars_max).default(''),
  price: wholeNumber(1, limits.reward_local_price_max).optional(),
})

/** The latest thanks of a leaver, at most `limits.leaver_thanks_max`. */
export const leaverThanks = namedObject('LeaverThanks', {
  team: z.string(),
  name: z.string(),
  thanks: z.array(
    namedObject('LeaverThank', {
      from: z.string(),
      value: z.string(),
      points: z.number().int(),
      text: z.string(),
      created_at: time,
    }),
  ),
})
export type LeaverThanks = z.infer<typeof leaverThanks>

/** A value with which a leaver was thanked. Days are those of the team. */
const leaverBadge = namedObject('LeaverBadge', {
  value_id: id('value'),
  name: z.string(),
  emoji: z.string(),
  count: z.number().int(),
  first_day: date,
  last_day: date,
})
export type LeaverBadge = z.infer<typeof leaverBadge>
export const leaverBadges = namedObject('LeaverBadges', { badges: z.array(leaverBadge) })
export const leaverBadgeFile = namedStrictObject('LeaverBadgeFile', {
  token: leaverToken,
  value_id: id('value'),
})

/** Null: none entered. */
export const personalAddress = namedObject('PersonalAddress', { email: z.string().nullable() })
export const personalAddressInput = namedStrictObject('PersonalAddressInput', {
  email: email.nullable(),
})
