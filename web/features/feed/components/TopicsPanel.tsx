import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { TopicChips } from '#web/shared/topics/TopicChips.tsx'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './feed.module.css'
import { queryKey } from '#web/shared/query-keys.ts'

/** The topics of the team's public posts in this period. */
export function TopicsPanel() {
  const { t } = useTranslation('feed')
  const topics = useQuery({
    queryKey: queryKey('topics'),
    queryFn: ({ signal }) => call('leaderboards.common_topics', { query: { limit: 12 }, signal }),
    staleTime: 600_000,
  })
  return (
    <Card>
      <h2 className={css['title']}>{t('topics.title')}</h2>
      {topics.isPending ? <Skeleton height={96} /> : null}
      {topics.isError && !topics.data ? (
        <ErrorState error={topics.error} retry={() => void topics.refetch()} />
      ) : null}
      {topics.data?.items.length === 0 ? (
        <p className={css['small']} style={{ margin: 0 }}>
          {t('topics.empty')}
        </p>
      ) : null}
      {topics.data?.items.length ? (
        <TopicChips topics={topics.data.items} label={t('topics.title')} />
      ) : null}
    </Card>
  )
}
