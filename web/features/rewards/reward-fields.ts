import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Category, PersonPeriod, Reward } from '#contract/schemas/rewards.ts'
import {
  type AudienceForm,
  toAudienceForm,
  toAudienceInput,
  listTypedMonths,
} from '#web/shared/audiences/audience-form.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import type { GiftCardChoice } from './components/GiftCardPicker.tsx'
import type { RewardIdea } from '#web/shared/rewards/reward-ideas.ts'

/** The kinds in the interface; the contract encodes them as `type` and `reward_type`. */
export type RewardKind = 'individual' | 'team' | 'automatic'
export const rewardKindOf = ({
  type,
  reward_type: rewardType,
}: Pick<Reward, 'type' | 'reward_type'>): RewardKind =>
  type === 'automatic' ? 'automatic' : rewardType
const rewardKindFields = (kind: RewardKind): Pick<Reward, 'type' | 'reward_type'> =>
  kind === 'automatic'
    ? { type: 'automatic', reward_type: 'individual' }
    : { type: 'manual', reward_type: kind }

/** The values of the form: numbers and dates as typed. */
export type RewardFormValues = {
  kind: RewardKind
  title: string
  description: string
  price: string
  category: Category
  emoji: string
  available_amount: string
  one_time: boolean
  comment_required: boolean
  deadline: string
  some_people: boolean
  audience: AudienceForm
  person_max: string
  person_period: PersonPeriod
  card: GiftCardChoice
}

const defaultCategories: Record<RewardKind, Category> = {
  individual: 'goods_and_experiences',
  team: 'group_activities',
  automatic: 'money_and_giftcards',
}
export function emptyFormValues(kind: RewardKind): RewardFormValues {
  return {
    kind,
    title: '',
    description: '',
    price: '',
    emoji: '🎁',
    available_amount: '',
    one_time: false,
    comment_required: false,
    deadline: '',
    some_people: false,
    audience: toAudienceForm(),
    person_max: '',
    person_period: 'month',
    card: { country: null, product_id: null, gift_card_value: null },
    category: defaultCategories[kind],
  }
}
export const formValuesFromIdea = ({
  title,
  description,
  price,
  category,
  emoji,
  comment_required: commentRequired,
  reward_type: rewardType,
}: RewardIdea): RewardFormValues => ({
  ...emptyFormValues(rewardType),
  title,
  description,
  price: String(price),
  category,
  emoji,
  comment_required: commentRequired,
})
export function formValuesFromReward(reward: Reward): RewardFormValues {
  const {
    title,
    description,
    price,
    category,
    emoji,
    available_amount: availableAmount,
    one_time: oneTime,
    comment_required: commentRequired,
    deadline,
    audience,
    person_max: personMax,
    person_period: personPeriod,
    country,
    product_id: productId,
    gift_card_value: giftCardValue,
  } = reward
  return {
    kind: rewardKindOf(reward),
    title,
    description,
    price: String(price),
    category,
    emoji: emoji || '🎁',
    available_amount: availableAmount === null ? '' : String(availableAmount),
    one_time: oneTime,
    comment_required: commentRequired,
    deadline: deadline ?? '',
    some_people: audience !== null,
    audience: toAudienceForm(audience ?? undefined),
    person_max: personMax === null ? '' : String(personMax),
    person_period: personPeriod,
    card: { country, product_id: productId, gift_card_value: giftCardValue },
  }
}

/** Returns the numbers as typed; those of hidden fields do not count. */
export const listTypedNumbers = ({ audience, ...values }: RewardFormValues): string[] => [
  values.price,
  values.available_amount,
  ...(values.kind === 'team' ? [] : [values.person_max]),
  ...(values.some_people ? listTypedMonths(audience) : []),
]

type CreateRewardBody = BodyInputOf<'rewards.create'>
/** Returns the request body with the fields that apply to the kind. */
export function toRequestBody({
  kind,
  price,
  available_amount: availableAmount,
  deadline,
  one_time: oneTime,
  some_people: isForSome,
  audience,
  person_max: personMax,
  card,
  ...rest
}: RewardFormValues): CreateRewardBody {
  return {
    ...rest,
    ...rewardKindFields(kind),
    ...(kind === 'automatic' ? card : {}),
    price: parseWholeNumber(price) ?? 0,
    available_amount: parseWholeNumber(availableAmount),
    one_time: kind !== 'team' && oneTime,
    deadline: kind === 'team' && deadline ? deadline : null,
    audience: isForSome ? toAudienceInput(audience) : null,
    person_max: kind === 'team' ? null : parseWholeNumber(personMax),
  }
}
/**
 * Returns only the changed fields of a reward: the stock may have decreased while the form was
 * open.
 */
export function changedFields(
  before: RewardFormValues,
  after: RewardFormValues,
): Partial<CreateRewardBody> {
  const [previous, next] = [toRequestBody(before), toRequestBody(after)]
  return Object.fromEntries(
    Object.entries(next).filter(
      ([key, value]) =>
        JSON.stringify(value) !== JSON.stringify(previous[key as keyof CreateRewardBody]),
    ),
  )
}
