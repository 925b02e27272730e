import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GroupCardSummary } from '#contract/schemas/group-cards.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { occasionText } from '#web/shared/posts/occasions.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { groupCardsQuery } from '../api/queries.ts'
import css from '../components/group-cards.module.css'

function CardRow({ card, isOwn }: { card: GroupCardSummary; isOwn: boolean }) {
  const { t } = useTranslation('organization')
  const name = usePersonName()
  const count = t('cards.count', { count: card.signature_count })
  return (
    <li>
      <Link to="/group-cards/$id" params={{ id: card.id }} className={css['row']}>
        <UserAvatar user={card.user} size={40} />
        <span className={css['words']}>
          <b>{isOwn ? occasionText(t, card.occasion) : name(card.user)}</b>
          <span>
            {isOwn ? '' : `${occasionText(t, card.occasion)} · `}
            {formatDate(card.date, 'UTC')} · {card.signed && !isOwn ? t('cards.you_signed') : count}
          </span>
        </span>
      </Link>
    </li>
  )
}

function CardList({ filter }: { filter: 'to_sign' | 'received' }) {
  const { t } = useTranslation('organization')
  const { data: cards, error, refetch } = useQuery(groupCardsQuery(filter))
  if (!cards && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!cards) return <Skeleton height={64} />
  if (!cards.length)
    return (
      <EmptyState
        art="laurel"
        title={t(`cards.empty.${filter}`)}
        text={t(`cards.empty.${filter}_text`)}
      />
    )
  return (
    <ul className={css['rows']}>
      {cards.map((card) => (
        <CardRow key={card.id} card={card} isOwn={filter === 'received'} />
      ))}
    </ul>
  )
}

/** /group-cards: the cards to sign, and those that the reader received. */
export function GroupCardsScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('cards.list_title'))
  return (
    <Page title={t('cards.list_title')} narrow>
      <div className={css['lists']}>
        {(['to_sign', 'received'] as const).map((filter) => (
          <Card key={filter}>
            <h2>{t(`cards.${filter}`)}</h2>
            <CardList filter={filter} />
          </Card>
        ))}
      </div>
    </Page>
  )
}
