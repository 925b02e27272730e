import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { GiftCardProvider, TremendousSettings } from './gift-card-provider.ts'
import { createLocalGiftCardProvider } from './local.ts'
import { createTremendousProvider } from './tremendous.ts'

/** Creates the configured gift card provider, or null if gift cards are off. */
export function createGiftCardProvider(
  config: {
    giftCards: 'local' | 'off' | TremendousSettings
    secrets: readonly string[]
    publicUrl: string
  },
  db: Database,
  clock: Clock,
): GiftCardProvider | null {
  if (config.giftCards === 'off') return null
  return config.giftCards === 'local'
    ? createLocalGiftCardProvider(config, db)
    : createTremendousProvider(config.giftCards, clock)
}
