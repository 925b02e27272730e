import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { GiftCardChoice } from './reward-kinds.ts'

/**
 * Throws card_required if the catalog lacks this gift card or value. With gift cards off the
 * catalog is empty.
 */
export async function assertGiftCardAvailable(
  { giftCards }: Services,
  card: GiftCardChoice | null,
): Promise<void> {
  if (!card) return
  const products = (await giftCards?.listProducts(card.country)) ?? []
  if (!products.length) throwRefusal('card_required', { field: 'country' })
  const product = products.find((product) => product.id === card.product_id)
  if (!product) throwRefusal('card_required', { field: 'product_id' })
  if (!product.values_cents.includes(card.gift_card_value))
    throwRefusal('card_required', { field: 'gift_card_value' })
}
