import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { presentCard } from '#server/modules/cards/service.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findRewardsCard, findValidatedAt } from './queries.ts'

export type GiftCardEligibility = {
  /** Null with BILLING=off, where none is needed, or without a card. */
  card: { id: string; brand: string; last4: string; expiry: string } | null
  /**
   * Whether this team may redeem gift cards. Always true with BILLING=off, because no card is
   * charged.
   */
  validated: boolean
  /** End of the waiting period. Null without a card, or once validated. */
  validates_at: Date | null
}

/**
 * Returns whether a team may redeem gift cards (specification, section 9). The operator validates
 * it, or 48 hours pass after its card was added: time to report a stolen card. Another card
 * restarts the period.
 */
export async function loadEligibility(
  trx: Trx,
  billing: Services['config']['billing'],
  workspaceId: string,
  at: Date,
): Promise<GiftCardEligibility> {
  if (billing === 'off') return { card: null, validated: true, validates_at: null }
  const [card, validatedAt] = await Promise.all([
    findRewardsCard(trx, workspaceId),
    findValidatedAt(trx, workspaceId),
  ])
  const validatesAt = card
    ? new Date(card.created_at.getTime() + limits.card_validation_hours * hourMs)
    : null
  const validated = validatedAt !== null || (validatesAt !== null && validatesAt <= at)
  return {
    card: card ? { id: card.id, ...presentCard(card) } : null,
    validated,
    validates_at: validated ? null : validatesAt,
  }
}
