import type { GroupCardSummary } from '#contract/schemas/group-cards.ts'
import { occasionEmoji, occasionText } from '#web/shared/posts/occasions.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { formatDate } from '#web/lib/format.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './group-cards.module.css'

/** The front of a card: whom it is for, and the occasion. */
export function CardFront({ card }: { card: GroupCardSummary }) {
  const { t } = useTranslation('organization')
  const name = usePersonName()
  return (
    <header className={css['front']}>
      <span className={css['emoji']} aria-hidden="true">
        {occasionEmoji[card.occasion.kind]}
      </span>
      <UserAvatar user={card.user} size={72} />
      <p className={css['name']}>{name(card.user)}</p>
      <p>
        {occasionText(t, card.occasion)} · {formatDate(card.date, 'UTC')}
      </p>
    </header>
  )
}
