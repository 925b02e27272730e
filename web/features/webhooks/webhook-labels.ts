import type { Translate } from '#web/lib/translate.ts'
import type { Webhook, WebhookDelivery } from './api/queries.ts'

/** What a connection is called: by those who made it, or its kind. */
export const webhookName = (t: Translate, hook: Pick<Webhook, 'description' | 'kind'>): string =>
  hook.description || t(`kind.${hook.kind}`)

/** What came of a try, in a sentence: the answer's number, or why there was none. */
export function deliveryOutcomeText(
  t: Translate,
  { status, reason }: Pick<WebhookDelivery, 'status' | 'reason'>,
): string {
  if (status !== null) return t('answered', { status })
  return reason ? t(`reason.${reason}`) : ''
}

/** How a connection is: 'good' works, 'bad' needs somebody, 'wait' neither. */
export function webhookStatus(
  t: Translate,
  hook: Webhook,
): { mood: 'good' | 'bad' | 'wait'; text: string } {
  if (hook.state === 'paused') return { mood: 'wait', text: t('state.paused') }
  if (hook.state === 'off') return { mood: 'bad', text: t('state.off') }
  return hook.failures > 0
    ? { mood: 'bad', text: t('state.failing') }
    : { mood: 'good', text: t('state.active') }
}
