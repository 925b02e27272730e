import type { Translate } from '#web/lib/translate.ts'
import type { Webhook } from './api/queries.ts'

/** Returns the description of a webhook, or its kind. */
export const webhookName = (t: Translate, hook: Pick<Webhook, 'description' | 'kind'>): string =>
  hook.description || t(`kind.${hook.kind}`)

/** Returns the status of a webhook: 'good' works, 'bad' needs attention, 'wait' is neither. */
export function webhookStatus(
  t: Translate,
  hook: Webhook,
): { tone: 'good' | 'bad' | 'wait'; text: string } {
  if (hook.state === 'paused') return { tone: 'wait', text: t('state.paused') }
  if (hook.state === 'off') return { tone: 'bad', text: t('state.off') }
  return hook.failures > 0
    ? { tone: 'bad', text: t('state.failing') }
    : { tone: 'good', text: t('state.active') }
}
