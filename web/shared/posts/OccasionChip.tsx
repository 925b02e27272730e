import type { Occasion, OccasionKind } from '#contract/schemas/occasions.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './posts.module.css'

const emoji: Record<OccasionKind, string> = {
  birthday: '🎂',
  anniversary: '🎉',
  welcome: '👋',
  custom: '📅',
  award: '🏆',
  nomination: '🌟',
  bonus: '🎁',
}

/** Says why the team itself wrote a post. */
export function OccasionChip({ occasion }: { occasion: Occasion }) {
  const { t } = useTranslation('feed')
  return (
    <span className={css['occasion']}>
      <span aria-hidden="true">{emoji[occasion.kind]}</span>{' '}
      {occasion.name ?? t(`post.occasion.${occasion.kind}`, { count: occasion.years ?? 0 })}
    </span>
  )
}
