import type { Translate } from '#web/lib/translate.ts'
import type { WebhookDelivery } from './deliveries.api.ts'

/**
 * Returns the outcome of a delivery as a sentence: the response status, or the reason without one.
 */
export function deliveryOutcomeText(
  t: Translate,
  { status, reason }: Pick<WebhookDelivery, 'status' | 'reason'>,
): string {
  if (status !== null) return t('answered', { status })
  return reason ? t(`reason.${reason}`) : ''
}
