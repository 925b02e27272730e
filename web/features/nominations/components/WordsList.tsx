import { IconUserHeart } from '@tabler/icons-react'
import type { KindWords } from '#contract/schemas/nominations.ts'
import { useConfig } from '#web/shared/config.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { useKindWords } from '../api/own.api.ts'
import css from './words.module.css'

/** The words of a nominator, with their name or without it. */
function WordsCard({ words }: { words: KindWords }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const { timezone } = useConfig().settings
  const { nominator, round, group } = words
  return (
    <Card className={css['card']}>
      <figure>
        <blockquote dir="auto">{words.text}</blockquote>
        <figcaption>
          {nominator ? (
            <UserAvatar user={nominator} size={40} />
          ) : (
            <span className={css['nobody']} aria-hidden="true">
              <IconUserHeart size={20} />
            </span>
          )}
          <span>
            <b>{nominator ? nameOf(nominator) : t('nominations.words.colleague')}</b>
            <small>
              {`${round.emoji} ${round.name} · ${formatDate(words.created_at, timezone)}`}
              {group ? ` · ${t('nominations.words.about_group', { name: group.name })}` : ''}
            </small>
          </span>
        </figcaption>
      </figure>
    </Card>
  )
}

/** What people who nominated the reader wrote, the newest first. */
export function WordsList() {
  const { t } = useTranslation('organization')
  const query = useKindWords()
  return (
    <PagedList
      query={query}
      frame="div"
      skeletonHeights={[150, 150]}
      texts={{
        empty: t('nominations.words.empty'),
        emptyText: t('nominations.words.empty_text'),
        more: t('team.more'),
      }}
    >
      {(items) => (
        <ul className={css['words']} aria-label={t('nominations.tab.words')}>
          {items.map((words) => (
            <li key={words.id}>
              <WordsCard words={words} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
