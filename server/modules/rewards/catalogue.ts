import { fail } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { GiftCard } from './kinds.ts'

/** Refuses a gift card that the catalogue does not have, or not of this value. Without a catalogue there are none. */
export async function mustBeOffered(_: Services, card: GiftCard | null): Promise<void> {
  if (card) fail('card_required', { field: 'product_id' })
}
