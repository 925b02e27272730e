import type { ChatConnection } from '#contract/schemas/chat.ts'
import type { Translate } from '#web/lib/translate.ts'

const stateTones = { none: 'wait', setup: 'wait', connected: 'good', disconnected: 'bad' } as const

/** Returns the badge of an app: 'good' works, 'bad' needs attention, 'wait' is neither. */
export const chatAppBadge = (
  t: Translate,
  { state }: ChatConnection,
): { tone: 'good' | 'bad' | 'wait'; text: string } => ({
  tone: stateTones[state],
  text: t(`app.state.${state}`),
})

/** Returns the state of an app as a sentence. */
export function chatAppSentence(t: Translate, app: ChatConnection): string {
  const chat = t(`kind.${app.provider}`)
  if (app.state === 'none') return t('app.sentence.none')
  if (app.state === 'setup') return t('app.sentence.setup')
  if (app.state === 'disconnected')
    return t(`app.reason.${app.state_reason ?? 'restored'}`, { chat })
  const team = app.external_name || chat
  return app.linked_people
    ? t('app.sentence.connected', { team, count: app.linked_people })
    : t('app.sentence.alone', { team })
}
