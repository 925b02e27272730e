import type { OutputOf } from '#contract/routes/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './topic-chips.module.css'

type CommonTopics = OutputOf<'leaderboards.common_topics'>['items']

/** Lists topics; more posts mean larger text. */
export function TopicChips({ topics, label }: { topics: CommonTopics; label: string }) {
  const { t } = useTranslation()
  const most = Math.max(...topics.map(({ posts }) => posts))
  const sizeOf = (posts: number) => {
    if (posts * 3 > most * 2) return 'large'
    return posts * 3 > most ? 'medium' : 'small'
  }
  return (
    <ul className={css['topics']} aria-label={label}>
      {topics.map(({ topic, posts }) => (
        <li key={topic} data-size={sizeOf(posts)}>
          <span>{topic}</span>
          <small>
            <span aria-hidden="true">{formatNumber(posts)}</span>
            <span className="sr-only"> {t('posts', { count: posts })}</span>
          </small>
        </li>
      ))}
    </ul>
  )
}
