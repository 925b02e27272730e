import type { Purchase, Reward, ShopReward } from '#contract/schemas/rewards.ts'
import { exampleTime, nextId } from './web-data.ts'

export const makeReward = (fields: Partial<Reward> = {}): Reward => ({
  id: nextId(),
  title: 'Rare tea',
  description: '',
  price: 20,
  category: 'goods_and_experiences',
  emoji: '🍵',
  picture: { url: null },
  one_time: false,
  comment_required: false,
  available_amount: null,
  type: 'manual',
  reward_type: 'individual',
  country: null,
  product_id: null,
  gift_card_value: null,
  deadline: null,
  filling_price: null,
  person_max: null,
  person_period: 'ever',
  audience: null,
  demo: false,
  created_at: exampleTime,
  ...fields,
})

/** Returns a reward without its audience, as members see it. */
const makeRewardSummary = (): Omit<Reward, 'audience'> => {
  const { audience: _, ...summary } = makeReward()
  return summary
}

export const makeShopReward = (fields: Partial<ShopReward> = {}): ShopReward => ({
  ...makeRewardSummary(),
  missing_points: 0,
  price_until: null,
  purchase_id: null,
  contributed: 0,
  contributors: [],
  blocked: null,
  ...fields,
})

export const makePurchase = (fields: Partial<Purchase> = {}): Purchase => ({
  id: nextId(),
  status: 'pending',
  stage: 'to_do',
  reward_id: nextId(),
  title: 'Rare tea',
  emoji: '🍵',
  picture: { url: null },
  price: 20,
  type: 'manual',
  reward_type: 'individual',
  user_ids: [],
  contributions: [],
  contributed: 0,
  company_part: 0,
  comments: [],
  decline_reason: '',
  ordered_at: null,
  ordered_by: null,
  order_note: '',
  note: '',
  code: '',
  claim_url: null,
  country: null,
  gift_card_value: null,
  deadline: null,
  delivery: null,
  history: [],
  created_at: exampleTime,
  status_changed_at: exampleTime,
  canceled_at: null,
  returned_at: null,
  ...fields,
  abilities: {
    cancel: false,
    order: false,
    fulfil: false,
    decline: false,
    force: false,
    withdraw: false,
    readdress: false,
    take_back: false,
    ...fields.abilities,
  },
})
