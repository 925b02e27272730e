import { fail } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { GiftCard } from './kinds.ts'

/**
 * Refuses a gift card that the catalogue does not have, or not of this value. Where gift cards are
 * off there are none.
 */
export async function mustBeOffered({ giftcards }: Services, card: GiftCard | null): Promise<void> {
  if (!card) return
  const products = (await giftcards?.products(card.country)) ?? []
  if (!products.length) fail('card_required', { field: 'country' })
  const product = products.find((one) => one.id === card.product_id)
  if (!product) fail('card_required', { field: 'product_id' })
  if (!product.values_cents.includes(card.gift_card_value))
    fail('card_required', { field: 'gift_card_value' })
}
