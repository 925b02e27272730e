import type { Person } from '#contract/schemas/users.ts'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type {
  PersonPeriod,
  Purchase,
  PurchaseEvent,
  PurchaseStage,
  PurchaseStatus,
  Reward,
} from '#contract/schemas/rewards.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { Buyer } from './buyer.ts'
import { isReturnable } from './return-period.ts'

export type RewardRow = {
  id: string
  title: string
  description: string
  price: number
  category: Reward['category']
  emoji: string
  picture_key: string | null
  one_time: boolean
  comment_required: boolean
  available_amount: number | null
  type: Reward['type']
  reward_type: Reward['reward_type']
  country: string | null
  product_id: string | null
  gift_card_value: number | null
  deadline: string | null
  filling_price: number | null
  audience: AudienceInput | null
  person_max: number | null
  person_period: PersonPeriod
  demo: boolean
  created_at: Date
}
/** Returns what everyone sees of a reward: not its audience, which names groups and people. */
export function presentReward(row: RewardRow, workspaceId: string): Omit<Reward, 'audience'> {
  const { picture_key: pictureKey, created_at: createdAt, audience: _audience, ...rest } = row
  return {
    ...rest,
    picture: { url: fileUrl(workspaceId, pictureKey) },
    created_at: createdAt.toISOString(),
  }
}

export type PurchaseRow = {
  id: string
  reward_id: string
  status: PurchaseStatus
  title: string
  emoji: string
  picture_key: string | null
  price: number
  type: Reward['type']
  reward_type: Reward['reward_type']
  company_part: number
  stage: PurchaseStage
  decline_reason: string
  ordered_at: Date | null
  ordered_by: string | null
  order_note: string
  note: string
  code: string
  claim_url: string | null
  created_by: string
  created_at: Date
  status_changed_at: Date
  canceled_at: Date | null
  returned_at: Date | null
  country: string | null
  gift_card_value: number | null
  deadline: string | null
  delivery: 'none' | 'delivered' | 'failed' | null
  recipient_email: string | null
}
export type ContributionRow = {
  purchase_id: string
  user_id: string
  email: string
  amount: number
  status: PurchaseStatus
  comment: string
  created_at: Date
}

export type PurchaseEventRow = {
  purchase_id: string
  type: PurchaseEvent['type']
  actor_id: string | null
  amount: number | null
  created_at: Date
}

/**
 * Returns the actor's abilities for a purchase in its current state. Gift cards cannot be decided:
 * their order does that.
 */
function purchaseAbilities(
  row: PurchaseRow,
  parts: ContributionRow[],
  actor: Buyer,
  at: Date,
): Purchase['abilities'] {
  const canDecide = actor.abilities.has('fulfil_purchases') && row.type === 'manual'
  const isTeam = row.reward_type === 'team'
  const isPending = row.status === 'pending'
  return {
    cancel:
      !isTeam &&
      isPending &&
      row.type === 'manual' &&
      row.ordered_at === null &&
      row.created_by === actor.user_id,
    order: canDecide && row.stage === 'to_do',
    withdraw:
      isTeam &&
      isPending &&
      parts.some((part) => part.user_id === actor.user_id && part.status === 'pending'),
    fulfil: canDecide && (isTeam ? row.status === 'purchased' : isPending),
    decline: canDecide && (isPending || row.status === 'purchased'),
    force: canDecide && isTeam && isPending,
    take_back: canDecide && isReturnable(row, at),
    readdress:
      row.status === 'fulfilled' && row.delivery === 'failed' && row.created_by === actor.user_id,
  }
}

/** Returns the contributions of known people, with their addresses if the reader may see them. */
const presentContributions = (
  parts: ContributionRow[],
  people: Map<string, Person>,
  seesEmail: boolean,
): Purchase['contributions'] =>
  parts.flatMap((part) => {
    const user = people.get(part.user_id)
    if (!user) return []
    const { user_id: userId, amount, status } = part
    return [
      {
        user_id: userId,
        user,
        email: seesEmail && user.state !== 'deleted' ? part.email : null,
        amount,
        status,
        created_at: part.created_at.toISOString(),
      },
    ]
  })

/**
 * Returns a purchase with contributions and history in the API's shape. Only its buyers get the
 * claim link. The code is for them and those who fulfil purchases, who also get the buyers'
 * addresses.
 */
export function presentPurchase(
  row: PurchaseRow,
  parts: ContributionRow[],
  events: PurchaseEventRow[],
  people: Map<string, Person>,
  { actor, at }: { actor: Buyer; at: Date },
): Purchase {
  const counted = parts.filter((part) => part.status !== 'declined')
  const isContributor = counted.some((part) => part.user_id === actor.user_id)
  const canFulfil = actor.abilities.has('fulfil_purchases')
  return {
    id: row.id,
    status: row.status,
    stage: row.stage,
    reward_id: row.reward_id,
    title: row.title,
    emoji: row.emoji,
    picture: { url: fileUrl(actor.workspace_id, row.picture_key) },
    price: row.price,
    type: row.type,
    reward_type: row.reward_type,
    // The buyers. A declined purchase includes withdrawn and refunded contributors.
    user_ids: [
      ...new Set((row.status === 'declined' ? parts : counted).map((part) => part.user_id)),
    ],
    contributions: presentContributions(parts, people, canFulfil),
    contributed: counted.reduce((sum, part) => sum + part.amount, 0),
    company_part: row.company_part,
    comments: parts
      .filter((part) => part.comment !== '')
      .map((part) => ({
        user_id: part.user_id,
        text: part.comment,
        created_at: part.created_at.toISOString(),
      })),
    decline_reason: row.decline_reason,
    ordered_at: row.ordered_at?.toISOString() ?? null,
    ordered_by: row.ordered_by === null ? null : (people.get(row.ordered_by) ?? null),
    order_note: row.order_note,
    note: row.note,
    code: isContributor || canFulfil ? row.code : '',
    claim_url: isContributor ? row.claim_url : null,
    country: row.country,
    gift_card_value: row.gift_card_value,
    deadline: row.deadline,
    delivery: row.delivery && {
      state: row.delivery,
      email: row.created_by === actor.user_id ? row.recipient_email : null,
    },
    history: events.map(({ type, actor_id: actorId, amount, created_at: createdAt }) => ({
      type,
      amount,
      actor: actorId === null ? null : (people.get(actorId) ?? null),
      created_at: createdAt.toISOString(),
    })),
    created_at: row.created_at.toISOString(),
    status_changed_at: row.status_changed_at.toISOString(),
    canceled_at: row.canceled_at?.toISOString() ?? null,
    returned_at: row.returned_at?.toISOString() ?? null,
    abilities: purchaseAbilities(row, parts, actor, at),
  }
}
