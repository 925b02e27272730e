import type { Language } from '#contract/schemas/common.ts'
import { bcp47Tag, translate } from '#server/platform/i18n/messages.ts'
import type { RoundNotice } from './notice-queries.ts'

/** Returns the texts of a message to a juror, or to a person about whom nominators shared words. */
export function describeRoundNotice(
  language: Language,
  kind: 'jury_asked' | 'kind_words',
  round: RoundNotice,
): { title: string; intro: string; action: string } {
  const day = new Intl.DateTimeFormat(bcp47Tag(language), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(round.decides_on))
  const t = (key: string) =>
    translate(language, 'mail', `nomination.${kind}.${key}`, { round: round.name, day })
  return { title: t('title'), intro: t('intro'), action: t('action') }
}
