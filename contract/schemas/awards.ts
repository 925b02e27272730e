import { z } from 'zod'
import {
  codeWithBounds,
  date,
  emoji,
  flag,
  id,
  idList,
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

const approver = z
  .enum(['receiver_manager', 'giver_manager', 'budget_owner', 'people'], 'wrong_format')
  .meta({ id: 'AwardApprover' })

/** A step applies to gifts with at least `from_points` for a receiver. `people`: for that approver. */
const approvalStep = namedObject('ApprovalStep', {
  from_points: z.number().int(),
  approver,
  people: z.array(person),
})
const approvalStepInput = namedStrictObject('ApprovalStepInput', {
  from_points: wholeNumber(0, limits.award_points_max).default(0),
  approver,
  user_ids: z
    .array(id('user'), 'wrong_format')
    .max(limits.award_approvers_max, codeWithBounds('out_of_range', 0, limits.award_approvers_max))
    .default([]),
})
export type ApprovalStepInput = z.infer<typeof approvalStepInput>

/** A kind of gift by the company. The points are fixed if both bounds are equal. */
export const award = namedObject('Award', {
  id: id('award'),
  name: z.string(),
  text: z.string(),
  emoji: z.string(),
  /** Shown instead of the emoji. */
  picture,
  criteria: z.string(),
  points_min: z.number().int(),
  points_max: z.number().int(),
  /** Null: issued points. */
  budget: z.object({ id: id('budget'), name: z.string() }).nullable(),
  givers: audience,
  receivers: audience,
  /** The most gifts of a person in a calendar year. */
  yearly_max: z.number().int().nullable(),
  /** The value of its posts. */
  value_id: id('value'),
  private: z.boolean(),
  steps: z.array(approvalStep),
  created_at: time,
  archived_at: time.nullable(),
})
export type Award = z.infer<typeof award>

const awardFields = {
  name: oneLineText(1, limits.award_name_chars_max),
  text: text(0, limits.award_text_chars_max),
  emoji,
  criteria: text(0, limits.award_criteria_chars_max),
  points_min: wholeNumber(1, limits.award_points_max),
  points_max: wholeNumber(1, limits.award_points_max),
  budget_id: id('budget').nullable(),
  givers: audienceInput,
  receivers: audienceInput,
  yearly_max: wholeNumber(1, limits.award_yearly_max).nullable(),
  value_id: id('value'),
  private: flag,
  steps: z
    .array(approvalStepInput, 'wrong_format')
    .max(limits.award_steps_max, codeWithBounds('out_of_range', 0, limits.award_steps_max)),
}
export const awardCreate = namedStrictObject('AwardCreate', {
  ...awardFields,
  text: awardFields.text.default(''),
  criteria: awardFields.criteria.default(''),
  budget_id: awardFields.budget_id.default(null),
  yearly_max: awardFields.yearly_max.default(null),
  private: awardFields.private.default(false),
  steps: awardFields.steps.default([]),
})
/** Gifts that await a decision keep the steps, budget and points of their submission. */
export const awardUpdate = z.strictObject(awardFields).partial().meta({ id: 'AwardUpdate' })

const ownApprovalStep = approvalStep
  .pick({ from_points: true, approver: true })
  .meta({ id: 'OwnApprovalStep' })

/**
 * An award that the reader may give. The points of its budget are left out: their change would tell a
 * receiver that somebody has submitted a gift.
 */
export const ownAward = award
  .pick({
    id: true,
    name: true,
    text: true,
    emoji: true,
    picture: true,
    criteria: true,
    points_min: true,
    points_max: true,
    yearly_max: true,
    private: true,
  })
  .extend({ steps: z.array(ownApprovalStep) })
  .meta({ id: 'OwnAward' })
export type OwnAward = z.infer<typeof ownAward>

/** Which lists of awards the reader has. */
export const awardsSummary = namedObject('AwardsSummary', {
  can_give: z.boolean(),
  /** Awaiting a decision of the reader, up to limits.award_decisions_counted. */
  to_decide: z.number().int(),
  has_decided: z.boolean(),
  has_given: z.boolean(),
  has_received: z.boolean(),
})
export type AwardsSummary = z.infer<typeof awardsSummary>

export const awardGiftStatus = z
  .enum(['pending', 'approved', 'declined', 'withdrawn'])
  .meta({ id: 'AwardGiftStatus' })
export type AwardGiftStatus = z.infer<typeof awardGiftStatus>

/** A decision of `person`, who may be the delegate of `delegate_of`. */
const giftDecision = namedObject('AwardGiftDecision', {
  person,
  delegate_of: person.nullable(),
  approved: z.boolean(),
  created_at: time,
})

/**
 * An award for people. Only its giver, approvers and administrators see it before it is approved,
 * and only the giver sees the reason of a decline.
 */
export const awardGift = namedObject('AwardGift', {
  id: id('award_gift'),
  award: z.object({ id: id('award'), name: z.string(), emoji: z.string(), picture }),
  giver: person,
  receivers: z.array(person),
  /** For each receiver. */
  points: z.number().int(),
  /** Null: issued points, or a receiver reads it. */
  budget: z.object({ id: id('budget'), name: z.string() }).nullable(),
  private: z.boolean(),
  text: z.string(),
  status: awardGiftStatus,
  /** Withdrawn because a receiver left. */
  receiver_left: z.boolean(),
  decline_reason: z.string().nullable(),
  /** Steps that have been approved, of all that apply. */
  steps_done: z.number().int(),
  steps: z.number().int(),
  /** Any of them decides the current step. */
  approvers: z.array(person),
  decisions: z.array(giftDecision),
  can_decide: z.boolean(),
  /** Null until it is given, and for a deleted post. */
  post_id: id('post').nullable(),
  created_at: time,
  ended_at: time.nullable(),
})
export type AwardGift = z.infer<typeof awardGift>
export const awardGiftPage = pageOf(awardGift)

export const awardGiftsQueryParams = z.strictObject({
  ...pageQueryParams,
  /** `all`: for administrators of settings. */
  filter: z.enum(['given', 'received', 'to_decide', 'all'], 'wrong_format').default('given'),
})

export const awardGiftInput = namedStrictObject('AwardGiftInput', {
  award_id: id('award'),
  to_ids: idList('user', limits.recipients_max),
  points: wholeNumber(1, limits.award_points_max),
  text: text(
    limits.message_chars_min,
    limits.message_chars_max,
    'description_required',
    'message_too_long',
  ),
})

/** `step`: `steps_done` of the gift that the reader has seen. A decline needs a reason. */
export const awardDecision = namedStrictObject('AwardDecision', {
  approve: flag,
  step: wholeNumber(0, limits.award_steps_max),
  reason: text(0, limits.comment_chars_max).default(''),
}).refine(({ approve, reason }) => approve || reason !== '', {
  error: 'required',
  path: ['reason'],
})

/** A colleague who may decide about awards in place of a person, on the first to the last day. */
const delegateFields = { starts_on: date, ends_on: date }
export const approvalDelegate = namedObject('ApprovalDelegate', {
  delegate: person.nullable(),
  starts_on: date.nullable(),
  ends_on: date.nullable(),
})
export type ApprovalDelegate = z.infer<typeof approvalDelegate>
export const approvalDelegateInput = namedStrictObject('ApprovalDelegateInput', {
  delegate: z
    .strictObject({ user_id: id('user'), ...delegateFields })
    .refine(({ starts_on: first, ends_on: last }) => first <= last, {
      error: 'wrong_format',
      path: ['ends_on'],
    })
    .nullable(),
})
