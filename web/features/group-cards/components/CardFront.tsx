import type { GroupCard, GroupCardSummary } from '#contract/schemas/group-cards.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { formatDate } from '#web/lib/format.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './group-cards.module.css'

const emoji: Partial<Record<GroupCard['occasion']['kind'], string>> = {
  birthday: '🎂',
  anniversary: '🎉',
  welcome: '👋',
}

/** Returns the occasion of a card in words, such as "5 years with us". */
export const occasionText = (t: Translate, { kind, years }: GroupCardSummary['occasion']): string =>
  t(`feed:post.occasion.${kind}`, { count: years ?? 0 })

/** The front of a card: whom it is for, and the occasion. */
export function CardFront({ card }: { card: GroupCardSummary }) {
  const { t } = useTranslation('organization')
  const name = usePersonName()
  return (
    <header className={css['front']}>
      <span className={css['emoji']} aria-hidden="true">
        {emoji[card.occasion.kind]}
      </span>
      <UserAvatar user={card.user} size={72} />
      <p className={css['name']}>{name(card.user)}</p>
      <p>
        {occasionText(t, card.occasion)} · {formatDate(card.date, 'UTC')}
      </p>
    </header>
  )
}
