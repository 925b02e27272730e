import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { GiftCards, Tremendous } from './giftcards.ts'
import { localGiftCards } from './local.ts'
import { tremendousGiftCards } from './tremendous.ts'

/** The gift cards that the settings ask for; null when they are off. */
export function openGiftCards(
  config: {
    giftCards: 'local' | 'off' | Tremendous
    secrets: readonly string[]
    publicUrl: string
  },
  db: Database,
  clock: Clock,
): GiftCards | null {
  if (config.giftCards === 'off') return null
  return config.giftCards === 'local'
    ? localGiftCards(config, db)
    : tremendousGiftCards(config.giftCards, clock)
}
