import { limits } from '#contract/limits.ts'
import { presentCard } from '#server/modules/cards/service.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

const hourMs = 3_600_000
export type GiftCardEligibility = {
  /** null where none is needed (BILLING=off) and where there is none. */
  card: { id: string; brand: string; last4: string; expiry: string } | null
  /**
   * Whether this team may redeem gift cards: `billing` off has nothing to wait for, as nobody's
   * card is charged.
   */
  validated: boolean
  /** When the waiting ends by itself; null without a card, or once validated. */
  validates_at: Date | null
}

/**
 * Whether a team may redeem gift cards (specification, section 9): validated by the operator, or 48
 * hours after the card in use was added, so that a stolen card buys nothing before it is reported.
 * Another card starts the hours again.
 */
export async function loadEligibility(
  trx: Trx,
  billing: Services['config']['billing'],
  workspaceId: string,
  at: Date,
): Promise<GiftCardEligibility> {
  if (billing === 'off') return { card: null, validated: true, validates_at: null }
  const [used, { validated_at: validatedAt }] = await Promise.all([
    trx
      .selectFrom('cards')
      .select(['id', 'brand', 'last4', 'exp_month', 'exp_year', 'created_at'])
      .where('workspace_id', '=', workspaceId)
      .where('purpose', '=', 'rewards')
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
    trx
      .selectFrom('workspaces')
      .select('validated_at')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow(),
  ])
  const ends = used
    ? new Date(used.created_at.getTime() + limits.card_validation_hours * hourMs)
    : null
  const validated = validatedAt !== null || (ends !== null && ends <= at)
  return {
    card: used ? { id: used.id, ...presentCard(used) } : null,
    validated,
    validates_at: validated ? null : ends,
  }
}
