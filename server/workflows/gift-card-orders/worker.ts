import { defineWorker } from '#server/platform/background/define-worker.ts'
import { runInSlots } from '#server/platform/background/slot-runner.ts'
import type { Services } from '#server/platform/services.ts'
import { orderSlots } from './advance-order.ts'
import { processGiftCardWebhooks } from './webhooks.ts'

/** Advances gift card orders. */
export const giftCardWorker = defineWorker({
  name: 'gift cards',
  queue: 'gift_orders',
  ...runInSlots('gift cards', orderSlots),
})

/** Processes the events of the gift card provider. */
export const giftCardEventWorker = defineWorker({
  name: 'gift card events',
  queue: 'tremendous_events',
  isNeeded: ({ giftCards }: Services) => giftCards?.kind === 'tremendous',
  run: processGiftCardWebhooks,
})
