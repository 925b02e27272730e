import type { Occasion, OccasionKind } from '#contract/schemas/occasions.ts'
import type { Translate } from '#web/lib/translate.ts'

export const occasionEmoji: Record<OccasionKind, string> = {
  birthday: '🎂',
  anniversary: '🎉',
  welcome: '👋',
  custom: '📅',
  award: '🏆',
  nomination: '🌟',
}

/** Returns an occasion in words, such as "5 years with us". Needs the texts of the feed. */
export const occasionText = (t: Translate, { kind, name, years }: Occasion): string =>
  name ?? t(`feed:post.occasion.${kind}`, { count: years ?? 0 })
