import { defineWorker } from '#server/platform/background/define-worker.ts'
import type { Services } from '#server/platform/services.ts'
import { ordersPerRun, processDueOrders } from './advance-order.ts'
import { processGiftCardWebhooks } from './webhooks.ts'

/** Advances gift card orders. */
export const giftCardWorker = defineWorker({
  name: 'gift cards',
  queue: 'gift_orders',
  run: async (services) => (await processDueOrders(services)) === ordersPerRun,
})

/** Processes the events of the gift card provider. */
export const giftCardEventWorker = defineWorker({
  name: 'gift card events',
  queue: 'tremendous_events',
  isNeeded: ({ giftCards }: Services) => giftCards?.kind === 'tremendous',
  run: processGiftCardWebhooks,
})
