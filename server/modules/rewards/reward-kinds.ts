import type { Reward } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import { throwRefusal, throwCollectedRefusals } from '#server/platform/errors.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'

/**
 * Fields that depend on the kind of a reward: manual or automatic (a gift card), individual or
 * team.
 */
export type RewardKindFields = Pick<
  Reward,
  | 'type'
  | 'reward_type'
  | 'country'
  | 'product_id'
  | 'gift_card_value'
  | 'deadline'
  | 'one_time'
  | 'person_max'
>
export type GiftCardChoice = { country: string; product_id: string; gift_card_value: number }

const emptyGiftCard = { country: null, product_id: null, gift_card_value: null }

/**
 * Throws out_of_range unless the deadline of a team reward is tomorrow or later, in the workspace's
 * time zone.
 */
function assertDeadlineInRange(deadline: string, timezone: string, at: Date): void {
  const today = toLocalDay(at, timezone)
  const [start, finish] = [addDays(today, 1), addDays(today, limits.deadline_ahead_days)]
  if (deadline < start || deadline > finish)
    throwRefusal('out_of_range', { field: 'deadline', params: { start, finish } })
}

/**
 * Validates the fields of a reward's kind and clears the others. `kept` is the current deadline: it
 * may have passed without blocking other changes.
 */
export function normalizeRewardKind<Fields extends RewardKindFields>(
  fields: Fields,
  { at, timezone, kept = null }: { at: Date; timezone: string; kept?: string | null },
): Fields {
  if (fields.type === 'automatic') {
    throwCollectedRefusals(
      () => {
        if (fields.reward_type !== 'individual')
          throwRefusal('wrong_format', { field: 'reward_type' })
      },
      () => {
        if (fields.country === null) throwRefusal('required', { field: 'country' })
      },
      () => {
        if (fields.product_id === null) throwRefusal('card_required', { field: 'product_id' })
      },
      () => {
        if (fields.gift_card_value === null) throwRefusal('required', { field: 'gift_card_value' })
      },
    )
    return { ...fields, deadline: null }
  }
  if (fields.reward_type === 'individual') return { ...fields, ...emptyGiftCard, deadline: null }
  if (fields.deadline !== null && fields.deadline !== kept)
    assertDeadlineInRange(fields.deadline, timezone, at)
  return { ...fields, ...emptyGiftCard, one_time: false, person_max: null }
}

/** Returns the gift card of a reward, or null for other kinds. */
export function giftCardFromReward({
  type,
  country,
  product_id: productId,
  gift_card_value: giftCardValue,
}: RewardKindFields): GiftCardChoice | null {
  return type === 'automatic' && country !== null && productId !== null && giftCardValue !== null
    ? { country, product_id: productId, gift_card_value: giftCardValue }
    : null
}
export const isSameGiftCard = (a: GiftCardChoice | null, b: GiftCardChoice | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.country === b.country &&
    a.product_id === b.product_id &&
    a.gift_card_value === b.gift_card_value)
